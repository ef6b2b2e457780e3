import type { Io } from '../terminal/streams/io.js';

/** Text in pieces that are made when they are needed; each reading begins anew. Not a string, whose pieces would be characters. */
export type Pieces = (Iterable<string> | AsyncIterable<string>) & object;

/** What `write` makes of so many rows at a time. */
export function inSlices<Row>(
  rows: readonly Row[],
  size: number,
  write: (slice: readonly Row[], start: number) => string,
): Iterable<string> & object {
  return {
    *[Symbol.iterator]() {
      for (let start = 0; start < rows.length; start += size) yield write(rows.slice(start, start + size), start);
    },
  };
}

/** Shows text through a pager. Resolves to whether one could be started. */
export type SpawnPager = (command: string, text: Pieces) => Promise<boolean>;

export const defaultPager = 'less -FRX';

interface PageParts {
  readonly io: Io;
  readonly choice: { readonly pager: boolean };
  readonly env: { readonly pager: string | undefined };
  readonly spawnPager?: SpawnPager | undefined;
}

/**
 * Shows text through the pager if there is one, or else writes it to stdout. Text that fits is not paged; its first line must stay
 * on the screen above a line about it and the next prompt.
 */
export async function page({ io, choice, env, spawnPager }: PageParts, text: Pieces, paged?: () => Promise<string>) {
  const { stdout } = io;
  const command = env.pager ?? defaultPager;
  const isWanted = stdout.isTerminal && choice.pager && command.trim() !== '' && command.trim() !== 'cat';
  if (spawnPager && isWanted && (await isLongerThan(text, stdout.rows() - 2))) {
    if (await spawnPager(command, paged ? [await paged()] : text)) return;
  }
  for await (const piece of text) await stdout.write(piece);
}

async function isLongerThan(text: Pieces, lines: number): Promise<boolean> {
  let count = 0;
  for await (const piece of text) {
    count += piece.split('\n', lines + 2).length - 1;
    if (count > lines) return true;
  }
  return false;
}
