import { isRow, type Row, refOf, textOf, textsOf, titleOf, uuidOf } from '../../contract/row.js';
import { isPlainLine, type Reference, type ReferenceIndex } from '../../state/references.js';

/** Takes what an answer says into the index; `body` is what was sent. */
export type Learn = (reply: Row, index: ReferenceIndex, body: Row) => void;

/**
 * Takes in the references of rows of one kind, and the values of their fields. All of them, as far as the index holds them:
 * with some left out a shell would complete what only the others have in common as if it were the whole.
 */
export function learnRows(entity: Entity, rows: readonly Row[], index: ReferenceIndex): void {
  index.learn(`${entity}s`, toReferences(rows));
  learnValues(entity, rows, index);
}

/** The references of rows; one whose uuid nobody told is of no use in a path. */
function toReferences(rows: readonly Row[]): readonly Reference[] {
  return rows
    .map((row) => ({ ref: refOf(row), uuid: uuidOf(row), title: titleOf(row) }))
    .filter(({ ref, uuid }) => ref !== '' && uuid !== '' && uuid !== ref);
}

/** The fields whose values are learned, by the kind of row that carries them. */
const valueFields = {
  task: ['status', 'priority', 'type', 'tag'],
  ticket: ['status', 'priority', 'category', 'tag'],
  project: ['status'],
} as const;

export type Entity = keyof typeof valueFields;

/** A kind of value, such as `task-status`. */
export type ValueKind = {
  [K in Entity]: `${K}-${(typeof valueFields)[K][number]}`;
}[Entity];

/** The values of a kind that answers of this server have held, in alphabetical order. */
export function knownValues(index: ReferenceIndex, kind: ValueKind): readonly string[] {
  const prefix = `${kind}:`;
  const refs = index.all('values').map(({ ref }) => ref);
  return refs
    .filter((ref) => ref.startsWith(prefix))
    .map((ref) => ref.slice(prefix.length))
    .sort();
}

function learnValues(entity: Entity, rows: readonly Row[], index: ReferenceIndex): void {
  for (const field of valueFields[entity]) {
    const seen = new Set(
      rows.flatMap((row) => (field === 'tag' ? textsOf(row.tags ?? row.labels) : textOf(row[field]))),
    );
    index.learn(
      'values',
      [...seen].flatMap((value) => (value ? [{ ref: `${entity}-${field}:${value}`, uuid: '', title: '' }] : [])),
    );
  }
}

/** Takes in the people of a map from user id to display data (docs/api.md, Conventions). */
export function learnPeople(people: unknown, index: ReferenceIndex): void {
  if (!isRow(people)) return;
  const entries = Object.entries(people).map(([id, person]) => ({
    ref: id,
    uuid: id,
    title: isRow(person) ? titleOf(person) : '',
  }));
  learnNamed(entries, index);
}

/** Takes in people by their names, which shells offer; not by one that could not be offered as it is. */
export function learnNamed(people: readonly Reference[], index: ReferenceIndex): void {
  const named = people.filter(({ title }) => title !== '');
  index.learn(
    'people',
    named.filter(({ title }) => isPlainLine(title)),
  );
  for (const { ref, title } of named) if (!isPlainLine(title)) index.forget('people', ref);
}

/** Takes in the organisations that tickets name. */
export function learnOrgs(rows: readonly Row[], index: ReferenceIndex): void {
  const orgs = new Map<string, Reference>();
  for (const { orgSlug, orgId, orgName } of rows) {
    const [ref, uuid] = [textOf(orgSlug), textOf(orgId)];
    if (ref && uuid) orgs.set(ref, { ref, uuid, title: textOf(orgName) ?? '' });
  }
  index.learn('orgs', [...orgs.values()]);
}
