import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../computer/home.js';
import { type AtTerminal, startAtTerminal, toLines } from './terminal.js';

const size = { columns: 500, rows: 30 };

type Env = Readonly<Record<string, string>>;

/** How a program on a terminal ended, and everything it printed there. */
interface Edited {
  readonly code: number;
  readonly shown: string;
}

/** Runs `tracker` with these words on a terminal until it ends. */
export async function trackerAtTerminal(home: Home, words: string | readonly string[], env: Env = {}): Promise<Edited> {
  return await ending(start(home, ['tracker', ...(typeof words === 'string' ? words.split(' ') : words)], env));
}

export interface Editing {
  /** Types Ctrl-C for SIGINT, which also reaches the editor; sends any other signal only to `tracker`. */
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Edited>;
}

/** Starts `tracker` on a terminal. */
export function startTrackerAtTerminal(home: Home, words: readonly string[], env: Env = {}): Editing {
  const script = 'echo $$ > "$HOME/tracker.id"; exec tracker "$@"';
  const session = start(home, ['sh', '-c', script, 'sh', ...words], env);
  const id = (): number => Number(readFileSync(join(home.folder, 'tracker.id'), 'utf8'));
  return {
    kill: (signal) => void (signal === 'SIGINT' ? session.type('\u0003') : process.kill(id(), signal)),
    ended: ending(session),
  };
}

function start(home: Home, command: readonly string[], env: Env): AtTerminal {
  return startAtTerminal(home, command, { size, env: { NO_COLOR: '1', ...env } });
}

async function ending({ ended }: AtTerminal): Promise<Edited> {
  const { code, raw } = await ended;
  // A terminal echoes Ctrl-C.
  return { code, shown: raw === '' ? '' : `${toLines(raw).join('\n').replace(/^\^C/, '')}\n` };
}
