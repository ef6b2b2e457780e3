import type { JsonRoute } from '../../contract/routes.js';
import { isRow, rowsOf } from '../../contract/row.js';
import type { ReferenceIndex } from '../../state/references.js';
import { type Learn, learnOrgs, learnPeople, learnRows } from './rows.js';

/** The two lists that are asked for most; what else answers tell is loaded with the first other one. */
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

/** Takes what an answer tells about references, people and values into the index; `body` is what was asked with. */
export async function learnFrom(route: JsonRoute, reply: unknown, index: ReferenceIndex, body: unknown): Promise<void> {
  if (!isRow(reply)) return;
  const learn = learners[route] ?? (await import('./more.js')).moreLearners[route];
  learn?.(reply, index, isRow(body) ? body : {});
}
