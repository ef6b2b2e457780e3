import { type Access, readAccess } from '../access/access.js';
import { isAgent } from '../access/tickets.js';
import { ticketCategories, ticketPriorities } from '../fields/allowed-values.js';
import { readChoice, readRequiredText, readText, readTextsIfList } from '../fields/fields.js';
import { storeFiles } from '../files/store.js';
import { peopleForTickets } from '../identity/people.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, created, inStoredOrder, Refusal, type World } from '../world.js';
import { notifyCreated } from './notices.js';
import { findTicket, storeTicketAssignees } from './record.js';

interface TicketDraft {
  readonly orgId: string;
  readonly subject: string;
  readonly description: string | null;
  readonly priority: string;
  readonly category: string;
  readonly customerId: string | null;
  readonly assigneeIds: readonly string[];
}

/** `POST /tickets` (docs/api.md, Ticket): an agent may assign it, anyone else becomes the customer. */
export function createTicket(call: Call): Answer {
  const { world, user } = call;
  const access = readAccess(world, user.id);
  const draft = readDraft(call, access);
  if (!access.mayInOrg(draft.orgId, 'org.tickets.create')) {
    throw new Refusal(403, 'You are not allowed to create tickets for this organisation.');
  }
  const { id, ref } = commit(world, (outbox) => {
    const ticketId = insertTicket(call, draft);
    storeFiles(call, { entityType: 'ticket', entityId: ticketId, orgId: draft.orgId, projectId: null });
    const ticket = findTicket(world, ticketId);
    if (ticket) notifyCreated(call, outbox, ticket);
    return { id: ticketId, ref: ticket?.ref };
  });
  return created({ id, displayId: ref });
}

/**
 * Only agents may set priority, category and assignees (docs/api.md, Ticket); public servers let customers set the first two.
 */
function readDraft({ world, user, body }: Call, access: Access): TicketDraft {
  const fields = body;
  const orgId = readRequiredText(fields, 'orgId');
  const subject = readRequiredText(fields, 'subject');
  const isByAgent = isAgent(access, orgId);
  const ranks = isByAgent || world.shape === 'wire' ? fields : {};
  return {
    orgId,
    subject,
    priority: readChoice(ranks, 'priority', ticketPriorities) ?? 'medium',
    category: readChoice(ranks, 'category', ticketCategories) ?? 'general',
    description: readText(fields, 'description') ?? null,
    customerId: isByAgent ? null : user.id,
    assigneeIds: isByAgent ? keepAssignable(world, orgId, readTextsIfList(fields, 'assigneeIds') ?? []) : [],
  };
}

/** The people who can be assigned a ticket of this organisation; public servers keep everyone who exists. */
function keepAssignable(world: World, orgId: string, userIds: readonly string[]): string[] {
  const possible = new Set(peopleForTickets(world, orgId).map((person) => person.id));
  const isUser = (id: string): boolean => world.db.get('SELECT 1 FROM users WHERE id = ?', id) !== undefined;
  return inStoredOrder(userIds, world.shape).filter((id) => (world.shape === 'wire' ? isUser(id) : possible.has(id)));
}

/** @throws Refusal 400 if the organisation does not exist, which only people who may write in any of them learn. */
function insertTicket({ world, user }: Call, draft: TicketDraft): string {
  const org = world.db.get<{ number: number }>('SELECT next_ticket AS number FROM orgs WHERE id = ?', draft.orgId);
  if (!org) throw new Refusal(400, 'orgId names an organisation that does not exist.');
  world.db.run('UPDATE orgs SET next_ticket = next_ticket + 1 WHERE id = ?', draft.orgId);
  const id = world.newId();
  const now = world.now().toISOString();
  world.db.run(
    `INSERT INTO tickets (id, org_id, number, subject, description, status, priority, category, channel, customer_id,
       created_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'open', ?, ?, 'api', ?, ?, ?, ?)`,
    id,
    draft.orgId,
    org.number,
    draft.subject,
    draft.description,
    draft.priority,
    draft.category,
    draft.customerId,
    user.id,
    now,
    now,
  );
  storeTicketAssignees(world, id, draft.assigneeIds);
  return id;
}
