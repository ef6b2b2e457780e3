import { type Row, refOf } from '../../contract/row.js';
import { pickColumns } from '../../output/columns/fields.js';
import { createIdentify } from '../../output/columns/identity.js';
import { firstStep } from '../../output/columns/path.js';
import { escapeJson, plainJson, toJson } from '../../output/data/json.js';
import type { Writer } from '../../output/format.js';
import type { ListView, Setting } from '../../output/view.js';
import { rowShape, writeList } from '../../output/write/list.js';
import { type Batch, fromByteText, mapTexts, toByteText } from './byte-text.js';

/** Prints the rows of a long list batch by batch. */
interface RowPrinter {
  /** Whether the strings of rows may be byte text. */
  readonly takesByteText: boolean;
  /** Whether the rows cannot be printed without the people of the response. */
  readonly needsPeople: boolean;
  /** Called before the first row. */
  begin(setting: Setting): void;
  print(batch: Batch): Promise<void>;
  /** Until then, a JSON document is incomplete. */
  end(): Promise<void>;
}

export function printRows(writer: Writer, view: ListView): RowPrinter {
  const needsPeople = !writer.format.isOnlyRefs && namesPeople(view, writer.fields);
  return { needsPeople, ...(writer.format.json ? documents(writer, view) : lists(writer, view)) };
}

/** Whether rows have people in them, or columns their names. */
function namesPeople({ columns }: ListView, fields: readonly string[]): boolean {
  const isName = (field: string): boolean =>
    firstStep(field) === 'people' || columns.some(({ key, namesPeople }) => key === field && namesPeople);
  return fields.length === 0 || fields.some(isName);
}

type Printing = Omit<RowPrinter, 'needsPeople'>;

const comma = 0x2c;

/** Rows as JSON. Whole rows need not be decoded for that. */
function documents(writer: Writer, view: ListView): Printing {
  const { fields, format, io } = writer;
  const isArray = format.json === 'array';
  let hasRows = false;
  let shape: (row: Row) => Row = (row) => row;
  let shapeByteText = shape;
  let hasUnsafePeople = false;
  return {
    takesByteText: fields.length === 0 && view.columns.some(({ key, value }) => key === 'ref' && value === refOf),
    begin(setting) {
      const { people } = setting;
      hasUnsafePeople = toJson(people) !== plainJson(people);
      shape = rowShape(view, pickColumns(view, [], fields, setting), fields, setting);
      shapeByteText = createIdentify(mapTexts(people, toByteText) as typeof people);
    },
    async print({ rows, isByteText, isUnsafe }) {
      if (rows.length === 0) return;
      const shaped = rows.map(isByteText ? (row) => shapeByteText(row) : (row) => shape(row));
      const text = isArray ? plainJson(shaped).slice(0, -1) : shaped.map((row) => `${plainJson(row)}\n`).join('');
      const isSafe = isByteText && !isUnsafe && !hasUnsafePeople;
      const bytes = isSafe
        ? Buffer.from(text, 'latin1')
        : Buffer.from(escapeJson(isByteText ? fromByteText(text) : text));
      // In place of the bracket that opens an array of its own.
      if (isArray && hasRows) bytes[0] = comma;
      hasRows = true;
      await io.stdout.write(bytes);
    },
    async end() {
      if (isArray) await io.stdout.write(hasRows ? ']\n' : '[]\n');
    },
  };
}

/** Rows as the lists they are, one after another. */
function lists(writer: Writer, view: ListView): Printing {
  let setting: Setting | undefined;
  let goesOn = false;
  const write = async (rows: readonly Row[]): Promise<void> => {
    if (setting !== undefined) await writeList(writer, view, { rows, setting, isDone: true }, goesOn);
    goesOn = true;
  };
  return {
    takesByteText: false,
    begin(given) {
      setting = given;
    },
    async print({ rows }) {
      if (rows.length > 0) await write(rows);
    },
    async end() {
      if (!goesOn) await write([]);
    },
  };
}
