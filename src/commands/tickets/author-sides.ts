import type { Client } from '../../client/client.js';
import { authorOf, isInternalNote, messagesOf } from '../../contract/messages.js';
import { type Row, rowAt, rowsOf, rowsWithin, textOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import type { Side } from '../../output/view.js';

/** Which authors of a ticket are customers, and which are in the team; those about whom nothing is known are left out. */
export type Sides = ReadonlyMap<string, Side>;

/**
 * Gives the sides of one ticket after another. Its detail shows them for its customer, for the user, and for whoever wrote
 * internal notes, which only the team does. For the others it takes a task, since tasks can be assigned to the team only; one is
 * read at most once, and only if `mayRead`. What it shows is remembered.
 */
export function sidesIn(client: Client, mayRead = true): (ticket: Row) => Promise<Sides> {
  let learning: Promise<boolean> | undefined;
  return async (ticket) => {
    const authors = new Set(messagesOf(ticket, 'ticket').map(authorOf));
    const isOpen = (sides: Sides): boolean => [...authors].some((id) => id !== '' && !sides.has(id));
    const sides = sidesOf(client, ticket);
    if (!mayRead || ticket.canInternalNote !== true || !isOpen(sides)) return sides;
    learning ??= learnTeam(client, ticket).catch(leaveOpen);
    if (!(await learning)) return sidesOf(client, ticket);
    learnCustomers(client, ticket, authors);
    const known = sidesOf(client, ticket);
    // Whoever may not assign the ticket is not told whom it can be assigned to.
    if (rowsOf(ticket.assignableUsers).length > 0 || !isOpen(known)) return known;
    return new Map([...[...authors].map((id) => [id, 'customer'] as const), ...known]);
  };
}

function sidesOf({ userId, index }: Client, ticket: Row): Sides {
  const messages = messagesOf(ticket, 'ticket');
  const customer = textOf(rowAt(ticket, 'ticket').customerId);
  const sides = new Map<string, Side>();
  for (const id of messages.map(authorOf)) {
    const side = index.find('sides', id)?.title;
    if (id !== '' && (side === 'team' || side === 'customer')) sides.set(id, side);
  }
  // Only the team can write internal notes.
  const isTeam = ticket.canInternalNote;
  if (userId !== undefined && typeof isTeam === 'boolean') sides.set(userId, isTeam ? 'team' : 'customer');
  for (const note of messages.filter(isInternalNote)) sides.set(authorOf(note), 'team');
  if (customer !== undefined) sides.set(customer, 'customer');
  return sides;
}

/** Reads a task, from which the client learns the team. Gives whether the team is known then. */
async function learnTeam(client: Client, ticket: Row): Promise<boolean> {
  const linked = rowsOf(ticket.linkedTasks).map((row) => textOf(row.id) ?? '');
  const known = client.index.all('tasks').map(({ uuid }) => uuid);
  const id = [...linked, ...known, ...(await ownTasks(client, [...linked, ...known]))].find((each) => each !== '');
  if (id === undefined) return false;
  const { assignableUsers } = await client.call('GET /tasks/:id', { id });
  // The list is empty for a caller who may not edit the task.
  return rowsOf(assignableUsers).length > 0;
}

/** Anyone else the ticket can be assigned to is a customer. */
function learnCustomers({ index }: Client, ticket: Row, authors: ReadonlySet<string>): void {
  const members = rowsOf(ticket.assignableUsers).map(uuidOf);
  const outside = members.filter((member) => authors.has(member) && !index.find('sides', member));
  index.learn(
    'sides',
    outside.map((member) => ({ ref: member, uuid: member, title: 'customer' })),
  );
}

/** Without an answer, these authors have no side; the ticket is shown all the same. */
function leaveOpen(error: unknown): false {
  if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
  return false;
}

/** The caller's own tasks, if no other is known. */
async function ownTasks(client: Client, known: readonly string[]): Promise<readonly string[]> {
  if (known.length > 0) return [];
  return rowsWithin(await client.call('GET /tasks', { query: { scope: 'mine' } }), 'tasks').map(uuidOf);
}
