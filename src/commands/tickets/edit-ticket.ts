import { isNone } from '../../args/none.js';
import type { Client } from '../../client/client.js';
import type { Found } from '../../client/find/references.js';
import type { Context } from '../../context.js';
import { type Row, rowAt } from '../../contract/row.js';
import type { TicketPatch } from '../../contract/ticket.js';
import { changeEntity } from '../../lists/change-entity.js';
import type { ListEdits } from '../../lists/entity-lists.js';
import { reportChange } from '../../lists/report-change.js';
import { spelled } from '../value-word.js';
import { assigneesFor } from './assignees.js';
import type { EditGiven } from './edit-flags.js';

/** Changes one ticket as requested by the flags, and says what was done. Throws what changeEntity and reportChange throw. */
export async function editTicket(
  context: Context,
  client: Client,
  { found, given }: { readonly found: Found; readonly given: EditGiven },
): Promise<string> {
  const id = found.uuid;
  const read = async (): Promise<Row> => rowAt(await client.call('GET /tickets/:id', { id }), 'ticket');
  const { assignee, addAssignee, removeAssignee, addTag, removeTag } = given;
  const isMerge = [addAssignee, removeAssignee, addTag, removeTag].some((names) => names.length > 0);
  // The detail lists the people it can be assigned to.
  let seen = isMerge || assignee.some((name) => !isNone(name)) ? await read() : undefined;
  const replaced = {
    ...(assignee.length > 0 && { assigneeIds: await assigneesFor(client, assignee) }),
    ...(given.tag.length > 0 && { tags: given.tag.filter((tag) => !isNone(tag)) }),
  };
  const fields = { ...wordsOf(client, given), ...replaced };
  const lists = await editsOf(client, given);
  const result = await changeEntity(client, {
    kind: 'ticket',
    async read() {
      const ticket = seen ?? (await read());
      seen = undefined;
      return ticket;
    },
    patch: async (merged, withFields) =>
      await client.write('PATCH /tickets/:id', { id, body: { ...(withFields && fields), ...merged } }),
    hasFields: Object.keys(fields).length > 0,
    lists,
  });
  return await reportChange(context, client, { kind: 'ticket', found, ...result, lists, replaced });
}

/** Status, priority and category, spelled as this server does. */
function wordsOf(client: Client, { status, priority, category }: EditGiven): TicketPatch {
  return {
    ...(status !== undefined && { status: spelled(client, 'ticket-status', status) }),
    ...(priority !== undefined && { priority: spelled(client, 'ticket-priority', priority) }),
    ...(category !== undefined && { category: spelled(client, 'ticket-category', category) }),
  };
}

async function editsOf(
  client: Client,
  { addAssignee, removeAssignee, addTag, removeTag }: EditGiven,
): Promise<ListEdits> {
  const people = { add: await assigneesFor(client, addAssignee), remove: await assigneesFor(client, removeAssignee) };
  return {
    ...(addAssignee.length + removeAssignee.length > 0 && { assigneeIds: people }),
    ...(addTag.length + removeTag.length > 0 && { tags: { add: addTag, remove: removeTag } }),
  };
}
