import type { Io } from '../../terminal/io.js';
import type { Format, OutputChoice } from '../format.js';

/** What every format needs to know about this run. */
export interface Writer {
  readonly io: Io;
  readonly choice: OutputChoice;
  readonly format: Format;
  /** Whether stdout is coloured. */
  readonly color: boolean;
  /** Words and ASCII instead of symbols. */
  readonly words: boolean;
  /** Whether the terminal supports links. */
  readonly links: boolean;
  /**
   * Writes text for people to stdout. If it is longer than the screen it goes through the pager, in the version that `paged`
   * gives.
   */
  page(text: string, paged?: () => Promise<string>): Promise<void>;
}

/** Whether a format prints whole values, as JSON does, so that a key of the server keeps its value. */
export function printsValues({ value }: Format): boolean {
  return value !== undefined;
}

/** Rows written at a time: enough to be fast, few enough to bound memory. */
export const batchSize = 1000;

/** Writes rows in batches, each as `write` formats it. */
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
