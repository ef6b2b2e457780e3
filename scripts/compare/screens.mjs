// Screens that scripts/compare.mjs drives by keys, and reads as text after each of them.
import { statSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { switches } from './side.mjs';

const [enter, esc, send, down] = ['\r', '\u001b', '\u0013', '\u001b[B'];
const [stops, starts, lost, well] = [
  '(the server stops)',
  '(the server starts)',
  '(answers are lost)',
  '(all is well)',
];

/** What is typed into which command: each is one screen more. A key may also be what happens to the server. */
const sessions = [
  { line: 'tracker triage', keys: ['j', 'j', enter, 'l', '?', esc, 'S', esc, '/', 'casa', enter, esc, 'q'] },
  { line: 'tracker triage', keys: ['s', 'w', 'p', 'h', 'x', ' ', ' ', 'a', 'me', enter, 'u', 'q', 'w'] },
  {
    line: 'tracker triage',
    keys: ['r', 'It has been', ' fixed.', send, 'n', 'Ask first.', send, 'r', 'Later', esc, 'q'],
  },
  { line: 'tracker triage --state all', keys: ['G', 'k', 'c', esc, 'd', 'fri', esc, 'R', '!', 'q'] },
  { line: 'tracker triage --tasks', keys: ['j', 'd', 'fri', enter, 't', 'late', enter, 's', esc, 'q', 'w'] },
  { line: 'tracker triage --inbox', keys: ['j', 'm', 'u', 'j', enter, 'q'] },
  // What is decided while the server is away waits, and is sent once it is back.
  { line: 'tracker triage', keys: ['j', stops, 's', 'w', 'n', 'While away.', send, 'j', 'p', 'h', starts, 'q', 'w'] },
  { line: 'tracker triage --tasks', keys: [stops, 's', 'd', 'u', 'p', 'l', starts, 'q', 'w'] },
  { line: 'tracker triage', keys: [lost, 's', 'w', 'n', 'Perhaps.', send, well, 'q', 'w'] },
  ...[
    ['j', 'j', 'k', '?', 'q'],
    ['s', '3', 'p', '2', 'u', 's', 'no such', '', 'q'],
    ['r', 'It has been fixed.', '.', '1', 'n', 'Ask first.', '.', '1', 'q'],
    ['a', '1', 'x', 'j', 'x', 's', '7', '/', 'casa', 'S', '1', 'q'],
    ['j', stops, 's', '7', 'n', 'While away.', '.', '1', starts, 'q'],
  ].map((answers) => ({
    line: 'tracker triage --plain',
    keys: answers.map((each) => (each in switches ? each : `${each}${enter}`)),
  })),
  // Prompts, and what a terminal shows that a pipe does not.
  { line: 'tracker tickets create', keys: ['casa', enter, 'A subject', enter, enter, esc, '\u0003'] },
  { line: 'tracker tasks edit SCM-12 -s in_revew', keys: [enter, '\u0003'] },
  { line: 'tracker tickets delete CASA-10', keys: ['n', enter, '\u0003'] },
  { line: 'tracker drafts send', keys: [down, enter, '\u0003'] },
  {
    line: 'tracker next; tracker reply @ "On it." -s in_progress; tracker edit @ -p high; tracker undo; tracker undo --list; tracker drafts',
    keys: [enter],
  },
];

const sizes = ['80x24', '120x40'];

/**
 * A group for each session at each size: it begins with a fresh sandbox, as screens show everything that has happened before. One shape
 * has both sizes, the others one each.
 */
export function allSessions() {
  return sizes.flatMap((size, place) =>
    sessions.map((session, at) => ({
      ...{ name: `screens ${size} ${at + 1}`, isTimed: true, session: { ...session, size } },
      isIn: (shape) => shape === 'usual' || shape === ['spec', 'wire'][place],
      blocks: [[`${session.line} ${JSON.stringify(session.keys)}`]],
    })),
  );
}

/**
 * The screens of both sides, with the keys between them; a program that goes on after the last one is ended. A screen is complete when
 * nothing has been drawn or requested for a while and both are the same; `patience` multiplies how long that is waited for. What is read behind a
 * screen depends on the moment, so only writes count as requests.
 */
export async function playSession(sides, { line, keys, size }, patience, isSame) {
  const terminals = sides.map((side) => openTerminal(side, line, size));
  const screens = sides.map(() => []);
  const asks = line.includes('--plain');
  const look = async (isLast) => {
    await settle(sides, terminals, { patience, isSame, asks, isLast });
    for (const [at, terminal] of terminals.entries()) screens[at].push(terminal.text());
  };
  await look(false);
  for (const [at, key] of keys.entries()) {
    if (key in switches) await Promise.all(sides.map(switches[key]));
    else for (const terminal of terminals) terminal.type(key);
    for (const all of screens) all.push(`[${JSON.stringify(key)}]`);
    await look(at === keys.length - 1);
  }
  return terminals.map((terminal, at) => {
    const code = terminal.code();
    terminal.end();
    return { screens: screens[at].join('\n'), exit: String(code ?? 'goes on') };
  });
}

function openTerminal({ home, env }, line, size) {
  const [cols, rows] = size.split('x').map(Number);
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const program = spawn('bash', ['--norc', '-c', line], { name: 'xterm-256color', cols, rows, cwd: home, env });
  let code;
  let drawnAt = Number.POSITIVE_INFINITY;
  program.onData((text) => {
    drawnAt = performance.now();
    terminal.write(text);
  });
  program.onExit(({ exitCode }) => {
    code = exitCode;
  });
  return {
    code: () => code,
    drawnAt: () => drawnAt,
    type(key) {
      if (code === undefined) program.write(key);
    },
    text() {
      const { active } = terminal.buffer;
      const lines = Array.from({ length: rows }, (_, row) =>
        active.getLine(active.viewportY + row)?.translateToString(true),
      );
      return lines.join('\n').trimEnd();
    },
    end() {
      if (code === undefined) program.kill('SIGKILL');
      terminal.dispose();
    },
  };
}

/** How long nothing happens before a screen counts as complete, how long a key may have no effect, and how long two may differ. */
const [quietMs, idleMs, differMs] = [120, 350, 3_000];

/** Waits until all screens are complete. One that `asks` ignores what is typed before its question, usually the last line. */
async function settle(sides, terminals, { patience, isSame, asks, isLast }) {
  const began = performance.now();
  const isReady = (terminal) => {
    if (terminal.code() !== undefined) return true;
    const [now, drawnAt] = [performance.now(), terminal.drawnAt()];
    // Nothing at all is drawn until the program has started.
    if (isLast || drawnAt === Number.POSITIVE_INFINITY) return false;
    if (asks) {
      const hasAsked = /(?:^|\n)\? .*$/.test(terminal.text());
      return drawnAt > began && now - drawnAt > (hasAsked ? 2 * quietMs : idleMs) * patience;
    }
    return drawnAt > began ? now - drawnAt > quietMs * patience : now - began > idleMs * patience;
  };
  const isAnswered = ({ log }) => Date.now() - statSync(log).mtimeMs > quietMs * patience;
  for (;;) {
    await new Promise((go) => setTimeout(go, 20));
    const waited = performance.now() - began;
    const isQuiet = terminals.every(isReady) && sides.every(isAnswered);
    if (isQuiet && isSame(terminals.map((terminal) => terminal.text()))) return;
    const hasBegun = terminals.every((terminal) => terminal.drawnAt() !== Number.POSITIVE_INFINITY);
    if (waited > (hasBegun ? differMs * patience : 20_000)) return;
  }
}
