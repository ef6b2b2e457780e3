import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { isInternalNote, messagesOf } from '../../contract/messages.js';
import { type Row, rowAt, rowsOf, rowsWithin, textOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import type { Side } from '../../output/view.js';

/**
 * Which authors of a ticket are customers, and which are in the team. Its detail shows this for its customer and for whoever
 * wrote internal notes, which only the team does. For the others it takes a task, since tasks can be assigned to the team
 * only; what it shows is remembered. Authors about whom nothing is known are left out, as are those for whom a task would have
 * to be read unless `mayRead`.
 */
export async function authorSides(context: Context, ticket: Row, mayRead = true): Promise<ReadonlyMap<string, Side>> {
  const client = await context.client();
  const messages = messagesOf(ticket, 'ticket');
  const customer = textOf(rowAt(ticket, 'ticket').customerId);
  const sides = new Map<string, Side>();
  const isTeam = ticket.canInternalNote === true;
  if (isTeam && client.userId !== undefined) sides.set(client.userId, 'team');
  for (const note of messages.filter(isInternalNote)) sides.set(authorOf(note), 'team');
  if (customer !== undefined) sides.set(customer, 'customer');
  const rest = new Set(messages.map(authorOf).filter((id) => id !== '' && !sides.has(id)));
  if (mayRead && isTeam && [...rest].some((id) => !client.index.find('sides', id)))
    await learnSides(client, ticket, rest).catch(leaveOpen);
  for (const id of rest) {
    const side = client.index.find('sides', id)?.title;
    if (side === 'team' || side === 'customer') sides.set(id, side);
  }
  return sides;
}

/** Reads a task, from which the client learns the team. Anyone else the ticket can be assigned to is a customer. */
async function learnSides(client: Client, ticket: Row, authors: ReadonlySet<string>): Promise<void> {
  const linked = rowsOf(ticket.linkedTasks).map((row) => textOf(row.id) ?? '');
  const known = client.index.all('tasks').map(({ uuid }) => uuid);
  const id = [...linked, ...known, ...(await ownTasks(client, [...linked, ...known]))].find((each) => each !== '');
  if (id === undefined) return;
  const { assignableUsers } = await client.call('GET /tasks/:id', { id });
  // The list is empty for a caller who may not edit the task.
  if (rowsOf(assignableUsers).length === 0) return;
  const members = rowsOf(ticket.assignableUsers).map(uuidOf);
  const outside = members.filter((member) => authors.has(member) && !client.index.find('sides', member));
  client.index.learn(
    'sides',
    outside.map((member) => ({ ref: member, uuid: member, title: 'customer' })),
  );
}

/** Without an answer, these authors have no side; the ticket is shown all the same. */
function leaveOpen(error: unknown): void {
  if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
}

/** The caller's own tasks, if no other is known. */
async function ownTasks(client: Client, known: readonly string[]): Promise<readonly string[]> {
  if (known.length > 0) return [];
  return rowsWithin(await client.call('GET /tasks', { query: { scope: 'mine' } }), 'tasks').map(uuidOf);
}

function authorOf(message: Row): string {
  return textOf(message.authorId) ?? textOf(message.user) ?? '';
}
