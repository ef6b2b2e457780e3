import type { Client } from '../../client/client.js';
import { resolveOrg } from '../../client/orgs.js';
import type { Context } from '../../context.js';
import { isRow, refOf, rowsOf, uuidOf } from '../../contract/row.js';
import type { TicketCreate } from '../../contract/ticket.js';
import type { Created } from '../../contract/wide.js';
import type { FilePart } from '../../http/multipart.js';
import { assigneeIds } from '../../views/people.js';
import { spelled } from '../value-word.js';
import { leaveToNobody, warnNotAssigned } from '../writing/assignees.js';
import { requireKeptFiles } from '../writing/kept-files.js';
import { lookBack } from '../writing/look-back.js';
import type { NewTicket } from './ask-new-ticket.js';
import { assigneesForNew } from './assignees.js';

type Values = NewTicket & { readonly category: string | undefined };

/** The body of a new ticket, its organisation and people looked up (docs/api.md, Ticket). */
export async function toTicket(
  client: Client,
  { org = '', subject = '', body, priority, category, assignee }: Values & { readonly body: string | undefined },
): Promise<TicketCreate> {
  const orgId = await resolveOrg(client, org);
  const ids = assignee.length > 0 ? await assigneesForNew(client, assignee, orgId) : [];
  return {
    orgId,
    subject: subject.trim(),
    ...(body !== undefined && { description: body }),
    ...(priority !== undefined && { priority: spelled(client, 'ticket-priority', priority) }),
    ...(category !== undefined && { category: spelled(client, 'ticket-category', category) }),
    ...(ids.length > 0 && { assigneeIds: ids }),
  };
}

/** Servers may leave out what only agents may set, and files (docs/api.md, Tickets): then it is said, not hidden. */
export async function checkStored(
  context: Context,
  client: Client,
  sent: {
    readonly answer: Created;
    readonly ticket: TicketCreate;
    readonly files: readonly FilePart[];
    /** Whether nobody is to have it: some servers assign it by themselves. */
    readonly isNobodys: boolean;
  },
): Promise<void> {
  const { answer, ticket, files, isNobodys } = sent;
  const { priority, category, assigneeIds: ids = [] } = ticket;
  const uuid = uuidOf(answer);
  const isPlain = priority === undefined && category === undefined && ids.length + files.length === 0;
  if (uuid === '' || (isPlain && !isNobodys)) return;
  const what = `${refOf(answer) || 'the ticket'} was created`;
  const detail = await lookBack(context, what, async () => await client.call('GET /tickets/:id', { id: uuid }));
  if (!isRow(detail?.ticket)) return;
  const stored = detail.ticket;
  const left = [
    priority !== undefined && stored.priority !== priority && '--priority',
    category !== undefined && stored.category !== category && '--category',
  ].filter((flag) => flag !== false);
  if (left.length > 0)
    await context.show.warn(`the server left out ${left.join(' and ')}`, 'they are for agents of the organisation');
  await warnNotAssigned(context, client, { ids, stored: assigneeIds(stored) });
  const write = async () => await client.write('PATCH /tickets/:id', { id: uuid, body: { assigneeIds: [] } });
  if (isNobodys) await leaveToNobody(context, client, { what, stored: assigneeIds(stored), write });
  if (Array.isArray(detail.attachments)) requireKeptFiles(what, files, rowsOf(detail.attachments));
}
