import type { Context } from '../../args/context.js';
import { checkFilters, type Filter, lacksFields } from '../../args/filter.js';
import type { Client } from '../../client/client.js';
import type { DetailKind } from '../../client/details.js';
import { isRow, type Row } from '../../contract/row.js';
import { keysOf, knownFields, refuseUnknown } from '../../output/columns/fields.js';
import { dataText } from '../../output/data/json.js';
import type { ListData } from '../../output/shown.js';
import type { ListView, Setting } from '../../output/view.js';
import { type Arrangement, arrange } from './arrange.js';

/** Reading more details than this is said on a terminal. */
const mostUnsaid = 50;

/** What is said about details that were read for what the rows lack; undefined if they were few. */
export function readNote(names: Iterable<string>, read: number): string | undefined {
  return read > mostUnsaid ? `${[...names].join(', ')} read from ${read} details` : undefined;
}

/** How many details a search may read only to find more. */
export function mostSearchedIn({ settings }: Pick<Context, 'settings'>): number {
  return settings.yes ? Number.POSITIVE_INFINITY : 1000;
}

/** Says where a filter did not look, and of how many rows the details would have to be read for it. */
export function unsearched({ flag, wants = [] }: Filter, rows: string): string {
  return `the list does not include ${wants.join(' or ')}, so ${flag} did not look there; add --yes to read the details of ${rows}`;
}

interface RowList {
  readonly kind: DetailKind;
  readonly view: ListView;
  /** All rows of the response. */
  readonly rows: readonly Row[];
  readonly setting: Setting;
  /** Columns that come from elsewhere. */
  readonly made?: readonly string[] | undefined;
}

/** The rows of a list, with the fields that they lack read from their details where somebody asks for them. */
interface CompleteRows {
  /** The rows that pass all filters. Those that look at what the rows lack come last. Throws what `checkFilters` throws. */
  filter(filters: readonly Filter[]): Promise<readonly Row[]>;
  /** These rows as the list has them. */
  sent(rows: readonly Row[]): readonly Row[];
  /** Sorts and limits rows, and gives them the columns of `--fields`. Throws what `arrange` throws. */
  arrange(rows: readonly Row[], by: Pick<Arrangement, 'sort' | 'limit'>): Promise<ArrangedRows>;
}

type ArrangedRows = Required<Pick<ListData<Row>, 'rows' | 'allRows' | 'total' | 'setting' | 'note'>>;

export function completeRows(context: Context, client: Client, listed: RowList): CompleteRows {
  const { kind, view, rows: all, setting } = listed;
  const { wholeOf, sentOf, isRead, ...details } = createJoin(kind);
  const said = new Set<string>();
  let areWhole = false;
  const readAll = async (rows: readonly Row[], name: string): Promise<readonly Row[]> => {
    said.add(name);
    const unread = rows.map(sentOf).filter((row) => !isRead(row));
    if (unread.length > 0 && !areWhole) {
      // A server whose rows are as full as its details leaves out what is empty.
      const isEnough = (row: Row): boolean => {
        areWhole = isRead(row) && Object.keys(wholeOf(row)).every((key) => Object.hasOwn(row, key));
        return areWhole;
      };
      // Loaded here, because most lists have all that is asked for.
      const { readMany } = await import('./read-many.js');
      await readMany(context, client, { kind, rows: unread, take: details.take, noun: view.noun, name, isEnough });
    }
    return rows.map(wholeOf);
  };
  /** The rows, with the details that filters need. */
  const readFor = async (rows: readonly Row[], { late, more }: Unsure): Promise<readonly Row[]> => {
    const [missing, first] = [late[0]?.fields, more[0]];
    if (missing) return await readAll(rows, missing.join(' or '));
    const unfound = rows.filter((row) => !more.every(({ keeps }) => keeps(row)));
    if (first === undefined) return rows;
    if (unfound.length > mostSearchedIn(context)) {
      await context.show.warn(unsearched(first, `${unfound.length} ${view.noun}`));
      return rows;
    }
    await readAll(unfound, (first.wants ?? []).join(' or '));
    return rows.map(wholeOf);
  };
  const settle = async (rows: readonly Row[], filters: readonly Filter[]): Promise<readonly Row[]> => {
    let settled = rows;
    for (const { settle: by } of filters) {
      const open = by ? settled.filter(by.isOpen) : [];
      if (!by || open.length === 0) continue;
      if (lacksFields(open, by.needs)) await readAll(open, by.needs.join(' or '));
      settled = settled.map(wholeOf);
      await by.look(settled.filter(by.isOpen));
    }
    return settled;
  };
  /** The rows with what a flag names. Throws `usage` for a name that no row can have. */
  const complete = async (rows: readonly Row[], flag: string, names: readonly string[]): Promise<readonly Row[]> => {
    const lacking = names.filter((name) => isLacking(listed, name));
    if (rows.length === 0 || lacking.length === 0) return rows;
    refuseUnknown(names, new Set([...knownFields(view, all), 'people']), flag);
    return await readAll(rows, lacking.join(', '));
  };
  return {
    sent: (rows) => rows.map(sentOf),
    async filter(filters) {
      const unsure = unsureOf(filters, all);
      const { late, more, open } = unsure;
      const last = [...late, ...more, ...open];
      const passing = all.filter((row) => filters.every((each) => last.includes(each) || each.keeps(row)));
      const found = await readFor(passing, unsure);
      checkFilters(found, late);
      const settled = await settle(found, [...late, ...open]);
      return settled.filter((row) => last.every(({ keeps }) => keeps(row)));
    },
    async arrange(rows, { sort, limit }) {
      const names = sort.map((name) => name.replace(/^-/, ''));
      const sortable = await complete(rows, '--sort', names);
      const allRows = sort.length > 0 ? [...sortable, ...all] : all;
      const { total, rows: sorted } = arrange(view, sortable, { sort, limit, allRows, setting });
      const { fields } = context.show.choice;
      // Without --fields a row stays as it was sent.
      const shown = fields.length > 0 ? await complete(sorted, '--fields', fields) : sorted.map(sentOf);
      return {
        rows: shown,
        allRows: all.map(wholeOf),
        total,
        note: readNote(said, details.count()),
        setting: { ...setting, people: { ...details.people, ...setting.people } },
      };
    },
  };
}

/** Rows as they came with a list, and with their details where those were read. */
function createJoin(kind: DetailKind) {
  const whole = new Map<Row, Row>();
  const sent = new Map<Row, Row>();
  const people: Record<string, Setting['people'][string]> = {};
  const sentOf = (row: Row): Row => sent.get(row) ?? row;
  return {
    people,
    sentOf,
    wholeOf: (row: Row): Row => whole.get(sentOf(row)) ?? row,
    isRead: (sentRow: Row): boolean => whole.has(sentRow),
    /** How many details were read. */
    count: (): number => whole.size,
    take(row: Row, detail: Row): void {
      const entity = isRow(detail[kind]) ? detail[kind] : detail;
      const merged = { ...entity, ...row };
      whole.set(row, merged);
      sent.set(merged, row);
      if (isRow(detail.authors)) Object.assign(people, detail.authors);
    },
  };
}

/** Filters that cannot decide by the rows alone. */
type Unsure = Readonly<Record<'late' | 'more' | 'open', readonly Filter[]>>;

/** Those that look at what the rows lack, those that find less in rows than in details, and those that have to look elsewhere. */
function unsureOf(filters: readonly Filter[], rows: readonly Row[]): Unsure {
  const late = filters.filter(({ fields }) => lacksFields(rows, fields));
  const others = filters.filter((each) => !late.includes(each));
  return {
    late,
    more: others.filter(({ wants }) => wants && lacksFields(rows, wants)),
    open: others.filter((each) => each.settle),
  };
}

/** Whether no row has what a column or a path shows. */
function isLacking({ view, rows, setting, made = [] }: RowList, name: string): boolean {
  if (made.includes(name)) return false;
  const column = view.columns.find(({ key }) => key === name);
  if (column !== undefined && column.reads === undefined && column.key !== 'ref')
    return rows.every((row) => dataText(column.value(row, setting)) === '');
  return lacksFields(rows, keysOf(view, name));
}
