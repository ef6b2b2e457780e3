import { withIdentity } from '../columns/identity.js';
import { detailValues } from '../detail/values.js';
import { printsValues, type Writer } from '../format.js';
import type { Pieces } from '../pager/spawn-pager.js';
import type { DetailData } from '../shown.js';
import type { JsonObject } from '../view.js';
import { writeDetail } from './detail.js';

/** Writes several entities: an array in formats that print values whole, otherwise one after another. */
export async function writeDetails(writer: Writer, all: readonly DetailData[]): Promise<void> {
  if (printsValues(writer.format)) return await writeArray(writer, all);
  const pages: string[] = [];
  // One page for all of them, instead of a pager for each.
  const page = async (text: Pieces): Promise<void> => {
    let whole = '';
    for await (const piece of text) whole += piece;
    pages.push(whole);
  };
  const collecting: Writer = { ...writer, links: false, page };
  for (const data of all) await writeDetail(collecting, data);
  const rule = `\n${(writer.words ? '-' : '─').repeat(Math.min(writer.io.stdout.columns(), 100))}\n\n`;
  if (pages.length > 0) await writer.page([pages.join(rule)]);
}

async function writeArray(writer: Writer, all: readonly DetailData[]): Promise<void> {
  const documents = all.map((data): JsonObject => {
    const { envelope, ref, uuid, setting } = data;
    if (writer.fields.length === 0) return withIdentity(envelope, { ref, uuid }, setting.people);
    return Object.fromEntries(detailValues(writer, data).map(([key, value]) => [key, value ?? null]));
  });
  await writer.format.list(writer, {
    ...{ rows: documents, columns: [], goesOn: false, total: documents.length, hidden: 0 },
    ...{ noun: 'results', emptyHint: undefined, refOf: () => '', shape: (row) => row },
  });
}
