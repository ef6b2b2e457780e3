import type { JsonRoute } from '../contract/routes.js';
import { isRow, type Row, refOf, rowsOf, textOf, titleOf, uuidOf } from '../contract/row.js';
import type { Reference, ReferenceIndex } from '../state/references.js';

/** Only so many rows of one answer are taken in: a list of 100,000 must not be slow for the sake of the index. */
const maxRows = 2_000;

type Learn = (reply: Row, index: ReferenceIndex) => void;

const learners: { readonly [R in JsonRoute]?: Learn } = {
  'GET /tasks': (reply, index) => {
    const rows = rowsOf(reply.tasks).slice(0, maxRows);
    index.learn('tasks', toReferences(rows));
    learnValues('task', rows, index);
    learnPeople(reply.users, index);
  },
  'GET /tasks/:id': (reply, index) => {
    if (!isRow(reply.task)) return;
    index.learn('tasks', toReferences([reply.task]));
    learnValues('task', [reply.task], index);
    learnPeople(reply.authors, index);
    learnAssignable(reply.assignableUsers, index);
  },
  'GET /tickets': (reply, index) => {
    const rows = rowsOf(reply.tickets).slice(0, maxRows);
    index.learn('tickets', toReferences(rows));
    learnValues('ticket', rows, index);
    learnPeople(reply.users, index);
  },
  'GET /tickets/:id': (reply, index) => {
    if (!isRow(reply.ticket)) return;
    index.learn('tickets', toReferences([reply.ticket]));
    learnValues('ticket', [reply.ticket], index);
    learnPeople(reply.authors, index);
    learnAssignable(reply.assignableUsers, index);
  },
  'GET /projects': (reply, index) => {
    const rows = rowsOf(reply.projects);
    index.learn('projects', toReferences(rows));
    learnValues('project', rows, index);
  },
  'GET /projects/:id': (reply, index) => {
    if (isRow(reply.project)) index.learn('projects', toReferences([reply.project]));
  },
  'GET /me': (reply, index) => {
    const orgs = rowsOf(reply.orgs).map((org) => ({
      ref: textOf(org.slug) ?? refOf(org),
      uuid: uuidOf(org),
      title: titleOf(org),
    }));
    index.learn('orgs', orgs.filter(isComplete));
    if (isRow(reply.user)) learnAssignable([reply.user], index);
  },
  'GET /search': (reply, index) => {
    for (const [type, kind] of [
      ['task', 'tasks'],
      ['ticket', 'tickets'],
      ['project', 'projects'],
    ] as const) {
      const rows = rowsOf(reply.results).filter(
        (result) => result.type === type && textOf(result.displayId) !== undefined,
      );
      index.learn(kind, toReferences(rows));
    }
  },
};

/** Takes what an answer tells about references, people and values into the index. */
export function learnFrom(route: JsonRoute, reply: unknown, index: ReferenceIndex): void {
  if (isRow(reply)) learners[route]?.(reply, index);
}

/** The references of rows; one whose uuid nobody told is of no use in a path. */
function toReferences(rows: readonly Row[]): readonly Reference[] {
  return rows.map(toReference).filter((each) => isComplete(each) && each.uuid !== each.ref);
}

function toReference(row: Row): Reference {
  return { ref: refOf(row), uuid: uuidOf(row), title: titleOf(row) };
}

function isComplete(reference: Reference): boolean {
  return reference.ref !== '' && reference.uuid !== '';
}

/** The fields whose values are learned, by the kind of row that carries them. */
const valueFields = {
  task: ['status', 'priority', 'type'],
  ticket: ['status', 'priority', 'category'],
  project: ['status'],
} as const;

/** A kind of value, such as `task-status`. */
export type ValueKind = {
  [K in keyof typeof valueFields]: `${K}-${(typeof valueFields)[K][number]}`;
}[keyof typeof valueFields];

/** The values of a kind that answers of this server have held, in alphabetical order. */
export function knownValues(index: ReferenceIndex, kind: ValueKind): readonly string[] {
  const prefix = `${kind}:`;
  const refs = index.all('values').map(({ ref }) => ref);
  return refs
    .filter((ref) => ref.startsWith(prefix))
    .map((ref) => ref.slice(prefix.length))
    .sort();
}

function learnValues(entity: keyof typeof valueFields, rows: readonly Row[], index: ReferenceIndex): void {
  const seen = new Set<string>();
  for (const row of rows) {
    for (const field of valueFields[entity]) {
      const value = textOf(row[field]);
      if (value) seen.add(`${entity}-${field}:${value}`);
    }
  }
  index.learn(
    'values',
    [...seen].map((ref) => ({ ref, uuid: '', title: '' })),
  );
}

function learnPeople(people: unknown, index: ReferenceIndex): void {
  if (!isRow(people)) return;
  const entries = Object.entries(people).map(([id, person]) => ({
    ref: id,
    uuid: id,
    title: isRow(person) ? titleOf(person) : '',
  }));
  index.learn(
    'people',
    entries.filter((entry) => entry.title !== ''),
  );
}

function learnAssignable(users: unknown, index: ReferenceIndex): void {
  index.learn(
    'people',
    rowsOf(users)
      .map(toReference)
      .filter((entry) => isComplete(entry) && entry.title !== ''),
  );
}
