import { isRow, type Row, refOf, textOf, textsOf, titleOf, uuidOf } from '../../contract/row.js';
import { invisible, unsafe } from '../../contract/text/unsafe-characters.js';
import { isPlainLine, type KnownReference, type ReferenceIndex } from '../state/references.js';

/** Adds what a response contains to the index. */
export type Learn = (reply: Row, index: ReferenceIndex, read: Date | undefined) => Promise<void> | void;

/**
 * Adds the references of rows of one kind, and the values of their fields. None are left out, because a shell would then
 * complete the common beginning of the others.
 */
export function learnRows(entity: LearnedEntity, rows: readonly Row[], index: ReferenceIndex): void {
  index.learn(`${entity}s`, toReferences(rows));
  learnValues(entity, rows, index);
}

/** The references of rows, without those whose uuid is unknown: they cannot be used in a path. */
export function toReferences(rows: readonly Row[]): readonly KnownReference[] {
  return rows
    .map((row) => ({ ref: refOf(row), uuid: uuidOf(row), title: titleOf(row) }))
    .filter(({ ref, uuid }) => ref !== '' && uuid !== '' && uuid !== ref);
}

/** The fields whose values are learned, by kind of row. */
export const valueFields = {
  task: ['status', 'priority', 'type', 'tag'],
  ticket: ['status', 'priority', 'category', 'tag'],
  project: ['status'],
} as const;

export type LearnedEntity = keyof typeof valueFields;

/** A kind of value, such as `task-status`. */
export type LearnedValue = {
  [K in LearnedEntity]: `${K}-${(typeof valueFields)[K][number]}`;
}[LearnedEntity];

/** The values of a kind seen on this server, in alphabetical order. */
export function knownValues(index: ReferenceIndex, kind: LearnedValue): readonly string[] {
  const prefix = `${kind}:`;
  const refs = index.all('values').map(({ ref }) => ref);
  return refs
    .filter((ref) => ref.startsWith(prefix))
    .map((ref) => ref.slice(prefix.length))
    .sort();
}

export function learnValues(entity: LearnedEntity, rows: readonly Row[], index: ReferenceIndex): void {
  for (const field of valueFields[entity]) {
    const seen = rows.flatMap((row) =>
      field === 'tag' ? textsOf(row.tags ?? row.labels) : (textOf(row[field]) ?? []),
    );
    const values = [...new Set(seen)].filter((value) => value !== '');
    const refs = values.map((value) => `${entity}-${field}:${value}`);
    learnRefs('values', refs, index);
  }
}

/** Adds what has nothing but a name. */
export function learnRefs(kind: 'values' | 'views', refs: readonly string[], index: ReferenceIndex): void {
  const entries = refs.map((ref) => ({ ref, uuid: '', title: '' }));
  index.learn(kind, entries);
}

/** Adds the people of a map from user id to display data (docs/api.md, Conventions). */
export function learnPeople(people: unknown, index: ReferenceIndex): void {
  if (isRow(people)) learnPairs(Object.entries(people), index);
}

/** Adds people, each after their id: by name for completion, and by the email address, which few servers send. */
export function learnPairs(people: readonly (readonly [string, unknown])[], index: ReferenceIndex): void {
  const shown = people.flatMap(([uuid, person]) =>
    isRow(person) ? [{ uuid, title: titleOf(person), mail: textOf(person.email) }] : [],
  );
  const named = shown.flatMap(({ uuid, title }) => (title === '' ? [] : [{ ref: uuid, uuid, title }]));
  const plain = named.filter(({ title }) => isPlainLine(title));
  index.learn('people', plain);
  // A name that cannot be completed as it is.
  for (const { ref, title } of named) if (!isPlainLine(title)) index.forget('people', ref);
  const mails = shown.flatMap(({ uuid, title, mail: ref }) =>
    ref === undefined || uuid === '' || !isPlainLine(ref) ? [] : [{ ref, uuid, title }],
  );
  index.learn('mails', mails);
}

/** Adds the organisations named by tickets. */
export function learnOrgs(rows: readonly Row[], index: ReferenceIndex): void {
  const orgs = new Map<string, KnownReference>();
  for (const { orgSlug, orgId, orgName } of rows) {
    const [ref, uuid] = [textOf(orgSlug), textOf(orgId)];
    if (ref && uuid) orgs.set(ref, { ref, uuid, title: textOf(orgName) ?? '' });
  }
  index.learn('orgs', [...orgs.values()]);
}

const untypeable = new RegExp(`[${unsafe}${invisible}]`, 'u');

/** Whether a title can be typed as an argument without meaning something else. */
export function isTypeable(title: string): boolean {
  if (title === '' || title !== title.trim() || title.length > 120) return false;
  if (/^[-@]|^https?:|^[a-z]+:|^[\da-f-]{8,}$/i.test(title)) return false;
  return !untypeable.test(title);
}
