import type { Client } from '../../client/client.js';
import { resolveOrg } from '../../client/find/orgs.js';
import { knownValues } from '../../client/learn/rows.js';
import type { Context } from '../../context.js';
import { isRow, textsOf } from '../../contract/row.js';
import type { Me } from '../../contract/session.js';
import { usageError } from '../../errors.js';
import { cleanLine } from '../../output/text/clean.js';
import { rankOf } from '../../views/cells/tones.js';
import { pickOrg } from '../org-choice.js';
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

/** Prompts for the subject, before any request. */
export async function askSubject(context: Context): Promise<string> {
  const question = { message: 'Subject', instead: 'add --subject TEXT', signal: context.signal };
  for (;;) {
    const subject = (await context.prompt.line(question)).trim();
    if (subject !== '') return subject;
  }
}

/** Prompts for the organisation if none was named, and an agent also for priority and assignee. */
export async function askTheRest<T extends NewTicket>(context: Context, client: Client, given: T): Promise<T> {
  const me = await client.call('GET /me');
  const org = given.org === undefined ? await pickOrg(context, me) : await resolveOrg(client, given.org);
  if (!isAgent(me, org)) return { ...given, org };
  const priority = given.priority ?? (await askPriority(context, client));
  const assignee = given.assignee.length > 0 ? given.assignee : await askAssignee(context, client, org);
  return { ...given, org, priority, assignee };
}

/** Offers the priorities seen on this server, most urgent first. */
async function askPriority(context: Context, client: Client): Promise<string | undefined> {
  const rank = (word: string): number => rankOf('priority', word) ?? -1;
  const known = [...knownValues(client.index, 'ticket-priority')].sort((a, b) => rank(b) - rank(a));
  if (known.length === 0) return undefined;
  return await context.prompt.choose({
    message: 'Priority',
    instead: 'add --priority',
    choices: [
      { name: 'leave it to the server', value: undefined },
      ...known.map((word) => ({ name: cleanLine(word), value: word })),
    ],
    signal: context.signal,
  });
}

async function askAssignee(context: Context, client: Client, orgId: string): Promise<readonly string[]> {
  const people = await peopleOfOrg(client, orgId);
  if (people.length === 0) return [];
  return await context.prompt.search({
    message: 'Assignee',
    instead: 'add --assignee',
    choices: [{ name: 'nobody', value: [] }, ...people.map(({ id, name }) => ({ name: cleanLine(name), value: [id] }))],
    signal: context.signal,
  });
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
