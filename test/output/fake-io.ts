import { createShow } from '../../src/output/create-show.js';
import type { SpawnPager } from '../../src/output/pager.js';
import type { OutputChoice, Show } from '../../src/output/show.js';
import type { Setting } from '../../src/output/view.js';
import { withDrawnLine } from '../../src/terminal/streams/create-io.js';
import { createFullScreen } from '../../src/terminal/streams/full-screen.js';
import type { Io, Output } from '../../src/terminal/streams/io.js';

export interface Recorded {
  readonly io: Io;
  stdout(): string;
  stderr(): string;
}

/** Streams that remember what was written to them. */
export function recordIo({ isTerminal = false, columns = 80, rows = 24 } = {}): Recorded {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    isTerminal,
    columns: () => columns,
    rows: () => rows,
    hasBegun: () => written[name] !== '',
    write: async (text) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    },
  });
  const io: Io = {
    stdin: { isTerminal: false, readAll: async () => new Uint8Array(), stream: () => process.stdin },
    stdout: output('stdout'),
    stderr: withDrawnLine(output('stderr')),
    conceal: () => undefined,
    mask: (text) => text,
    promptStream: () => process.stderr,
    fullScreen: () => createFullScreen({ stdout: process.stdout, job: {}, divert: () => undefined }),
  };
  return { io, stdout: () => written.stdout, stderr: () => written.stderr };
}

export interface ShowOptions extends Partial<OutputChoice> {
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly color?: boolean;
  readonly accessible?: boolean;
  readonly pagerCommand?: string;
  readonly spawnPager?: SpawnPager;
}

/** Runs `use` with a Show on recorded streams, and gives what it wrote. */
export async function shown(
  options: ShowOptions,
  use: (show: Show) => Promise<void>,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const recorded = recordIo(options);
  const { format = 'auto', fields = [], pager = false, color = false, accessible = false } = options;
  const show = createShow({
    io: recorded.io,
    choice: { format, fields, pager },
    color,
    env: { pager: options.pagerCommand, accessible },
    ...(options.spawnPager && { spawnPager: options.spawnPager }),
  });
  await use(show);
  return { stdout: recorded.stdout(), stderr: recorded.stderr() };
}

/** Eight in the morning of Friday 21 November 2025, local time. */
export const now = new Date(2025, 10, 21, 8, 0);

/** An ISO time so many minutes before `now`. */
export const minutesAgo = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();

export const setting: Setting = {
  people: { u1: { name: 'Ada Lovelace', color: '#112233' }, u2: { name: 'Grace Hopper' } },
  now,
  me: 'u1',
};
