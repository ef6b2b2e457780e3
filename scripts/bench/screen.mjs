// What `tracker triage` costs at a pseudo-terminal with 5,000 rows: its first screen from the cache, a key until the screen has
// changed, and its memory. Needs @lydell/node-pty.
import { readFileSync } from 'node:fs';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';

const rows = 5_000;
const keys = 200;

/** Median times (ms) and peak memory (MB); undefined without pseudo-terminals. */
export async function measureScreen({ node, program, env, login, runs }) {
  const { spawn } = await import('@lydell/node-pty').catch(() => ({}));
  if (!spawn) return undefined;
  login(rows);
  const start = (command) => {
    const began = performance.now();
    const terminal = spawn(node, command, { cols: 120, rows: 40, name: 'xterm-256color', cwd: env.HOME, env });
    let text = '';
    terminal.onData((data) => (text += data));
    let isOver = false;
    const ended = new Promise((resolve) => terminal.onExit(resolve)).then(() => (isOver = true));
    const shows = async (pattern) => {
      while (!pattern.test(text)) {
        if (isOver) throw new Error(`ended without ${pattern}: ${text}`);
        await breathe();
      }
      return performance.now() - began;
    };
    return { terminal, shows, ended, length: () => text.length };
  };
  const triage = [program, 'triage', '--tasks', '-I', `rows-${rows}`];
  const opening = [];
  const bare = [];
  const pressing = [];
  let memory = 0;
  for (let run = 0; run <= runs; run++) {
    const floor = performance.now();
    await start(['-e', '0']).ended;
    const floorMs = performance.now() - floor;
    const { terminal, shows, ended, length } = start(triage);
    const first = await shows(/quit/);
    await shows(/polling|live|offline/);
    await pause(500);
    for (let key = 0; key < keys && run > 0; key++) {
      const before = length();
      const pressed = performance.now();
      terminal.write('j');
      while (length() === before) await breathe();
      pressing.push(performance.now() - pressed);
      await pause(10);
    }
    memory = Math.max(
      memory,
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${terminal.pid}/status`, 'utf8'))?.[1] ?? 0),
    );
    terminal.write('q');
    await ended;
    // The first run fills the cache.
    if (run === 0) continue;
    opening.push(first);
    bare.push(floorMs);
  }
  const at = (all, part) => all.toSorted((one, other) => one - other)[Math.floor(all.length * part)];
  return {
    rows,
    openMs: at(opening, 0.5),
    floorMs: at(bare, 0.5),
    keyMs: at(pressing, 0.5),
    keyP95Ms: at(pressing, 0.95),
    memoryMb: memory / 1024,
  };
}
