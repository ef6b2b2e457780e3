import type { JsonRoute } from '../../contract/routes.js';
import { groupedBy, isRow, type Row, refOf, rowIn, rowsOf, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { toNameKey } from '../../contract/text/plain-letters.js';
import type { ReferenceIndex } from '../state/references.js';
import { isTypeable, type Learn, learnOrgs, learnPairs, learnPeople, learnRows } from './rows.js';
import { assigneeClues, conversationClues, learnClues, learnTeam, ticketClues } from './sides.js';

/** What is learned from what is read; nothing is learned from a route that is missing here. */
const learners: { readonly [R in JsonRoute]?: Learn } = {
  'GET /tasks': (reply, index) => {
    learnRows('task', rowsOf(reply.tasks), index);
    learnPeople(reply.users, index);
  },
  'GET /tickets': (reply, index) => {
    const rows = rowsOf(reply.tickets);
    learnRows('ticket', rows, index);
    learnOrgs(rows, index);
    learnPeople(reply.users, index);
    learnClues(index, rows.flatMap(ticketClues));
  },
  'GET /tasks/:id': ({ task, ...reply }, index, read) => {
    if (!isRow(task)) return;
    for (const links of [task.dependsOn, task.dependents]) learnRows('task', rowsOf(links), index);
    learnDetail('task', task, reply, index);
    learnClues(index, assigneeClues(task));
    // All of the team, for those who may edit the task.
    const team = rowsOf(reply.assignableUsers).map(uuidOf);
    if (read && team.length > 0) learnTeam(index, team, read);
  },
  'GET /tickets/:id': (reply, index) => {
    learnRows('task', rowsOf(reply.linkedTasks), index);
    learnDetail('ticket', rowIn(reply, 'ticket'), reply, index);
    learnClues(index, conversationClues(reply));
  },
  'GET /projects': (reply, index) => learnProjects(rowsOf(reply.projects), index),
  'GET /projects/:id': (reply, index) => learnProjects([rowIn(reply, 'project')], index),
  'GET /projects/:id/activity': ({ items }, index) => {
    const actors = rowsOf(items).map(({ actor }) => actor);
    learnPersons(actors, index);
  },
  'GET /me': (reply, index) => {
    const orgs = rowsOf(reply.orgs)
      .map((org) => ({ ref: textOf(org.slug) ?? refOf(org), uuid: uuidOf(org), title: titleOf(org) }))
      .filter(({ ref, uuid }) => ref !== '' && uuid !== '');
    index.learn('orgs', orgs);
    learnPersons([reply.user], index);
  },
  'GET /me/views': async (reply, index) => (await import('./saved-views.js')).learnViews(reply, index),
  'GET /inbox': (reply, index) => {
    const items = rowsOf(reply.items).filter(({ id }) => textOf(id));
    const entries = items.map((row) => ({ ref: String(row.id), uuid: '', title: titleOf(row) }));
    index.learn('inbox', entries);
    learnPeople(reply.actors, index);
  },
  'GET /search': (reply, index) => {
    const results = rowsOf(reply.results);
    const ofType = (type: string): readonly Row[] => results.filter((result) => result.type === type);
    for (const entity of ['task', 'ticket', 'project'] as const) {
      const named = ofType(entity).filter(({ displayId }) => textOf(displayId) !== undefined);
      learnRows(entity, named, index);
    }
    learnTitled('wiki', ofType('wiki'), index);
    learnTitled('notes', ofType('note'), index);
  },
  'GET /wiki': (reply, index) => learnTitled('wiki', rowsOf(reply.pages), index, 'whole'),
  'GET /wiki/:id': ({ page }, index) => learnTitled('wiki', rowsOf([page]), index),
  'GET /notes/list': ({ quick, meetings, shared }, index) =>
    learnTitled('notes', [quick, meetings, shared].flatMap(rowsOf), index, 'whole'),
  'GET /notes/:id': ({ note }, index) => learnTitled('notes', rowsOf([note]), index),
  'GET {base}/api/tasks/:id/meetings': (reply, index) => learnTitled('notes', rowsOf(reply.notes), index),
  'GET /chat/threads': (reply, index) => {
    learnTitled('threads', rowsOf(reply.threads), index);
    learnPeople(reply.authors, index);
  },
  'GET /chat/threads/:id': ({ thread, authors }, index) => {
    learnTitled('threads', rowsOf([thread]), index);
    learnPeople(authors, index);
  },
};

/** Adds the references, people and values of what was read to the index; `read` is undefined for a remembered response. */
export async function learnFrom(route: JsonRoute, reply: unknown, index: ReferenceIndex, read?: Date): Promise<void> {
  if (isRow(reply)) await learners[route]?.(reply, index, read);
}

/** The kinds of things that are named by title. */
type TitledIndex = 'wiki' | 'notes' | 'threads';

/**
 * Adds wiki pages, notes or threads under what a person can type: the title if it is unique, otherwise the id. A `whole`
 * list also forgets entries it does not contain.
 */
export function learnTitled(kind: TitledIndex, rows: readonly Row[], index: ReferenceIndex, extent?: 'whole'): void {
  const entries = rows.map((row) => ({ uuid: uuidOf(row), title: titleOf(row) })).filter(({ uuid }) => uuid !== '');
  const namesakes = groupedBy(entries, ({ title }) => toNameKey(title));
  const uuids = new Set(entries.map(({ uuid }) => uuid));
  const isGone = (uuid: string): boolean => extent === 'whole' || uuids.has(uuid);
  const others = index.all(kind).filter(({ uuid }) => !isGone(uuid));
  const taken = new Set(others.map(({ title }) => toNameKey(title)));
  const learned = entries.map(({ uuid, title }) => {
    const isUnique = namesakes.get(toNameKey(title))?.length === 1 && !taken.has(toNameKey(title));
    return { ref: isUnique && isTypeable(title) ? title : uuid, uuid, title };
  });
  const kept = new Set(learned.map(({ ref }) => toNameKey(ref)));
  for (const { ref, uuid } of index.all(kind)) if (isGone(uuid) && !kept.has(toNameKey(ref))) index.forget(kind, ref);
  index.learn(kind, learned);
}

function learnDetail(entity: 'task' | 'ticket', row: Row, reply: Row, index: ReferenceIndex): void {
  learnRows(entity, [row], index);
  learnItems(row, index);
  learnPeople(reply.authors, index);
  learnPersons(rowsOf(reply.assignableUsers), index);
}

/** Adds the items of a checklist, and forgets its former ones. */
function learnItems(row: Row, index: ReferenceIndex): void {
  const owner = refOf(row).toUpperCase();
  const items = rowsOf(row.checklist).map((item, at) => ({
    ref: `${owner}/${at + 1}/${item.done === true ? 'done' : 'open'}`,
    uuid: uuidOf(item),
    title: textOf(item.text) ?? '',
  }));
  const refs = new Set(items.map(({ ref }) => ref));
  for (const { ref } of index.all('items'))
    if (ref.startsWith(`${owner}/`) && !refs.has(ref)) index.forget('items', ref);
  index.learn('items', items);
}

function learnProjects(rows: readonly Row[], index: ReferenceIndex): void {
  learnRows('project', rows, index);
  for (const { members } of rows) learnPersons(rowsOf(members), index);
}

/** Adds people who are sent as rows. */
export function learnPersons(people: readonly unknown[], index: ReferenceIndex): void {
  const known = people.filter(isRow).filter((row) => uuidOf(row) !== '');
  const byId = known.map((row) => [uuidOf(row), row] as const);
  learnPairs(byId, index);
}
