import { isDeepStrictEqual } from 'node:util';
import { isRow, type Row, rowsOf } from '../../contract/row.js';

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
    !Object.hasOwn(before, field) ||
    !Object.hasOwn(now, field) ||
    isDeepStrictEqual(plain(before[field]), plain(now[field]))
      ? []
      : [`${field}: ${words(before[field], people)} → ${words(now[field], people)}`],
  );
  const isWritten = numberOf(now.messageCount) > numberOf(before.messageCount) && Object.hasOwn(before, 'messageCount');
  const said = [...changes, ...(isWritten ? ['a new message'] : [])].join(', ');
  return said === '' ? undefined : said;
}

/** Servers may send people as ids in one response and as objects in another. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((each) =>
    isRow(each) && typeof each.text === 'string' ? [each.text, each.done === true] : idOf(each),
  );
}

function idOf(value: unknown): unknown {
  return isRow(value) ? (value.id ?? value.name) : value;
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
      return isRow(person) && typeof person.name === 'string' ? person.name : String(id);
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
  const entries = [
    ...rowsOf(detail.messages),
    ...rowsOf(detail.timeline),
    ...rowsOf(detail.comments),
    ...rowsOf(detail.activity),
  ];
  const newest = entries
    .filter((entry) => (entry.authorId ?? entry.user) !== me)
    .sort((one, other) => timeOf(other) - timeOf(one))[0];
  return newest && since !== '' && timeOf(newest) > Date.parse(since) ? newest : undefined;
}

function timeOf(entry: Row): number {
  return Date.parse(String(entry.createdAt ?? entry.date ?? '')) || 0;
}
