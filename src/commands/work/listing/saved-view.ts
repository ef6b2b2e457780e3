import type { Context } from '../../../args/context.js';
import { addDays, parseDayFilter } from '../../../args/day.js';
import type { Filter } from '../../../args/filter.js';
import type { FlagTable } from '../../../args/flag.js';
import { notBlank } from '../../../args/more-flags.js';
import { parsePeriod } from '../../../args/period.js';
import { initialValues, type VerbBody } from '../../../args/verb.js';
import type { Client } from '../../../client/client.js';
import { attempt, Deleted, orElse, phrase, TrackerError } from '../../../contract/errors.js';
import { NeverRead } from '../../../contract/never-read.js';
import { type Row, textOf } from '../../../contract/row.js';
import { shellWord } from '../../../contract/text/shell-word.js';
import { cleanLine, quote } from '../../../contract/text/unsafe-characters.js';
import { someOf } from '../../../output/text/sentence.js';
import { localDay } from '../../../output/time.js';
import { isMe } from '../../../references/people.js';
import { matchTitled } from '../../../references/titled.js';
import { flagValueOf, type SavedFilter, type SavedView, savedViewsOf } from '../../../views/saved/filters.js';
import { viewRows } from '../../../views/views.js';
import type { Answer } from './named-people.js';

/** A list, and the saved view that is to narrow it. */
export interface ViewQuestion {
  readonly kind: 'task' | 'ticket';
  readonly verb: VerbBody;
  readonly name: string;
  /** Whether what is not understood may be left out. */
  readonly partly: boolean;
}

interface FilterParts {
  readonly filtersFor: (client: Client, answer: Answer) => Promise<readonly Filter[]>;
}

/**
 * The flags that a saved view stands for. Throws `failed` if it asks for what they cannot say, unless it may be applied in part, which
 * is warned about: other rows must never pass for those of the view. Throws `not_found` with the known ones, or `ambiguous`.
 */
export async function readView(context: Context, client: Client, named: ViewQuestion) {
  const { kind, verb, name } = named;
  const view = await findView(client, kind, notBlank(name, '--view'));
  const initial = initialValues(verb);
  const now = context.now();
  const unread = [...view.unread];
  const sets: Row[] = [];
  for (const filter of view.filters) {
    const value = valueFor(verb.flags, filter, now);
    if (value === undefined) unread.push(filter.field);
    // The web app names people by id alone, also those who have left.
    else sets.push({ ...initial, [filter.flag]: value, areIds: !filter.values.some(isMe) });
  }
  const columns = typeof verb.prints === 'object' && 'list' in verb.prints ? verb.prints.list : undefined;
  const isColumn = (column: string): boolean =>
    columns?.columns.some(({ key }) => key === column.replace(/^-/, '')) === true;
  const isSorted = view.sort.every(isColumn);
  if (!isSorted) unread.push('sort');
  const shown = quote(cleanLine(view.name));
  if (unread.length > 0) await sayUnread(context, shown, unread, named.partly);
  const sort = isSorted ? view.sort : [];
  return {
    /** The values of the list's flags, one set for each filter. */
    sets,
    sort: sort.length > 0 ? sort : view.order.filter(isColumn),
    /** What no flag can say. */
    filters: view.days === undefined ? [] : [filterAhead(view.days, now)],
    /** The same, with errors that name the view. */
    naming: <N extends FilterParts>(narrowing: N): N => ({
      ...narrowing,
      filtersFor: async (...args: Parameters<FilterParts['filtersFor']>) =>
        await orElse(narrowing.filtersFor(...args), (error) => {
          throw new TrackerError(error.kind, phrase`in the saved view ${shown}: ${error.message}`, error);
        }),
    }),
  };
}

async function findView(client: Client, kind: 'task' | 'ticket', name: string): Promise<SavedView> {
  const rows = viewRows(await client.call('GET /me/views'));
  const viewsOf = (key: string): readonly SavedView[] => savedViewsOf(rows.find((row) => row.key === key) ?? {});
  const [noun, other] = kind === 'task' ? ['tasks', 'tickets'] : ['tickets', 'tasks'];
  const views = viewsOf(noun);
  const known = views.map((view) => cleanLine(view.name)).join(', ');
  const elsewhere = viewsOf(other).find((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const hint = elsewhere
    ? `it is saved for ${other}: tracker ${client.memory?.flags ?? ''}${other} list --view ${shellWord(elsewhere.name)}`
    : known === ''
      ? `none is saved for ${noun}`
      : `saved for ${noun}: ${known}`;
  try {
    return matchTitled(views, { client, kind: 'saved view', text: name.trim(), known: hint });
  } catch (error) {
    const isDeleted = error instanceof NeverRead && (await client.memory?.findDeleted(`${noun} view`, name.trim()));
    throw isDeleted ? new Deleted(`the saved view ${quote(name.trim())}`) : error;
  }
}

/** Values that the parser of their flag leaves as they are, because the list reads them later. */
const checks: Readonly<Record<string, (text: string, flag: string, now: Date) => unknown>> = {
  due: (text, flag, now) => /^overdue$/i.test(text.trim()) || parseDayFilter(text, flag, now),
  since: (since, _flag, now) => parsePeriod({ since, until: undefined }, now),
  until: (until, _flag, now) => parsePeriod({ since: undefined, until }, now),
  search: (text, flag) => notBlank(text, flag),
};

/** Throws the usage error of a list that is filtered by this text. */
export function checkText(flag: string, text: string, now: Date): void {
  if (Object.hasOwn(checks, flag)) checks[flag]?.(text, `--${flag}`, now);
}

/** The value of the list's flag for a filter; undefined if it has no such flag, or the flag takes no such value. */
function valueFor(flags: FlagTable, filter: SavedFilter, now: Date): unknown {
  const flag = Object.hasOwn(flags, filter.flag) ? flags[filter.flag] : undefined;
  const value = flagValueOf(filter);
  if (flag === undefined || typeof value !== 'string') return flag && value;
  return attempt(() => {
    checkText(filter.flag, value, now);
    return flag.parse?.(value, undefined, now);
  });
}

async function sayUnread(context: Context, shown: string, unread: readonly string[], isPartly: boolean): Promise<void> {
  const named = unread.map((field) => quote(cleanLine(field.slice(0, longestName))));
  const what = `not understood in the saved view ${shown}: ${someOf(named)}`;
  const hint = 'the list may show more than the web app does';
  if (!isPartly)
    throw new TrackerError('failed', what, { hint: `to apply only the rest of it, add --partly; ${hint}` });
  await context.show.warn(`${what}; the rest is applied`, hint);
}

const longestName = 80;

/** Keeps tasks whose due or planned day is at most so many days ahead, and those that have neither. */
function filterAhead(days: number, now: Date): Filter {
  const last = addDays(localDay(now), days);
  const keeps = ({ due, plannedFor }: Row): boolean => {
    const set = [due, plannedFor].flatMap((day) => textOf(day)?.slice(0, 10) || []);
    return set.length === 0 || set.some((day) => day <= last);
  };
  return { flag: 'the time of the saved view', fields: ['due'], wants: ['plannedFor'], keeps };
}
