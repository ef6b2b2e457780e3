// Screens that scripts/compare.mjs drives by keys, and reads as text after each of them.
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const [enter, esc, send] = ['\r', '\u001b', '\u0013'];

/** What is typed into which command: each is one screen more. */
export const sessions = [
  { line: 'tracker triage', keys: ['j', 'j', enter, 'l', '?', esc, 'S', esc, '/', 'casa', enter, esc, 'q'] },
  { line: 'tracker triage', keys: ['s', 'w', 'p', 'h', 'x', ' ', ' ', 'a', 'me', enter, 'u', 'q', 'w'] },
  {
    line: 'tracker triage',
    keys: ['r', 'It has been', ' fixed.', send, 'n', 'Ask first.', send, 'r', 'Later', esc, 'q'],
  },
  { line: 'tracker triage --state all', keys: ['G', 'k', 'c', esc, 'd', 'fri', esc, 'R', '!', 'q'] },
  { line: 'tracker triage --tasks', keys: ['j', 'd', 'fri', enter, 't', 'late', enter, 's', esc, 'q', 'w'] },
  { line: 'tracker triage --inbox', keys: ['j', 'm', 'u', 'j', enter, 'q'] },
  ...[
    ['j', 'j', 'k', '?', 'q'],
    ['s', 'waiting_on_customer', 'p', 'high', 'u', 'q'],
    ['r', 'It has been fixed.', '.', 'n', 'Ask first.', '.', 'q'],
    ['a', '@me', 'x', 'j', 'x', 's', 'closed', '/', 'casa', 'S', '', 'q'],
  ].map((answers) => ({ line: 'tracker triage --plain', keys: answers.map((each) => `${each}${enter}`) })),
];

export const sizes = ['80x24', '120x40'];

/** How long nothing is drawn before a screen counts as complete (milliseconds). */
const quietMs = 500;

/** The screens of a session, with the keys between them; a program that goes on after the last one is ended. */
export async function playSession({ home, env }, { line, keys }, size) {
  const [cols, rows] = size.split('x').map(Number);
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const program = spawn('bash', ['--norc', '-c', line], { name: 'xterm-256color', cols, rows, cwd: home, env });
  let drawnAt = performance.now();
  let code;
  program.onData((text) => {
    drawnAt = performance.now();
    terminal.write(text);
  });
  program.onExit(({ exitCode }) => {
    code = exitCode;
  });
  const shown = async () => {
    drawnAt = Math.max(drawnAt, performance.now() - quietMs / 2);
    while (code === undefined && performance.now() - drawnAt < quietMs) await new Promise((go) => setTimeout(go, 20));
    await new Promise((drawn) => terminal.write('', drawn));
    const { active } = terminal.buffer;
    const lines = Array.from({ length: rows }, (_, row) =>
      active.getLine(active.viewportY + row)?.translateToString(true),
    );
    return lines.join('\n').trimEnd();
  };
  // The first screen is not there as soon as the program has begun.
  drawnAt = performance.now() + 1_000;
  const screens = [await shown()];
  for (const key of keys) {
    if (code !== undefined) break;
    program.write(key);
    screens.push(`[${JSON.stringify(key)}]`, await shown());
  }
  if (code === undefined) program.kill('SIGKILL');
  return `${screens.join('\n')}\n[exit]\n${code ?? 'goes on'}\n`;
}
