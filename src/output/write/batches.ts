import type { Writer } from '../format.js';

/** Rows written at a time: large enough to be fast, small enough to bound memory. */
export const batchSize = 1000;

/** The same for a terminal: little more than a screen, since the pager is started once there is more than that. */
export const pagedSize = 50;

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
