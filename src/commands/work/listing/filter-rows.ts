import type { Filter } from '../../../args/filter.js';
import type { LongReply } from '../../../client/client.js';
import { type RowTaker, takeLong } from '../../../client/long/take-long.js';
import { type Batch, fromByteText, mapTexts, readFields, toByteText } from '../../../client/long/value-ends.js';
import { type Row, refOf } from '../../../contract/row.js';
import { pickColumns } from '../../../output/columns/fields.js';
import { createIdentify } from '../../../output/columns/identity.js';
import { firstStep } from '../../../output/columns/path.js';
import { escapeJson, plainJson, toJson } from '../../../output/data/json.js';
import type { Writer } from '../../../output/format.js';
import type { ListView, Setting } from '../../../output/view.js';
import { rowShape, writeList } from '../../../output/write/list.js';

/** How many rows are held back until one has the fields of all filters. */
const mostHeld = 10_000;

/** Ends the taking of rows: it takes all of them at once to go on. */
export class NeedsWhole extends Error {}

interface LongWorkParts {
  readonly writer: Writer;
  readonly view: ListView;
  /** Throws `NeedsWhole` if that depends on the rows. */
  readonly filtersFor: (users: unknown) => Promise<readonly Filter[]>;
  /** The fields of which a row must have one for each column that was asked for. */
  readonly fields: readonly (readonly string[])[];
  readonly settingFor: (users: unknown) => Setting;
  /** Whether filters look at people. */
  readonly needsPeople: boolean;
  readonly limit: number | undefined;
  /** Up to how many rows the details are read if a filter finds more in them. */
  readonly mostSearched: number;
}

/** Filters and prints a long list batch by batch. */
export function filterRows(parts: LongWorkParts) {
  const { writer, view, filtersFor, fields, settingFor, limit = Number.POSITIVE_INFINITY, mostSearched } = parts;
  const printer = writer.format.json ? documents(writer, view) : lists(writer, view);
  let filters: readonly Filter[] = [];
  /** What filters read. */
  let keys: readonly string[] = [];
  /** Lists of fields, of which no row has had one yet. */
  const missing = new Set<readonly string[]>();
  let held: Batch[] = [];
  let kept = 0;
  let taken = 0;
  let isEnded = false;
  /** What no row has is read from details, so rows are held back until one with it has come. */
  const isMissing = (): boolean =>
    fields.some((each) => missing.has(each)) ||
    filters.some((each) => missing.has(each.fields) || (findsLess(each) && taken <= mostSearched));
  const findsLess = ({ wants }: Filter): boolean => wants !== undefined && missing.has(wants);
  const taker: RowTaker = {
    takesByteText: printer.takesByteText,
    needsPeople: parts.needsPeople || (!writer.format.isOnlyRefs && namesPeople(view, writer.fields)),
    async begin(users) {
      filters = await filtersFor(users).catch((error: unknown) => {
        isEnded = error instanceof NeedsWhole;
        throw error;
      });
      keys = [...new Set(filters.flatMap(({ fields, wants = [], reads = [] }) => [...fields, ...wants, ...reads]))];
      for (const each of [...fields, ...filters.flatMap(({ fields, wants = [] }) => [fields, wants])])
        if (each.length > 0) missing.add(each);
      printer.begin(settingFor(users));
    },
    async take(batch) {
      const { rows } = batch;
      for (const each of missing)
        if (rows.some((row) => each.some((field) => Object.hasOwn(row, field)))) missing.delete(each);
      const found = rows.filter((row) => {
        const read = readFields(row, keys, batch);
        return filters.every(({ keeps }) => keeps(read));
      });
      const chosen = found.slice(0, limit - kept);
      held.push({ ...batch, rows: chosen });
      kept += chosen.length;
      taken += rows.length;
      isEnded = isMissing() && kept > mostHeld;
      if (isEnded) throw new NeedsWhole();
      if (isMissing()) return;
      for (const each of held) await printer.print(each);
      held = [];
    },
  };
  return {
    take: async (long: LongReply): Promise<undefined> => void (await takeLong(long, taker)),
    /** Whether no row had a field that is needed, so that nothing was printed; after all rows, or `NeedsWhole`. */
    isLacking: (): boolean => isEnded || (taken > 0 && isMissing()),
    /** The filters that would find more in fields which no row had. */
    unseen: (): readonly Filter[] => (taken > 0 ? filters.filter(findsLess) : []),
    end: (): Promise<void> => printer.end(),
  };
}

interface RowPrinter {
  /** Whether the strings of rows may be byte text. */
  readonly takesByteText: boolean;
  begin(setting: Setting): void;
  print(batch: Batch): Promise<void>;
  /** Until then, a JSON document is incomplete. */
  end(): Promise<void>;
}

/** Whether rows have people in them, or columns their names. */
function namesPeople({ columns }: ListView, fields: readonly string[]): boolean {
  const isName = (field: string): boolean =>
    firstStep(field) === 'people' || columns.some(({ key, namesPeople }) => key === field && namesPeople);
  return fields.length === 0 || fields.some(isName);
}

const comma = 0x2c;

/** Rows as JSON. Whole rows need not be decoded for that. */
function documents(writer: Writer, view: ListView): RowPrinter {
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
      shapeByteText = createIdentify(mapTexts(people, toByteText) as typeof people, view.sideOf);
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
function lists(writer: Writer, view: ListView): RowPrinter {
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
