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

/** What a new ticket needs, and what an agent may add. */
export interface NewTicket {
  readonly org: string | undefined;
  readonly subject: string | undefined;
  readonly priority: string | undefined;
  readonly assignee: readonly string[];
}

/** Throws a usage error naming every missing flag where nobody can be asked, before any request (docs/requirements.md, R63). */
export function refuseMissing(context: Context, { org, subject }: NewTicket): void {
  const missing = [org === undefined && '--org', subject === undefined && '--subject'].filter((flag) => flag !== false);
  if (missing.length === 0 || context.prompt.possible) return;
  throw usageError(`a new ticket needs ${missing.join(' and ')}`, 'see tracker help tickets create');
}

/** The subject, which is asked for before the network is touched. */
export async function askSubject(context: Context): Promise<string> {
  const question = { message: 'Subject', instead: 'give --subject TEXT', signal: context.signal };
  for (;;) {
    const subject = (await context.prompt.line(question)).trim();
    if (subject !== '') return subject;
  }
}

/** Asks for the organisation where none is named, and an agent for priority and assignee. */
export async function askTheRest<T extends NewTicket>(context: Context, client: Client, given: T): Promise<T> {
  const me = await client.call('GET /me');
  const org = given.org === undefined ? await pickOrg(context, me) : await resolveOrg(client, given.org);
  if (!isAgent(me, org)) return { ...given, org };
  const priority = given.priority ?? (await askPriority(context, client));
  const assignee = given.assignee.length > 0 ? given.assignee : await askAssignee(context, client, org);
  return { ...given, org, priority, assignee };
}

/** Servers have their own words; those that were seen are offered, the most urgent first. */
async function askPriority(context: Context, client: Client): Promise<string | undefined> {
  const rank = (word: string): number => rankOf('priority', word) ?? -1;
  const known = [...knownValues(client.index, 'ticket-priority')].sort((a, b) => rank(b) - rank(a));
  if (known.length === 0) return undefined;
  return await context.prompt.choose({
    message: 'Priority',
    instead: 'give --priority',
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
    instead: 'give --assignee',
    choices: [{ name: 'nobody', value: [] }, ...people.map(({ id, name }) => ({ name: cleanLine(name), value: [id] }))],
    signal: context.signal,
  });
}

/** Whether the answer says that the caller may edit any ticket of the organisation (docs/api.md, Authentication 8). */
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
