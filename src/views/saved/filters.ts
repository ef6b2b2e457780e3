import { isRow, startOfId } from '../../contract/row.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import type { JsonObject } from '../../output/view.js';
import { objectsOf, ownText, ownValue } from '../read-row.js';
import { filterWords } from './words.js';

/** The flags of lists that filters stand for, and what they take. */
const takes = {
  ...{ status: 'names', priority: 'names', type: 'names', category: 'names', tag: 'names' },
  ...{ project: 'names', org: 'names', customer: 'names', assignee: 'names' },
  ...{ due: 'text', search: 'text', since: 'text', stale: 'text' },
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

/** One filter of a saved view that is understood. */
export interface SavedFilter {
  /** Its name on the server. */
  readonly field: string;
  readonly flag: FilterFlag;
  /** Of a flag without a value: none. */
  readonly values: readonly string[];
  /** Whether the server has a list of them. */
  readonly isList: boolean;
}

/** A saved view of the web app, whose form docs/api.md leaves open. */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  /** The field that holds the filters. */
  readonly held: 'filters' | 'filter' | undefined;
  readonly filters: readonly SavedFilter[];
  readonly sort: readonly string[];
  /** What it asks for that is not understood, by field. */
  readonly unread: readonly string[];
};

/** The saved views of a page, for a row from viewRows. One without a name is called by its id. */
export function savedViewsOf(page: JsonObject): readonly SavedView[] {
  return objectsOf(page, 'savedViews').flatMap((view) => {
    const id = ownText(view, 'id') ?? '';
    const name = ownText(view, 'name') ?? id;
    return name === '' ? [] : [{ id, name, ...readAsked(view) }];
  });
}

function readAsked(view: JsonObject): Omit<SavedView, 'id' | 'name'> {
  const held = (['filters', 'filter'] as const).find((field) => ownValue(view, field) !== undefined);
  const given = held === undefined ? {} : view[held];
  const order = ownValue(view, 'sort') ?? [];
  const sort = textsIn(order);
  // Without filters, what else there is may say what it shows.
  const others = held === undefined ? Object.keys(view).filter((key) => !beside.includes(key)) : [];
  const unread = [
    ...others.filter((key) => !isUnset(view[key])),
    ...(isRow(given) ? [] : [held ?? '']),
    ...(sort ? [] : ['sort']),
  ];
  const filters: SavedFilter[] = [];
  for (const [field, value] of Object.entries(isRow(given) ? given : {})) {
    if (isUnset(value)) continue;
    const filter = readFilter(field, value);
    if (filter) filters.push(filter);
    else unread.push(field);
  }
  return { held, filters, sort: sort ?? [], unread };
}

/** The keys of a view that say nothing about its rows. */
const beside: readonly string[] = ['id', 'name', 'filters', 'filter', 'sort', 'columns'];

/** What a filter holds that nobody has set. */
function isUnset(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Nobody chooses more; each may have to be looked up. */
const mostValues = 100;

/** Undefined if it is not understood, or has a value that is not: part of it would show other rows. */
function readFilter(field: string, value: unknown): SavedFilter | undefined {
  const flag = flagFor(field);
  if (flag === undefined) return undefined;
  const isList = Array.isArray(value);
  if (takes[flag] === 'nothing') return value === true ? { field, flag, values: [], isList } : undefined;
  const values = textsIn(value);
  // A ! would leave out what is named.
  if (!values || values.length > mostValues || values.some((each) => each.startsWith('!'))) return undefined;
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
export function wordsOfView({ filters, unread }: SavedView, nameOf: (id: string) => string | undefined): string {
  const called = (value: string): string => nameOf(value) ?? startOfId(value.slice(0, longestName));
  const words = filters.map((filter) => {
    const named = { ...filter, values: filter.values.slice(0, mostNamed).map(called) };
    return filterWords[filter.flag]?.(flagValueOf(named)) ?? named.values[0] ?? filter.flag;
  });
  const left = unread.slice(0, mostNamed).map((field) => `${field.slice(0, longestName)} (not understood)`);
  return cleanLine([...words, ...left].filter(Boolean).join(', ')) || 'everything';
}

/** More, or longer ones, cannot be read in a line. */
const mostNamed = 20;
const longestName = 80;
