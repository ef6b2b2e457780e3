import type { FlagTable } from '../../args/flag.js';
import { TrackerError } from '../../contract/errors.js';
import { isRow, type Row, rowsOf, textOf } from '../../contract/row.js';
import { viewRows } from '../../views/views.js';
import { verbs } from './decisions/verb-calls.js';
import type { Shared } from './shared.js';
import type { Source } from './sources.js';

/** The pages of the web app whose saved views are lists. */
const pages = [
  { key: 'tickets', kind: 'ticket', verb: 'tickets list' },
  { key: 'tasks', kind: 'task', verb: 'tasks list' },
] as const;

/** Reads the user's saved views, for the choice of lists. */
export async function readSavedViews(shared: Shared): Promise<void> {
  const rows = viewRows(await shared.client.call('GET /me/views'));
  const sources = pages.map(async ({ key, kind, verb }): Promise<readonly Source[]> => {
    const { flags } = (await verbs[verb]()).verb;
    const page = rows.find((row) => row.key === key);
    return rowsOf(page?.savedViews).flatMap((view) => {
      const title = textOf(view.name)?.trim();
      const given = flagsFor(flags, view.filters, shared.context.now());
      return title && given ? [{ title, kind, verb, given }] : [];
    });
  });
  shared.views = (await Promise.all(sources)).flat();
}

/** How the web app calls what has another name as a flag. */
const otherNames: Readonly<Record<string, string>> = { orgId: 'org' };

/** The flags that filters stand for. Undefined if one has no flag, because the list would contain something else. */
export function flagsFor(flags: FlagTable, filters: unknown, now: Date): Row | undefined {
  if (!isRow(filters)) return undefined;
  const given = Object.entries(filters).map(([name, value]) => [otherNames[name] ?? name, value] as const);
  try {
    return Object.fromEntries(given.map(([name, value]) => [name, flagValue(flags, { name, value, now })]));
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}

function flagValue(
  flags: FlagTable,
  { name, value, now }: { readonly name: string; readonly value: unknown; readonly now: Date },
): unknown {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag && !flag.parse && typeof value === 'boolean') return value;
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isList = Array.isArray(flag?.initial);
  if (!flag?.parse || (texts.length !== 1 && !isList)) throw unfit(name);
  return texts.reduce<unknown>((before, text) => {
    if (typeof text !== 'string') throw unfit(name);
    return flag.parse?.(text, before, now);
  }, flag.initial);
}

function unfit(name: string): TrackerError {
  return new TrackerError('usage', `there is no flag for the filter ${name}`);
}
