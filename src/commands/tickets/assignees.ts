import { isNone } from '../../args/none.js';
import type { Client } from '../../client/client.js';
import { rowsWithin, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { resolveAssignees } from '../../lists/assignees.js';
import { resolvePeople } from '../../references/people.js';

/** The ids of people to assign to a ticket whose detail has been read, with the ids that it has; `none` means nobody. */
export async function assigneesFor(
  client: Client,
  names: readonly string[],
  ids: ReadonlySet<string>,
): Promise<readonly string[]> {
  return [
    ...(await resolvePeople(
      names.filter((name) => !isNone(name)),
      { client, people: {}, ids },
    )),
  ];
}

/**
 * The same for a new ticket: names are looked up among the people who can be assigned to another ticket of the organisation.
 */
export async function assigneesForNew(
  client: Client,
  names: readonly string[],
  orgId: string,
): Promise<readonly string[]> {
  const named = names.filter((name) => !isNone(name));
  return await resolveAssignees(client, named, async () => await peopleOfOrg(client, orgId));
}

/** The people who can be assigned to tickets of an organisation, sorted by name; empty if it has no visible ticket. */
export async function peopleOfOrg(
  client: Client,
  orgId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const reply = await client.call('GET /tickets', { query: { segment: 'all' } });
  const ticket = rowsWithin(reply, 'tickets').find((row) => row.orgId === orgId);
  if (!ticket) return [];
  const detail = await client.call('GET /tickets/:id', { id: uuidOf(ticket) });
  return rowsWithin(detail, 'assignableUsers')
    .flatMap((row) => (textOf(row.id) ? [{ id: String(row.id), name: titleOf(row) || String(row.id) }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));
}
