import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { refOf, rowsOf, uuidOf } from '../../contract/row.js';
import { wordKey } from '../../contract/server-word.js';
import type { TicketCreate } from '../../contract/ticket.js';
import type { Created } from '../../contract/wide.js';
import { compareFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { leaveToNobody } from '../../lists/assignees.js';
import { requireComplete } from '../../lists/compare.js';
import { type Lists, namesOfLists } from '../../lists/entity-lists.js';
import { type AskedOf, readBackLists } from '../../lists/read-back-lists.js';
import { orgForNew } from '../orgs/choose-org.js';
import { spelled } from '../work/words.js';
import { assigneesForNew } from './assignees.js';
import type { NewTicket } from './ticket-form.js';

type Values = NewTicket & { readonly category: string | undefined };

/** The body of a new ticket, with organisation and people resolved (docs/api.md, Ticket). */
export async function toTicket(
  context: Context,
  client: Client,
  { org = '', subject = '', body, priority, category, assignee }: Values & { readonly body: string | undefined },
): Promise<TicketCreate> {
  const orgId = await orgForNew(context, client, org);
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

/**
 * Checks a new ticket if anything was requested that a server may leave out (docs/api.md, Tickets). Warns about priority and
 * category; throws `partial` (exit 8) naming people and files that are not as requested (docs/requirements.md, R81).
 */
export async function checkStored(
  context: Context,
  client: Client,
  sent: {
    readonly answer: Created;
    readonly ticket: TicketCreate;
    readonly files: readonly FilePart[];
    /** Whether it should be unassigned, although some servers assign new tickets. */
    readonly isNobodys: boolean;
  },
): Promise<void> {
  const { answer, ticket, files, isNobodys } = sent;
  const { priority, category, assigneeIds } = ticket;
  const uuid = uuidOf(answer);
  const asked: Lists = isNobodys ? { assigneeIds: [] } : { ...(assigneeIds && { assigneeIds }) };
  const isPlain = priority === undefined && category === undefined;
  if (uuid === '' || (isPlain && namesOfLists(asked).length + files.length === 0)) return;
  const ref = refOf(answer) || 'the ticket';
  const what = `${ref} was created`;
  const asking: AskedOf = { kind: 'ticket', uuid, ref, what, asked, whole: isNobodys ? ['assigneeIds'] : [] };
  const seen = await readBackLists(context, client, asking);
  if (!seen) return;
  const { entity, detail } = seen;
  const left = [
    priority !== undefined && !isSame(entity.priority, priority) && '--priority',
    category !== undefined && !isSame(entity.category, category) && '--category',
  ].filter((flag) => flag !== false);
  if (left.length > 0)
    await context.show.warn(`the server ignored ${left.join(' and ')}`, 'only agents of the organisation can set them');
  const { difference } = await leaveToNobody(context, seen, {
    what,
    clear: async () => await client.write('PATCH /tickets/:id', { id: uuid, body: { assigneeIds: [] } }),
    look: async () => await readBackLists(context, client, asking),
  });
  const stored = Array.isArray(detail.attachments) ? [compareFiles(files, rowsOf(detail.attachments))] : [];
  requireComplete(what, difference, ...stored);
}

function isSame(stored: unknown, sent: string): boolean {
  return typeof stored === 'string' && wordKey(stored) === wordKey(sent);
}
