import type { Client } from '../../client/client.js';
import { resolvePeople } from '../../client/find/people.js';
import { rowsWithin, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { resolveAssignees } from '../../lists/assignees.js';

/** The ids of USERs a ticket is assigned to, once its detail has been read; `none` is nobody. */
export async function assigneesFor(client: Client, names: readonly string[]): Promise<readonly string[]> {
  return [...(await resolvePeople(withoutNone(names), { client, people: {} }))];
}

/**
 * The same for a ticket that does not exist yet: names are looked up among those whom another ticket of the organisation can
 * be assigned to.
 */
export async function assigneesForNew(
  client: Client,
  names: readonly string[],
  orgId: string,
): Promise<readonly string[]> {
  return await resolveAssignees(client, withoutNone(names), async () => await peopleOfOrg(client, orgId));
}

/** Those whom a ticket of an organisation can be assigned to, by name; none where no answer names them. */
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

function withoutNone(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.toLowerCase() !== 'none');
}
