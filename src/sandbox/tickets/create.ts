import type { CreationReply } from '../../contract/shapes/wide.js';
import { type Access, allow, readAccess } from '../access/access.js';
import { isAgent } from '../access/visibility.js';
import { readChoices, readRequiredText, readText, readTextsIfList, ticketChoices } from '../fields/fields.js';
import { storeFiles } from '../files.js';
import { assignableIds, storeAssignees } from '../identity/people.js';
import { type Answer, type Call, created, inStoredOrder, Refusal, store, timestamp, type World } from '../world.js';
import { notifyCreated } from './notices.js';
import { requireTicket } from './record.js';

/** `POST /tickets` (docs/api.md, Ticket): an agent may assign it, anyone else becomes the customer. */
export function createTicket(call: Call): Answer<CreationReply> {
  const access = readAccess(call);
  const draft = readDraft(call, access);
  allow(access.mayInOrg(draft.orgId, 'org.tickets.create'), 'create tickets for this organisation');
  const id = insertTicket(call, draft);
  storeFiles(call, { entityType: 'ticket', entityId: id, orgId: draft.orgId, projectId: null });
  const ticket = requireTicket({ ...call, id });
  notifyCreated(call, ticket);
  return created({ id, displayId: ticket.ref });
}

/** Only agents may set priority, category and assignees (docs/api.md, Ticket); public servers let customers set the first two. */
function readDraft({ world, user, body: fields }: Call, access: Access) {
  const orgId = readRequiredText(fields, 'orgId');
  const subject = readRequiredText(fields, 'subject');
  const isByAgent = isAgent(access, orgId);
  const ranks = isByAgent || world.shape === 'wire' ? fields : {};
  return {
    orgId,
    subject,
    priority: 'medium',
    category: 'general',
    ...readChoices(ranks, { priority: ticketChoices.priority, category: ticketChoices.category }),
    description: readText(fields, 'description') ?? null,
    customerId: isByAgent ? null : user.id,
    assigneeIds: isByAgent ? keepAssignable(world, orgId, readTextsIfList(fields, 'assigneeIds') ?? []) : [],
  };
}

/** The people who can be assigned a ticket of this organisation; public servers keep everyone who exists. */
function keepAssignable(world: World, orgId: string, userIds: readonly string[]): string[] {
  const possible = assignableIds(world, orgId);
  const isUser = (id: string): boolean => world.db.get('SELECT 1 FROM users WHERE id = ?', id) !== undefined;
  return inStoredOrder(userIds, world.shape).filter((id) => (world.shape === 'wire' ? isUser(id) : possible.has(id)));
}

/** @throws Refusal 400 if the organisation does not exist, which only people who may write in any of them learn. */
function insertTicket({ world, user }: Call, draft: ReturnType<typeof readDraft>): string {
  const sql = 'UPDATE orgs SET next_ticket = next_ticket + 1 WHERE id = ? RETURNING next_ticket - 1';
  const number = world.db.value<number>(sql, draft.orgId);
  if (number === undefined) throw new Refusal(400, 'orgId names an organisation that does not exist.', 500);
  const { assigneeIds, ...columns } = draft;
  const fixed = { number, status: 'open', channel: 'api', createdBy: user.id, updatedAt: timestamp(world) };
  const id = store(world, 'tickets', { ...columns, ...fixed });
  storeAssignees(world, 'ticket', id, assigneeIds);
  return id;
}
