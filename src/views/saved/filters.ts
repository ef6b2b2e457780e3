import { isRow, startOfId } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { JsonObject } from '../../output/view.js';
import { objectsOf, ownText } from '../read-row.js';
import { filterWords } from './words.js';

/** The flags of lists that filters stand for, and what they take. */
const takes = {
  ...{ status: 'names', priority: 'names', type: 'names', category: 'names', tag: 'names' },
  ...{ project: 'names', org: 'names', customer: 'names', assignee: 'names' },
  ...{ due: 'text', search: 'text', since: 'text', until: 'text', stale: 'text' },
  ...{ scope: 'text', segment: 'text', state: 'text' },
  ...{ overdue: 'nothing', unassigned: 'nothing', waiting: 'nothing' },
} as const;

export type FilterFlag = keyof typeof takes;

export function isFilterFlag(flag: string): flag is FilterFlag {
  return Object.hasOwn(takes, flag);
}

/** Filters that are not called like the flag they stand for. */
const otherNames: Readonly<Record<string, FilterFlag>> = {
  ...{ orgId: 'org', orgSlug: 'org', projectKey: 'project', projectId: 'project', customerId: 'customer' },
  ...{ assignees: 'assignee', assigneeIds: 'assignee', assignedAgentId: 'assignee' },
  ...{ tags: 'tag', labels: 'tag', q: 'search', quietFor: 'stale' },
};

export interface SavedFilter {
  /** Its name on the server. */
  readonly field: string;
  readonly flag: FilterFlag;
  /** Of a flag without a value: none. */
  readonly values: readonly string[];
  /** Whether the server has a list of them. */
  readonly isList: boolean;
}

/** A saved view of the web app (docs/api.md, Session). */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  /** The field that holds its filters, or the `config` in which they are. */
  readonly held: 'config' | 'filters' | 'filter' | undefined;
  readonly filters: readonly SavedFilter[];
  /** How many days ahead the sooner of a task's due and planned day may be. */
  readonly days: number | undefined;
  readonly sort: readonly string[];
  /** How the web app sorts its list, which may not be by a column of ours. */
  readonly order: readonly string[];
  /** What may decide which rows it has, and is not understood, by field. */
  readonly unread: readonly string[];
};

/** The saved views of a page, for a row from viewRows. One without a name is called by its id. */
export function savedViewsOf(page: JsonObject): readonly SavedView[] {
  return objectsOf(page, 'savedViews').flatMap((view) => {
    const id = ownText(view, 'id') ?? '';
    const name = ownText(view, 'name') ?? id;
    return name === '' ? [] : [{ id, name, ...readAsked(view, page.key === 'tasks') }];
  });
}

/** The keys of a view that only say how its rows are arranged. */
export const arranging: readonly string[] = [
  ...['view', 'group', 'sub', 'listGroup', 'boardGroup', 'listSort', 'boardSort'],
];

/** The keys of a view that do not decide which rows it has. */
const beside: readonly string[] = ['id', 'name', ...arranging];

/** How many days ahead the web app shows tasks, by its own names for that. */
const horizons: ReadonlyMap<unknown, number> = new Map(Object.entries({ '7d': 7, '14d': 14, '30d': 30, '90d': 90 }));

/** The other keys that are known. */
const mayBeUnset = /^(?:filters?|config|sort|time)$/;

function readAsked({ config, ...view }: JsonObject, isOfTasks: boolean): Omit<SavedView, 'id' | 'name'> {
  const isNested = isRow(config);
  const held = isNested ? 'config' : (['filters', 'filter'] as const).find((field) => Object.hasOwn(view, field));
  const given = [view, isNested ? config : { config }]
    .flatMap((part) => Object.entries(part))
    .filter(([key, value]) => value !== undefined && !(isUnset(value) && mayBeUnset.test(key)));
  const isFilters = ([key, value]: readonly [string, unknown]): boolean => /^filters?$/.test(key) && isRow(value);
  const read = given
    .flatMap((each) => (isFilters(each) && isRow(each[1]) ? Object.entries(each[1]) : []))
    .filter(([field, value]) => flagFor(field) === undefined || !(isUnset(value) || value === false))
    .map(([field, value]) => readFilter(field, value, isNested) ?? field);
  const oneOf = (name: string): unknown => given.find(([key]) => key === name)?.[1];
  const sort = textsIn(oneOf('sort') ?? []);
  const time = oneOf('time') ?? (isNested ? '30d' : 'all');
  const isTime = time === 'all' || (isOfTasks && horizons.has(time));
  const understood = [...beside, ...(sort ? ['sort'] : []), ...(isTime ? ['time'] : [])];
  const unread = [
    ...given.filter((each) => !isFilters(each) && !understood.includes(each[0])).map(([key]) => key),
    ...read.filter((each) => typeof each === 'string'),
  ];
  return {
    held,
    filters: read.filter((each) => typeof each !== 'string'),
    days: isOfTasks ? horizons.get(time) : undefined,
    sort: sort ?? [],
    order: orderIn(oneOf('listSort')),
    // Something must say which rows it has.
    unread: unread.length === 0 && held === undefined ? ['filters'] : unread,
  };
}

function orderIn(given: unknown): readonly string[] {
  const { by, dir } = isRow(given) ? given : {};
  return typeof by !== 'string' ? [] : [dir === 'desc' ? `-${by}` : by];
}

/** What a filter holds that nobody has set. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The assignee of what has none. */
export const unassigned = '__unassigned__';

/** Nobody chooses more; each may have to be looked up. */
const mostValues = 100;

/** Undefined if it is not understood, or has a value that is not: part of it would show other rows. */
function readFilter(field: string, value: unknown, isNested: boolean): SavedFilter | undefined {
  const flag = flagFor(field);
  // What texts mean in a config is not known.
  if (flag === undefined || (isNested && takes[flag] !== 'names')) return undefined;
  const isList = Array.isArray(value);
  if (takes[flag] === 'nothing') return value === true ? { field, flag, values: [], isList } : undefined;
  const values = textsIn(value)?.map((each) => (flag === 'assignee' && each === unassigned ? 'none' : each));
  // A ! would leave out what is named, and a tag called none be what has no tags.
  const isOdd = (each: string): boolean => each.startsWith('!') || (flag === 'tag' && /^none$/i.test(each));
  if (!values || values.length > mostValues || values.some(isOdd)) return undefined;
  return takes[flag] === 'text' && values.length !== 1 ? undefined : { field, flag, values, isList };
}

function flagFor(field: string): FilterFlag | undefined {
  if (Object.hasOwn(otherNames, field)) return otherNames[field];
  return isFilterFlag(field) ? field : undefined;
}

/** A text, or a list of texts; undefined if it is something else, or one of them is blank. */
function textsIn(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.filter((each) => typeof each === 'string');
  return texts.length === all.length && texts.every((each) => each.trim() !== '') ? texts : undefined;
}

/** The value of a flag for a filter, as the flag's parser gives it for names and texts. */
export function flagValueOf({ flag, values }: SavedFilter): unknown {
  return takes[flag] === 'nothing' ? true : takes[flag] === 'names' ? values : values[0];
}

/** What a saved view shows, in words: `overdue, todo or in progress`. `nameOf` gives what people call an id. */
export function wordsOfView({ filters, days, unread }: SavedView, nameOf: (id: string) => string | undefined): string {
  const called = (value: string): string => nameOf(value) ?? startOfId(value.slice(0, longestName));
  const words = filters.map((filter) => {
    const named = { ...filter, values: filter.values.slice(0, mostNamed).map(called) };
    return filterWords[filter.flag]?.(flagValueOf(named)) ?? named.values[0] ?? filter.flag;
  });
  const left = unread.slice(0, mostNamed).map((field) => `${field.slice(0, longestName)} (not understood)`);
  const ahead = days === undefined ? '' : `up to ${days} days ahead`;
  return cleanLine([...words, ahead, ...left].filter(Boolean).join(', ')) || 'everything';
}

/** More, or longer ones, cannot be read in a line. */
const mostNamed = 20;
const longestName = 80;
