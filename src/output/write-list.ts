import { refOf, uuidOf } from '../contract/row.js';
import { type PickedColumn, pickColumns } from './columns/fields.js';
import { identify, withIdentity } from './columns/identity.js';
import { csvLine, tsvLine } from './data/delimited.js';
import { dataText, toJson } from './data/json.js';
import type { ListData } from './show.js';
import { cleanLine } from './text/clean.js';
import type { Column, JsonObject, ListView, Setting } from './view.js';
import { batchSize, type Writer, writeBatches } from './writer.js';

/**
 * Writes a list in the chosen format. Throws `usage` for a field nobody knows; one that goes on behind rows written before
 * has been checked, and its header stands.
 */
export async function writeList<Row extends JsonObject>(
  writer: Writer,
  view: ListView<Row>,
  data: ListData<Row>,
  goesOn = false,
): Promise<void> {
  const { rows, answer = rows, setting } = data;
  const isChecked = goesOn || data.isDone === true || rows.length === 0;
  const columns = pickColumns(view, isChecked ? [] : answer, writer.choice.fields, setting);
  if (!isChecked && writer.choice.fields.some((field) => field.includes('.'))) {
    const { refuseListSteps } = await import('./columns/refuse-steps.js');
    refuseListSteps(writer.choice.fields, view.columns, { rows: answer, setting });
  }
  switch (writer.format) {
    case 'json':
      return await writeArray(writer, rows, rowShaper(writer, columns, { ref: refColumn(view), setting }));
    case 'jsonl': {
      const shape = rowShaper(writer, columns, { ref: refColumn(view), setting });
      return await writeBatches(writer, rows, (row) => `${toJson(shape(row))}\n`);
    }
    case 'csv': {
      const { isTerminal } = writer.io.stdout;
      const header = columns.map(({ key }) => key);
      if (!goesOn) await writer.io.stdout.write(csvLine(header, isTerminal));
      return await writeBatches(writer, rows, (row) => csvLine(valuesOf(columns, row), isTerminal));
    }
    case 'tsv':
      return await writeBatches(writer, rows, (row) => tsvLine(valuesOf(columns, row)));
    case 'refs': {
      const column = refColumn(view);
      return await writeBatches(writer, rows, (row) => refLine(column, row, setting));
    }
    case 'table':
      return await writeTable(writer, columns, { view, data });
  }
}

function valuesOf(columns: readonly PickedColumn[], row: JsonObject): readonly unknown[] {
  return columns.map(({ value }) => value(row));
}

/** What a row is in JSON: all of it with our keys before it, or exactly the named fields. */
function rowShaper(
  writer: Writer,
  columns: readonly PickedColumn[],
  { ref, setting }: { readonly ref: RefColumn; readonly setting: Setting },
): (row: JsonObject) => JsonObject {
  if (writer.choice.fields.length > 0) {
    return (row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row) ?? null]));
  }
  if (ref === undefined) return (row) => identify(row, setting.people);
  return (row) => {
    const identity = { ref: dataText(ref.value(row, setting)) || null, uuid: uuidOf(row) || null };
    return withIdentity(row, identity, setting.people);
  };
}

type RefColumn = Pick<Column, 'value'> | undefined;

function refColumn<Row extends JsonObject>(view: ListView<Row>): RefColumn {
  // A column only ever sees rows of its own list.
  return view.columns.find(({ key }) => key === 'ref') as RefColumn;
}

async function writeArray(
  writer: Writer,
  rows: readonly JsonObject[],
  shape: (row: JsonObject) => JsonObject,
): Promise<void> {
  const { stdout } = writer.io;
  if (stdout.isTerminal) return await writer.page(`${toJson(rows.map(shape), 2)}\n`);
  if (rows.length === 0) return await stdout.write('[]\n');
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = toJson(rows.slice(start, start + batchSize).map(shape)).slice(1, -1);
    const isLast = start + batchSize >= rows.length;
    await stdout.write(`${start === 0 ? '[' : ','}${batch}${isLast ? ']\n' : ''}`);
  }
}

function refLine(column: RefColumn, row: JsonObject, setting: Setting): string {
  const ref = dataText(column === undefined ? refOf(row) : column.value(row, setting));
  return ref === '' ? '' : tsvLine([ref]);
}

async function writeTable(
  writer: Writer,
  columns: readonly PickedColumn[],
  { view, data }: { readonly view: { readonly noun: string }; readonly data: ListData },
): Promise<void> {
  const { rows, total = rows.length, emptyHint } = data;
  if (rows.length === 0 && total === 0) {
    return await sayDim(writer, `No ${view.noun}${emptyHint === undefined ? '' : ` ${emptyHint}`}.`);
  }
  const [{ createPaint }, { drawTable }] = await Promise.all([
    import('./text/colour.js'),
    import('./table/draw-table.js'),
  ]);
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
  const { createPaint } = await import('./text/colour.js');
  const paint = await createPaint(writer.color && stderr.isTerminal);
  await stderr.write(`${paint([{ text: cleanLine(sentence), styles: ['dim'] }])}\n`);
}
