import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { authorOf, isInternalNote, messagesOf } from '../../contract/messages.js';
import { type Row, rowAt, rowsOf, rowsWithin, textOf, uuidOf } from '../../contract/row.js';
import type { Side } from '../../output/view.js';

/** Which authors of a ticket are customers, and which are in the team; those about whom nothing is known are left out. */
export type Sides = ReadonlyMap<string, Side>;

/**
 * Gives the sides of one ticket after another. Its detail shows them for its customer, for the user, and for whoever wrote
 * internal notes, which only the team does. For the others it takes a task, since tasks can be assigned to the team only; that is
 * tried once, and only if `mayRead`. What a task shows is remembered.
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

/** Reads tasks until one shows the team, from which the client learns it. Gives whether it is known then. */
async function learnTeam(client: Client, ticket: Row): Promise<boolean> {
  const linked = rowsOf(ticket.linkedTasks).map((row) => textOf(row.id) ?? '');
  const known = client.index.all('tasks').map(({ uuid }) => uuid);
  const nearest = [...linked, ...known].find((id) => id !== '');
  if (nearest !== undefined && (await showsTeam(client, nearest))) return true;
  for (const id of await ownTasks(client)) if (id !== nearest && (await showsTeam(client, id))) return true;
  return false;
}

/** Whether a task lists the team, as it does only for those who may edit it. */
async function showsTeam(client: Client, id: string): Promise<boolean> {
  try {
    const { assignableUsers } = await client.call('GET /tasks/:id', { id });
    return rowsOf(assignableUsers).length > 0;
  } catch (error) {
    return leaveOpen(error);
  }
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

/** A few of the caller's own tasks, first those they created, which they may edit. */
async function ownTasks(client: Client): Promise<readonly string[]> {
  const rows = rowsWithin(await client.call('GET /tasks', { query: { scope: 'mine' } }), 'tasks');
  const created = rows.filter(({ createdBy }) => createdBy === client.userId);
  return [...new Set([...created, ...rows].map(uuidOf))].slice(0, 4);
}
