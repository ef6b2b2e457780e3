import type { JsonRoute } from '../../contract/routes.js';
import { isRow, rowsOf } from '../../contract/row.js';
import type { ReferenceIndex } from '../state/references.js';
import { type Learn, learnOrgs, learnPeople, learnRows } from './rows.js';

/** The two most requested lists; the code for other responses is loaded on demand. */
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
  },
};

/** Adds the references, people and values of a response to the index; `body` is the request's. */
export async function learnFrom(route: JsonRoute, reply: unknown, index: ReferenceIndex, body: unknown): Promise<void> {
  if (!isRow(reply)) return;
  const learn = learners[route] ?? (await import('./more.js')).moreLearners[route];
  learn?.(reply, index, isRow(body) ? body : {});
}
