import type { Context } from '../../args/context.js';
import { checkFilters, type Filter, lacksFields } from '../../args/filter.js';
import type { Client } from '../../client/client.js';
import type { DetailKind } from '../../client/details.js';
import { isRow, type Row, refOf } from '../../contract/row.js';
import { keysOf, knownFields, refuseUnknown } from '../../output/columns/fields.js';
import { dataText } from '../../output/data/json.js';
import type { ListData } from '../../output/shown.js';
import { someOf } from '../../output/text/sentence.js';
import type { ListView, Setting } from '../../output/view.js';
import { type Arrangement, arrange, namesIn } from './arrange.js';
import { settingFor } from './setting.js';

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

interface SourceParts {
  readonly kind: DetailKind;
  readonly view: ListView;
  /** All rows of the response, and its people. */
  readonly rows: readonly Row[];
  readonly people?: unknown;
  /** Columns that come from elsewhere. */
  readonly made?: readonly string[] | undefined;
}

type ArrangedRows = Required<Pick<ListData, 'rows' | 'allRows' | 'total' | 'setting' | 'note'>>;

/** The rows of a list, and the steps to what is shown of them: what they lack is read from their details where a step needs it. */
export function sourceOf(context: Context, client: Client, parts: SourceParts) {
  const { kind, view, rows: all } = parts;
  const setting = settingFor(context, client, parts.people);
  const authors: Record<string, Setting['people'][string]> = {};
  const read = new Map<Row, Row>();
  const lost = new Set<Row>();
  const whole = (row: Row): Row => read.get(row) ?? row;
  const said = new Set<string>();
  let areWhole = false;
  const readAll = async (rows: readonly Row[], name: string): Promise<void> => {
    said.add(name);
    const unread = rows.filter((row) => !read.has(row) && !lost.has(row));
    if (unread.length === 0 || areWhole) return;
    // Loaded here, because most lists have all that is asked for.
    const { readMany } = await import('./read-many.js');
    const gone = await readMany(context, client, {
      ...{ kind, rows: unread, noun: view.noun, name },
      take(row, detail) {
        const entity = isRow(detail[kind]) ? detail[kind] : detail;
        read.set(row, { ...entity, ...row });
        if (isRow(detail.authors)) Object.assign(authors, detail.authors);
      },
      // A server whose rows are as full as its details leaves out what is empty.
      isEnough(row) {
        areWhole = read.has(row) && Object.keys(whole(row)).every((key) => Object.hasOwn(row, key));
        return areWhole;
      },
    });
    for (const row of gone) lost.add(row);
    const refs = someOf(gone.map(refOf));
    if (gone.length > 0)
      await context.show.warn(`could not read the details of ${refs}, and the list does not include ${name}`);
  };
  /** Reads what a flag names. Throws `usage` for a name that no row can have. */
  const complete = async (rows: readonly Row[], flag: string, names: readonly string[]): Promise<void> => {
    const lacking = names.filter((name) => isLacking({ ...parts, setting }, name));
    if (rows.length === 0 || lacking.length === 0) return;
    refuseUnknown(names, new Set([...knownFields(view, all), 'people']), flag);
    await readAll(rows, lacking.join(', '));
  };
  const withAuthors = (): Setting => ({ ...setting, people: { ...authors, ...setting.people } });
  return {
    /** With the people of the details that were read. */
    get setting() {
      return withAuthors();
    },
    /** A row with its detail, if that was read. */
    whole,
    /** The rows that pass all filters. Those that look at what the rows lack come last. Throws what `checkFilters` throws. */
    async filter(filters: readonly Filter[]): Promise<readonly Row[]> {
      const late = filters.filter(({ fields }) => lacksFields(all, fields));
      const others = filters.filter((each) => !late.includes(each));
      // Those that find less in rows than in details, and those that have to look elsewhere.
      const more = others.filter(({ wants }) => wants && lacksFields(all, wants));
      const open = others.filter((each) => each.settle);
      const last = [...late, ...more, ...open];
      const passing = all.filter((row) => filters.every((each) => last.includes(each) || each.keeps(row)));
      const [missing, first] = [late[0], more[0]];
      const unfound = passing.filter((row) => !more.every(({ keeps }) => keeps(row)));
      if (missing) await readAll(passing, missing.fields.join(' or '));
      else if (first && unfound.length > mostSearchedIn(context))
        await context.show.warn(unsearched(first, `${unfound.length} ${view.noun}`));
      else if (first) await readAll(unfound, (first.wants ?? []).join(' or '));
      checkFilters(passing.map(whole), late);
      for (const { settle } of [...late, ...open]) {
        const unsettled = settle ? passing.filter((row) => settle.isOpen(whole(row))) : [];
        if (!settle || unsettled.length === 0) continue;
        if (lacksFields(unsettled.map(whole), settle.needs)) await readAll(unsettled, settle.needs.join(' or '));
        await settle.look(passing.map(whole).filter(settle.isOpen));
      }
      return passing.filter((row) => last.every(({ keeps }) => keeps(whole(row))));
    },
    /** Sorts and limits rows, and gives them the columns of `--fields`. Throws what `arrange` throws. */
    async arrange(rows: readonly Row[], { sort, limit }: Pick<Arrangement, 'sort' | 'limit'>): Promise<ArrangedRows> {
      await complete(rows, '--sort', namesIn(sort));
      const sent = new Map(rows.map((row) => [whole(row), row]));
      const sortable = [...sent.keys()];
      const allRows = sort.length > 0 ? [...sortable, ...all] : all;
      const { total, rows: sorted } = arrange(view, sortable, { sort, limit, allRows, setting });
      const shown = sorted.map((row) => sent.get(row) ?? row);
      const fields = context.show.shownFields(view);
      await complete(shown, '--fields', fields);
      return {
        // Without --fields a row stays as it was sent.
        rows: fields.length > 0 ? shown.map(whole) : shown,
        allRows: all.map(whole),
        total,
        note: readNote(said, read.size),
        setting: withAuthors(),
      };
    },
  };
}

/** Whether no row has what a column or a path shows. */
function isLacking({ view, rows, setting, made = [] }: SourceParts & Pick<ArrangedRows, 'setting'>, name: string) {
  if (made.includes(name)) return false;
  const column = view.columns.find(({ key }) => key === name);
  if (column !== undefined && column.reads === undefined && column.key !== 'ref')
    return rows.every((row) => dataText(column.value(row, setting)) === '');
  return lacksFields(rows, keysOf(view, name));
}
