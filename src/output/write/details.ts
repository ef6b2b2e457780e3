import { type PickedColumn, pickColumns } from '../columns/fields.js';
import { columnsOf, detailValues, entityOf } from '../detail/values.js';
import { withIdentity } from '../detail/with-identity.js';
import { type Pair, printsValues, type Writer } from '../format.js';
import type { Pieces } from '../pager.js';
import type { DetailData } from '../shown.js';
import type { JsonObject, ListView } from '../view.js';

/** Writes several entities: an array if values are printed whole, one table if cells were asked for, otherwise one after another. */
export async function writeDetails(writer: Writer, given: readonly DetailData[], isAsked: boolean): Promise<void> {
  // What one of them has is empty for the others.
  const namesOf = (each: DetailData) => [...each.fields, ...columnsOf(each.layout()).map(({ key }) => key)];
  const fields = writer.fields.length > 0 ? given.flatMap(namesOf) : [];
  const all = given.map((each) => ({ ...each, fields }));
  if (printsValues(writer.format)) return await writeArray(writer, all);
  if (writer.format.isTable && isAsked) return await writeTable(writer, all);
  const pages: string[] = [];
  // One page for all of them, instead of a pager for each.
  const page = async (text: Pieces): Promise<void> => {
    let whole = '';
    for await (const piece of text) whole += piece;
    pages.push(whole);
  };
  const collecting: Writer = { ...writer, links: false, page };
  for (const data of all) await writeDetail(collecting, data);
  const rule = `\n${writer.words ? '---' : '─'.repeat(Math.min(writer.io.stdout.columns(), 100))}\n\n`;
  if (pages.length > 0) await writer.page([pages.join(rule)]);
}

async function writeArray(writer: Writer, all: readonly DetailData[]): Promise<void> {
  const documents = all.map((data): JsonObject => {
    if (writer.fields.length === 0) return withIdentity(data);
    return Object.fromEntries(detailValues(writer, data).map(([key, value]) => [key, value ?? null]));
  });
  await writeRows(writer, documents, []);
}

/** The fields that were asked for, or the columns of the lists of these entities, each in its own row. */
async function writeTable(writer: Writer, all: readonly DetailData[]): Promise<void> {
  const rows = all.map((data) => Object.fromEntries(cellsOf(writer, data)));
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const view: ListView = {
    noun: '',
    fields: [],
    columns: keys.map((key) => ({ key, head: key, value: (row) => row[key] })),
  };
  const [first] = all;
  await writeRows(writer, rows, first === undefined ? [] : pickColumns(view, rows, [], first.setting));
}

function cellsOf(writer: Writer, data: DetailData): readonly Pair[] {
  if (writer.fields.length > 0) return detailValues(writer, data);
  const row = entityOf(data.envelope) ?? data.envelope;
  return data.list === undefined
    ? []
    : pickColumns(data.list, [], [], data.setting).map(({ key, value }) => [key, value(row)]);
}

async function writeRows(writer: Writer, rows: readonly JsonObject[], columns: readonly PickedColumn[]): Promise<void> {
  await writer.format.list(writer, {
    ...{ rows, columns, goesOn: false, total: rows.length, hidden: 0 },
    ...{ noun: 'results', refOf: () => '', shape: (row) => row },
  });
}

/** Writes an entity in the chosen format. Throws `usage` for an unknown field. */
export async function writeDetail(writer: Writer, data: DetailData): Promise<void> {
  const { format, fields } = writer;
  if (fields.length === 0) return await format.detail(writer, data);
  await format.pairs(writer, detailValues(writer, data));
}
