import type { Context } from '../../args/context.js';
import { isNone } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { TrackerError, undefinedIf } from '../../contract/errors.js';
import { isUuid, type Row, textsOf } from '../../contract/row.js';
import { findEntity, listAll } from '../../references/find-entity.js';
import { findMe, isMe, resolveOrg, resolvePeople } from '../../references/people.js';
import {
  type FilterFlag,
  isFilterFlag,
  type SavedFilter,
  type SavedView,
  savedViewsOf,
  unassigned,
} from '../../views/saved/filters.js';
import { ageWords } from '../../views/saved/words.js';
import { spelled } from '../work/words.js';

/** How this server stores saved views, as far as those that are there show it. */
export type StoredForm = ReturnType<typeof formOf>;

/** The form of the saved views in `pages`, where the first ones count most, or that of docs/api.md if there are none. */
export function formOf(pages: readonly Row[]) {
  const views = pages.flatMap((page): readonly SavedView[] => savedViewsOf(page));
  const { held = 'config' } = views.find((view) => view.held !== undefined) ?? {};
  const filters = views.flatMap((view) => (view.held === held ? view.filters : []));
  const seen = new Map(filters.toReversed().map((filter) => [filter.flag, filter]));
  return { held, seen, isSorted: views.some(({ sort }) => sort.length > 0) };
}

/** The filters that the web app has, by flag, and what it calls them. */
const webFilters: Readonly<Partial<Record<FilterFlag, string>>> = {
  ...{ status: 'status', priority: 'priority', category: 'category', type: 'type' },
  ...{ assignee: 'assignee', project: 'project', org: 'org', tag: 'tags' },
};

/** The values of flags that filter, by flag: texts, lists of texts, or true. */
export type FilterValues = Readonly<Partial<Record<FilterFlag, unknown>>>;

/** The filters as this server stores them; warns of those nobody has shown. Throws `failed` for those it cannot store. */
export async function filtersIn(
  context: Context,
  client: Client,
  form: StoredForm,
  { kind, values }: { readonly kind: 'task' | 'ticket'; readonly values: FilterValues },
): Promise<Row> {
  const filters: [string, unknown][] = [];
  const unseen: string[] = [];
  for (const [typed, given] of Object.entries(values)) {
    if (!isFilterFlag(typed)) continue;
    const [flag, value] = typed === 'overdue' ? (['due', typed] as const) : [typed, given];
    const seen = form.seen.get(flag);
    const field = seen?.field ?? webFilters[flag];
    if (field === undefined && form.held === 'config')
      throw new TrackerError('failed', `a saved view of this server cannot have --${typed}`);
    if (field === undefined) unseen.push(typed);
    filters.push([field ?? flag, await storedValue(client, { kind, flag, value, seen })]);
  }
  for (const flag of unseen)
    await context.show.warn(
      `none of your saved views shows how --${flag} is stored`,
      'check in the web app that it works',
    );
  return Object.fromEntries(filters);
}

interface StoredFilter {
  readonly kind: 'task' | 'ticket';
  readonly flag: FilterFlag;
  readonly value: unknown;
  readonly seen: SavedFilter | undefined;
}

async function storedValue(client: Client, storing: StoredFilter): Promise<unknown> {
  const { value, seen, flag } = storing;
  if (flag === 'stale' && typeof value === 'number') return ageWords(value);
  if (!Array.isArray(value)) return value;
  const names: string[] = [];
  for (const name of textsOf(value)) names.push(await storedName(client, storing, name));
  return seen?.isList === false && names.length === 1 ? names[0] : names;
}

/** A name as the server spells it, or the id of what it names. */
async function storedName(client: Client, { kind, flag, seen }: StoredFilter, name: string): Promise<string> {
  if (flag === 'org') return await resolveOrg(client, name);
  if (flag === 'project') {
    const { ref, uuid } = await findEntity(client, 'project', name);
    return seen?.field.endsWith('Id') || seen?.values.some(isUuid) ? uuid : ref;
  }
  if (flag === 'assignee' || flag === 'customer') {
    if (isNone(name)) return flag === 'assignee' ? unassigned : 'none';
    if (isMe(name)) return seen?.values.find(isMe) ?? (await findMe(client));
    return await personId(client, kind, name);
  }
  return spelled(client, `${kind}-${flag}` as Parameters<typeof spelled>[1], name);
}

/** The id of a person, who may only be named by a list. */
async function personId(client: Client, kind: StoredFilter['kind'], name: string): Promise<string> {
  const find = async (people: unknown): Promise<string> =>
    [...(await resolvePeople([name], { client, people }))][0] ?? name;
  return (await undefinedIf(['not_found'], find(undefined))) ?? (await find((await listAll(client, kind)).users));
}
