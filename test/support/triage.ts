import { expect } from 'vitest';
import type { Machine, Ran, RunOptions } from './computer/machine.js';
import { playScreen, type Step } from './terminal/play-screen.js';
import type { Size } from './terminal/terminal.js';

/** The screen of the owner's queue once all is read, with the cursor on its first row. */
export const opened = /● live[\s\S]*CASA-8 [\s\S]*newest first/;

/** What triage offers first, as the screen has it: references in their order, and how many it says are left. */
export async function queueOnScreen(machine: Pick<Machine, 'run'>, rows = 60) {
  const size = { columns: 100, rows };
  const { shot } = await playTriage(
    machine,
    [{ shows: /(?: left [\s\S]*live[\s\S]*newest first|Nobody is waiting)/, type: 'q', name: 'list' }],
    { size },
  );
  const screen = shot('list');
  // Beside the list stands the detail, which has a reference too.
  const list = screen.replace(/│.*$/gm, '');
  const refs = [...list.matchAll(/[A-Z]+-\d+(?= +It is)/g)].map(([ref]) => ref);
  return { screen, refs: [...new Set(refs)], left: Number(/(\d+) left/.exec(screen)?.[1] ?? 0) };
}

/** The key that sends a text. */
export const send = '\u0013';

const usualSize: Size = { columns: 100, rows: 30 };

export interface Played extends Ran {
  readonly shots: ReadonlyMap<string, readonly string[]>;
  readonly painted: ReadonlyMap<string, readonly string[]>;
  /** A screen that was kept. */
  readonly shot: (name: string) => string;
  /** The same as words, however they are wrapped. */
  readonly words: (name: string) => string;
}

interface How extends RunOptions {
  readonly line?: string;
  readonly size?: Size;
  /** How long a public reply can be taken back (seconds); 0 unless given. */
  readonly replyDelay?: number;
  /** How triage is to end; 0 unless given. */
  readonly code?: number;
}

/** Opens triage at a terminal, where this is seen and typed until it ends. */
export async function playTriage(
  machine: Pick<Machine, 'run'>,
  steps: readonly Step[],
  { line = 'triage', size = usualSize, replyDelay = 0, code = 0, ...how }: How = {},
): Promise<Played> {
  await machine.run(`config set reply-delay ${replyDelay}`);
  const { player, shots, painted, stuck } = playScreen(size, steps);
  const signal = AbortSignal.timeout(30_000);
  const ran = await machine.run(line, { terminal: size, player, signal, ...how });
  expect(ran.code, `${stuck()}\n${ran.stderr}`).toBe(code);
  const shot = (name: string): string => shots.get(name)?.join('\n') ?? '';
  return { ...ran, shots, painted, shot, words: (name) => shot(name).replace(/\s+/g, ' ') };
}

/** Answers the questions of `triage --plain` at a terminal. */
export async function answerTriage(
  machine: Pick<Machine, 'run'>,
  keys: readonly string[],
  { line = 'triage --plain', replyDelay = 0, ...how }: Omit<How, 'size' | 'code'> = {},
): Promise<Ran> {
  await machine.run(`config set reply-delay ${replyDelay}`);
  return await machine.run(line, { terminal: usualSize, keys, signal: AbortSignal.timeout(30_000), ...how });
}
