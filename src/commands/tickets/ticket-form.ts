import type { FlagTable } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { isRow, type Row, rowAt, rowsWithin, textOf, textsOf } from '../../contract/row.js';
import type { Me } from '../../contract/session.js';
import type { TicketDetail } from '../../contract/ticket.js';
import { usageError } from '../../errors.js';
import type { Answers, Field } from '../../forms/field.js';
import { flagField } from '../../forms/flag-field.js';
import { nameOf } from '../../lists/person-name.js';
import { peopleOptions, readTeam, resolveOrg } from '../../references/people.js';
import { assigneeIds } from '../../views/cells/people.js';
import { orgField, orgName } from '../orgs/choose-org.js';
import { peopleOfOrg } from './assignees.js';

/** The fields a new ticket needs, and those an agent may set. */
export interface NewTicket {
  readonly org: string | undefined;
  readonly subject: string | undefined;
  readonly priority: string | undefined;
  readonly assignee: readonly string[];
}

/** Throws a usage error naming every missing flag if no prompt is possible, before any request (docs/requirements.md, R63). */
export function refuseMissing(context: Context, { org, subject }: NewTicket): void {
  const missing = [org === undefined && '--org', subject === undefined && '--subject'].filter((flag) => flag !== false);
  if (missing.length === 0 || context.prompt.possible) return;
  throw usageError(`a new ticket needs ${missing.join(' and ')}`, 'tracker help tickets create');
}

/** The fields of a new ticket; some are only for agents of the organisation that is chosen. */
export function newTicketFields(client: Client, flags: FlagTable): readonly Field[] {
  const isOffered = async ({ org }: Answers): Promise<boolean> =>
    isAgent(await client.call('GET /me'), await resolveOrg(client, String(org)));
  return [
    flagField(flags, 'subject', 'Subject', { isRequired: true }),
    orgField(client, flags),
    ...agentFields(client, flags, peopleOf(client)).map((field) => ({ ...field, isOffered })),
    flagField(flags, 'body', 'Description', { isLong: true, isAsked: true }),
  ];
}

/** The fields of a ticket that may be changed. */
export function changeableFields(client: Client, flags: FlagTable, detail: TicketDetail): readonly Field[] {
  const people = async (): Promise<readonly Row[]> => rowsWithin(detail, 'assignableUsers');
  return [flagField(flags, 'status', 'Status'), ...agentFields(client, flags, people), flagField(flags, 'tag', 'Tags')];
}

/** What a ticket is now, as a form shows it. */
export function ticketAnswers(detail: TicketDetail): Answers {
  const ticket = rowAt(detail, 'ticket');
  return {
    status: textOf(ticket.status),
    priority: textOf(ticket.priority),
    category: textOf(ticket.category),
    assignee: assigneeIds(ticket),
    tag: textsOf(ticket.tags),
  };
}

/** Says who will see a new ticket of this organisation. */
export async function ticketAudience(client: Client, org: string): Promise<string> {
  return `Who will see it: everyone at ${await orgName(client, org)} who can see its tickets, and the team.`;
}

type People = (answers: Answers) => Promise<readonly Row[]>;

function agentFields(client: Client, flags: FlagTable, people: People): readonly Field[] {
  return [
    flagField(flags, 'priority', 'Priority'),
    flagField(flags, 'category', 'Category'),
    flagField(flags, 'assignee', 'Assignees', {
      options: async (answers) => await peopleOptions(client, await people(answers), await readTeam(client)),
      nameOf: (id) => nameOf(client, id),
    }),
  ];
}

/** The people of the organisation chosen for a new ticket. */
function peopleOf(client: Client): People {
  return async ({ org }) =>
    [...(await peopleOfOrg(client, await resolveOrg(client, String(org))))].map((each) => ({ ...each }));
}

/** Whether the caller may edit any ticket of the organisation, according to the response (docs/api.md, Authentication 8). */
function isAgent({ capabilities }: Me, orgId: string): boolean {
  if (!isRow(capabilities)) return false;
  if (capabilities.isAdmin === true) return true;
  const orgs = isRow(capabilities.orgs) ? capabilities.orgs : {};
  return Object.entries(orgs).some(
    ([id, membership]) =>
      isRow(membership) &&
      (id === orgId || membership.isInternal === true) &&
      textsOf(membership.permissions).includes('org.tickets.edit.any'),
  );
}
