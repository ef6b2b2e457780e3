import type { Io } from '../../terminal/io.js';
import type { Format, OutputChoice } from '../format.js';

/** What every format needs to know about this run. */
export interface Writer {
  readonly io: Io;
  readonly choice: OutputChoice;
  readonly format: Format;
  /** Whether stdout gets colour. */
  readonly color: boolean;
  /** Words and ASCII instead of symbols. */
  readonly words: boolean;
  /** Whether the terminal opens links. */
  readonly links: boolean;
  /** Writes text for people to stdout, through the pager when it is longer than the screen, and then as `paged` gives it. */
  page(text: string, paged?: () => Promise<string>): Promise<void>;
}

/** Whether a format prints values whole, as JSON does: there a key of the server's is the server's value. */
export function printsValues({ value }: Format): boolean {
  return value !== undefined;
}

/** Rows written at a time: large enough to be fast, small enough to bound memory. */
export const batchSize = 1000;

/** Writes rows in batches, each row as `write` gives it. */
export async function writeBatches<Row>(
  { io }: Writer,
  rows: readonly Row[],
  write: (row: Row) => string,
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize).map(write);
    await io.stdout.write(batch.join(''));
  }
}
