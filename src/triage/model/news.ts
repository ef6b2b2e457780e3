import { isDeepStrictEqual } from 'node:util';
import { isRow, type Row, rowsOf } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';

/** The fields whose changes are news. */
const watched = [
  'status',
  'priority',
  'category',
  'assignees',
  'tags',
  'subject',
  'title',
  'due',
  'checklist',
] as const;

/** What differs between two readings of a row, in words: `priority: medium → high`. Undefined if nothing of interest. */
export function differences(before: Row, now: Row, people: Row): string | undefined {
  const changes = watched.flatMap((field) =>
    isChanged(field, before, now) ? [`${field}: ${words(before[field], people)} → ${words(now[field], people)}`] : [],
  );
  const isWritten = numberOf(now.messageCount) > numberOf(before.messageCount) && Object.hasOwn(before, 'messageCount');
  const said = [...changes, ...(isWritten ? ['a new message'] : [])].join(', ');
  return said === '' ? undefined : said;
}

/** Whether a field is different in another reading that has it too. */
export function isChanged(field: string, before: Row, now: Row): boolean {
  const [was, is] = [before[field], now[field]];
  // Of thousands of rows, hardly any has changed.
  if (was === is || isDeepStrictEqual(was, is)) return false;
  return Object.hasOwn(before, field) && Object.hasOwn(now, field) && !isDeepStrictEqual(plain(was), plain(is));
}

/** Servers may send people as ids in one response and as objects in another, and lists in any order. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value
    .map((each) =>
      JSON.stringify(isRow(each) && typeof each.text === 'string' ? [each.text, each.done === true] : idOf(each)),
    )
    .sort();
}

function idOf(value: unknown): unknown {
  return isRow(value) ? (value.id ?? value.name ?? value) : value;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function words(value: unknown, people: Row): string {
  if (Array.isArray(value)) {
    const ticked = rowsOf(value).filter(({ done }) => done === true).length;
    if (value.some((each) => isRow(each) && typeof each.text === 'string')) return `${ticked}/${value.length}`;
    const names = value.map(idOf).map((id) => {
      const person = typeof id === 'string' ? people[id] : undefined;
      return isRow(person) && typeof person.name === 'string' ? person.name : dataText(id);
    });
    return names.length === 0 ? 'none' : names.join(', ');
  }
  return typeof value === 'string' && value !== '' ? value : 'none';
}

/**
 * Who has changed something since the row was read, and what: the newest entry by somebody else that is younger than the row.
 * The view puts it into words. Undefined if there is none.
 */
export function foreignEntry(since: string, detail: Row, me: string | undefined): Row | undefined {
  return entriesSince(since, detail)
    .filter((entry) => authorOf(entry) !== me)
    .sort((one, other) => timeOf(other) - timeOf(one))[0];
}

/** Whether all that has happened since then was done by the user, as far as the detail says what has. */
export function isOwnChange(since: string, detail: Row, me: string | undefined): boolean {
  const entries = entriesSince(since, detail);
  return me !== undefined && entries.length > 0 && entries.every((entry) => authorOf(entry) === me);
}

/** Whether the newest entry since then is by somebody who is known to be another. */
export function isLastByOther(since: string, detail: Row, me: string | undefined): boolean {
  // Of several at the same time, the last one is the newest.
  const last = entriesSince(since, detail, 0)
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .at(-1);
  const author = last && authorOf(last);
  return me !== undefined && typeof author === 'string' && author !== me;
}

/** How much younger than its row the entry of a change may be (milliseconds). */
const lateMs = 1_000;

function entriesSince(since: string, detail: Row, after = lateMs): readonly Row[] {
  return ['messages', 'timeline', 'comments', 'activity']
    .flatMap((name) => rowsOf(detail[name]))
    .filter((entry) => since !== '' && timeOf(entry) > Date.parse(since) + after);
}

function authorOf(entry: Row): unknown {
  return entry.authorId ?? entry.user;
}

function timeOf(entry: Row): number {
  return Date.parse(dataText(entry.createdAt ?? entry.date)) || 0;
}
