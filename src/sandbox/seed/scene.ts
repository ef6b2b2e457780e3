import type { Notice as ServiceNotice } from '../inbox/notify.js';
import type { Value } from '../store/database.js';
import type { World } from '../world.js';
import { makeCalendar, sayDay, weekOf } from './calendar.js';
import {
  type Columns,
  days,
  defaults,
  givenNameOf,
  identityOf,
  internalOrg,
  kinds,
  lists,
  type PersonName,
  people,
} from './content.js';
import { makeRandom, uuidOf } from './random.js';

/** What a notification is about; what the service itself says is about nothing. */
export type Topic = Pick<ServiceNotice, 'title' | 'url'> & Partial<Pick<ServiceNotice, 'entityType' | 'entityId'>>;

/** An event that people are notified of in their inbox; `at` is in workdays ago. */
export interface Notice extends Topic {
  readonly kind: string;
  readonly at: number;
  readonly by: PersonName | null;
  readonly to: readonly PersonName[];
  readonly body?: string;
}

/** What the parts of the seed share while they build a world. */
export type Scene = ReturnType<typeof makeScene>;

const marks = /\{([@#]|[a-z]+:)?([^{}]+)\}/g;

/** Starts a world, with nothing inserted yet. */
export function makeScene(world: World, number: number, anchor: Date) {
  const calendar = makeCalendar(anchor);
  const { ago, day } = calendar;
  const known = new Map<string, string>();
  /** The id of something that a kind and a name refer to, such as `task SCM-3` or `user mara`. */
  const id = (reference: string): string => {
    const uuid = known.get(reference) ?? uuidOf(`${number} ${reference}`);
    // What a large world adds is named once or twice.
    if (known.size < 4000) known.set(reference, uuid);
    return world.shape === 'wire' ? publicForm(reference, uuid) : uuid;
  };
  const nameOf = (key: string): string | undefined =>
    Object.hasOwn(people, key) ? identityOf(key as PersonName, number).name : undefined;
  const shown: Record<string, (name: string) => string | undefined> = {
    '': (key) => {
      const name = nameOf(key);
      return name && givenNameOf(name);
    },
    '@': (key) => `@[${nameOf(key)}](${id(`user ${key}`)})`,
    'name:': nameOf,
    '#': (name) => {
      const [ref = '', kind = 'task'] = name.split(':').reverse();
      return `~[${ref}](${kind}:${id(`${kind} ${ref}`)})`;
    },
    'on:': (value) => sayDay(ago(Number(value)).slice(0, 10)),
    'in:': (value) => sayDay(day(Number(value))),
    'week:': (value) => String(weekOf(day(Number(value)))),
    'day:': (value) => ago(Number(value)).slice(0, 10),
    'at:': (value) => ago(Number(value)),
  };
  for (const kind of ['user', 'org', 'view', 'task', 'ticket', 'note', 'item'])
    shown[`${kind}:`] = (name) => id(`${kind} ${name}`);
  /** Replaces the marks of a text. */
  const say = (text: string): string =>
    text.includes('{') ? text.replace(marks, (mark, kind = '', name) => shown[kind]?.(name) ?? mark) : text;
  const show = (column: string, value: unknown): Value => {
    if (typeof value === 'string') {
      if (column === 'id') return id(value);
      const kind = kinds[column];
      return kind ? id(`${kind} ${value}`) : say(value);
    }
    if (typeof value === 'number') {
      if (column.endsWith('_at') || column === 'meeting_date') return ago(value);
      return days.includes(column) ? day(value) : value;
    }
    if (value === null || value === undefined) return null;
    if (typeof value === 'boolean') return Number(value);
    if (value instanceof Uint8Array) return value;
    return say(column === 'description' || column === 'body_html' ? linesOf(value) : JSON.stringify(value));
  };
  /**
   * Inserts a row in the notation of the data. What a value means depends on its column: times (`…_at`) are workdays before the
   * anchor (see calendar.ts), `days` of company.json are calendar days from it (-2 is the day before yesterday), and its `kinds`
   * are names of people, tasks and so on for their ids. What its `lists` name is not a column, but rows of another table that
   * belong to this one: a table, and its columns in the order of the values. Long texts may be lists of lines; other lists and
   * objects are stored as JSON. All texts may have marks: `{sean}` is a given name, `{name:sean}` the whole one, `{@sean}` a
   * mention, `{#SCM-3}` and `{#ticket:SCM-3}` are references, `{user:sean}` and `{task:SCM-3}` ids, `{on:13.4}` is the day so many
   * workdays ago and `{in:22}` the one so many calendar days ahead (both as "3 November"), `{week:17}` the number of that day's
   * week, `{day:13.4}` is 2026-11-03, and `{at:13.4}` that moment.
   */
  const put = (table: string, row: Columns): void => {
    const own = lists[table] ?? {};
    const shownRow: Record<string, Value> = {};
    for (const part of [defaults[table], row])
      for (const column in part) if (!own[column]) shownRow[column] = show(column, part[column]);
    world.db.insert(table, shownRow);
    for (const list in own) {
      const [target = '', ...columns] = own[list] ?? [];
      const [kind, name] = String(row.id).split(/ (.*)/s);
      itemsOf(row[list]).forEach((item, index) => {
        const values = columns.map((column, at) => [column, [...item, index][at]]);
        put(target, { [`${kind}_id`]: name, ...Object.fromEntries(values) });
      });
    }
  };
  const notices: Notice[] = [];
  /** Rows for the history of projects, in any order. */
  const events: (Columns & { readonly created_at: number })[] = [];
  return { number, calendar, random: makeRandom(`world ${number}`), db: world.db, notices, events, id, say, put };
}

/** The values of the rows that a list stands for: an item has one or several, an entry of an object two. */
function itemsOf(list: unknown): readonly (readonly unknown[])[] {
  return (Array.isArray(list) ? list : Object.entries(list ?? {})).map((item) => [item].flat());
}

/** Public servers use other forms for some ids (docs/api.md, How to read this page). */
function publicForm(reference: string, id: string): string {
  if (reference === `org ${internalOrg}`) return 'org_trackr_internal';
  const [, template] = /^note template (.*)/.exec(reference) ?? [];
  if (template) return `tmpl-${template.toLowerCase().replaceAll(' ', '-')}`;
  return reference.startsWith('user ') ? id.replaceAll('-', '') : id;
}

/** A text of the data, which may be its lines. */
export function linesOf(text: unknown): string {
  return [text].flat().join('\n');
}

/** The checklist of `owner` (such as `task SCM-3`), with done items marked by a leading `x `; those of one owner share item ids. */
export function checklistOf(owner: string, lines: readonly string[] = []): readonly Columns[] {
  return lines.map((line, index) => ({
    id: `{item:${owner} ${index}}`,
    text: line.replace(/^x /, ''),
    done: line.startsWith('x '),
  }));
}
