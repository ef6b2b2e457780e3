import { cleanLine } from './clean.js';
import { createPaint } from './colour.js';
import type { PickedColumn } from './fields.js';
import type { ListData } from './show.js';
import { drawTable } from './table.js';
import type { Writer } from './writer.js';

/** Writes a list as a table for people, and says what was left out, or that there is nothing. */
export async function writeTable(
  writer: Writer,
  columns: readonly PickedColumn[],
  { view, data }: { readonly view: { readonly noun: string }; readonly data: ListData },
): Promise<void> {
  const { rows, total = rows.length, emptyHint } = data;
  if (rows.length === 0 && total === 0) {
    return await sayDim(writer, `No ${view.noun}${emptyHint === undefined ? '' : ` ${emptyHint}`}.`);
  }
  const { color, words } = writer;
  const paint = await createPaint(color);
  if (rows.length > 0) {
    await writer.page(await drawTable({ columns, rows, width: writer.io.stdout.columns(), paint, words }));
  }
  if (total > rows.length) await sayDim(writer, `${rows.length} of ${total} ${view.noun} shown.`);
}

/** A remark on stderr, beside the data. */
async function sayDim(writer: Writer, sentence: string): Promise<void> {
  const { stderr } = writer.io;
  const paint = await createPaint(writer.color && stderr.isTerminal);
  await stderr.write(`${paint([{ text: cleanLine(sentence), styles: ['dim'] }])}\n`);
}
