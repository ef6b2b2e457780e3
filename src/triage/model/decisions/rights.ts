import { authorOf, isInternalNote, messagesOf } from '../../../contract/messages.js';
import { isRow, type Row, rowIn, rowsOf } from '../../../contract/row.js';
import type { People } from '../../../contract/shapes/wide.js';
import { dataText } from '../../../output/data/json.js';
import type { Name } from '../../../output/text/sentence.js';
import { assigneeIds, personName } from '../../../views/cells/people.js';
import { current, targetsOf } from '../rows/rows.js';
import type { Item, Kind, State } from '../state.js';

/** What a key needs the user to be allowed to do. */
export type Right = 'edit' | 'category' | 'check' | 'reply' | 'note' | 'convert' | 'log' | 'snooze' | 'macro';

const fields: Readonly<Record<Right, Readonly<Partial<Record<Kind, string>>>>> = {
  edit: { ticket: 'canEdit', task: 'canEdit' },
  category: { ticket: 'canEdit' },
  // Whoever sees a ticket may (docs/api.md, Tickets).
  check: { ticket: '', task: 'canEdit' },
  reply: { ticket: 'canComment', task: 'canComment' },
  note: { ticket: 'canInternalNote' },
  macro: { ticket: '' },
  convert: { ticket: 'canInternalNote' },
  log: { task: '' },
  // It is done on this computer alone.
  snooze: { ticket: '' },
};

/** Whether the user may do this with the row at the cursor; what is not known yet is offered. */
export function may(state: State, right: Right): boolean {
  return whyNotHere(state, right) === undefined;
}

/** Why there is no row at the cursor. */
export function noRow({ isLoaded }: State): string {
  return isLoaded ? 'the list is empty' : 'the list is still being read';
}

/** Why the user may not do this with the row at the cursor; undefined if that is possible. */
export function whyNotHere(state: State, right: Right): string | undefined {
  const item = current(state);
  const subject = item && subjectOfRow(state, item.uuid);
  if (!subject) return noRow(state);
  const field = fields[right][subject.kind];
  const kinds = Object.keys(fields[right]).map((kind) => `${kind}s`);
  if (field === undefined) return `only for ${kinds.join(' and ')}`;
  return subject.detail?.[field] === false ? 'you may not do that here' : undefined;
}

/** Why keys cannot act on all selected rows at once; undefined if they can. */
export function whyNotAll(state: State): string | undefined {
  const items = targetsOf(state);
  const kinds = new Set(items.map((item) => subjectOfItem(state, item).kind));
  if (items.length < 2) return undefined;
  if (kinds.has('notification')) return 'go to each selected notification first, so that triage knows what it is about';
  return kinds.size > 1 ? 'tickets and tasks are selected; select only one of the two' : undefined;
}

/** What keys act on, in words: `SCM-3`, or `3 tickets`. */
export function targetWords(state: State): string {
  const all = targetsOf(state).map((item) => subjectOfItem(state, item));
  const subjects = new Map(all.map((each) => [each.uuid, each]));
  const [first] = subjects.values();
  return first && subjects.size > 1 ? `${subjects.size} ${first.kind}s` : (first?.ref ?? '');
}

interface Subject extends Name {
  readonly kind: Kind;
  readonly detail: Row | undefined;
}

/** What a row is about: for a notification, what its detail shows. */
export function subjectOfRow(state: State, uuid: string): Subject | undefined {
  const item = state.items.find((each) => each.uuid === uuid);
  return item && subjectOfItem(state, item);
}

function subjectOfItem({ details }: State, item: Item): Subject {
  const { uuid } = item;
  const detail = details.get(uuid);
  if (item.kind !== 'notification') return { kind: item.kind, detail, uuid, ref: item.ref };
  for (const kind of ['ticket', 'task'] as const) {
    const entity = detail?.[kind];
    if (isRow(entity))
      return { kind, detail, uuid: dataText(entity.uuid ?? entity.id), ref: dataText(entity.displayId ?? entity.id) };
  }
  return { kind: 'notification', detail, uuid, ref: item.ref };
}

/** What a row is called in a sentence. */
export function nameOfRow(state: State, uuid: string): string {
  const { kind, ref } = subjectOfRow(state, uuid) ?? {};
  return kind === 'notification' ? 'this notification' : (ref ?? '');
}

/** Who has written an entry of what a row is about, as far as that is known. */
export function nameOfAuthor({ details, people }: State, uuid: string, entry: Row): string {
  const { authors } = details.get(uuid) ?? {};
  const author = (isRow(authors) ? authors : people)[authorOf(entry)];
  return isRow(author) && typeof author.name === 'string' ? author.name : 'somebody else';
}

interface Assignable {
  readonly id: string;
  readonly name: string;
  /** The user, or who of the team answered last. */
  readonly isLikely: boolean;
}

/**
 * The people whom all rows that keys act on can be assigned to: the user, who of the team answered last, then the others by name,
 * customers last.
 */
export function peopleFor(state: State): readonly Assignable[] {
  const detail = state.details.get(current(state)?.uuid ?? '') ?? {};
  const team = teamIn(state);
  const [first = new Map(), ...others] = targetsOf(state).map((item) => assignableTo(state, item, team));
  const all = [...first].filter(([id]) => others.every((people) => people.has(id))).map(([id, name]) => ({ id, name }));
  const last = answersIn(detail)
    .map((row) => ({ by: dataText(row.authorId ?? row.user), at: dataText(row.createdAt ?? row.date) }))
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .find(({ by }) => by !== state.me && team.has(by) && all.some(({ id }) => id === by))?.by;
  const rank = (id: string): number => (id === state.me ? 0 : id === last ? 1 : team.has(id) ? 2 : 3);
  return all
    .toSorted((one, other) => rank(one.id) - rank(other.id) || one.name.localeCompare(other.name))
    .map((each) => ({ ...each, isLikely: rank(each.id) < 2 }));
}

/**
 * Who is of the team, as far as it is known or the details that have been read show it, since a customer may be assigned to a
 * ticket too: who can be assigned to a task or to tickets of two organisations, and who wrote an internal note (docs/api.md, Ticket).
 */
function teamIn({ details, words }: State): ReadonlySet<string> {
  const team = new Set(words.team);
  const orgs = new Map<string, string>();
  for (const detail of details.values()) {
    const org = isRow(detail.task) ? '' : dataText(rowIn(detail, 'ticket').orgId);
    for (const id of assignableIn(detail).map((row) => dataText(row.id))) {
      if (isRow(detail.task) || (orgs.get(id) ?? org) !== org) team.add(id);
      orgs.set(id, org);
    }
    for (const note of answersIn(detail).filter(isInternalNote)) team.add(dataText(note.authorId ?? note.user));
  }
  return team;
}

/** Names by id. Of a row that has not been read, only the team and whoever is assigned are certain not to be strangers. */
function assignableTo({ details, people, me = '' }: State, { uuid, row }: Item, team: ReadonlySet<string>) {
  const known = assignableIn(details.get(uuid) ?? {});
  if (known.length > 0) return new Map(known.map(({ id, name }) => [dataText(id), dataText(name ?? id)]));
  const ids = [me, ...team, ...assigneeIds(row)];
  return new Map(ids.filter((id) => Object.hasOwn(people, id)).map((id) => [id, personName(people as People, id)]));
}

function assignableIn(detail: Row): readonly Row[] {
  return rowsOf(detail.assignableUsers);
}

function answersIn(detail: Row): readonly Row[] {
  return [...messagesOf(detail, 'ticket'), ...rowsOf(detail.comments)].filter(({ kind }) => kind !== 'system');
}
