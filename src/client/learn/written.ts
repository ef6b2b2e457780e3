import type { WriteRoute } from '../../contract/routes.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { writes } from '../../contract/writes.js';
import type { ReferenceIndex } from '../state/references.js';
import { learnPersons, learnTitled } from './learn.js';
import { learnRows } from './rows.js';

/** Adds what the response to a write contains to the index: what was made, with the title that was sent, or is stored now. */
export function learnWritten(route: WriteRoute, reply: Row, index: ReferenceIndex, body: unknown): void {
  const { title, subject }: Row = isRow(body) ? body : {};
  const { creates } = writes[route];
  if (creates === 'task' || creates === 'ticket') learnRows(creates, [{ title: title ?? subject, ...reply }], index);
  else if (creates) learnTitled(`${creates}s`, [{ ...reply, id: textOf(reply.threadId) ?? reply.id, title }], index);
  if (isRow(reply.ticket)) learnRows('ticket', [reply.ticket], index);
  if (isRow(reply.user)) learnPersons([reply.user], index);
}
