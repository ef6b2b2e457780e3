import type { Context } from '../../args/context.js';
import type { FlagTable } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import { type Field, flagField } from '../../compose/form/field.js';
import { NeedsMore, type TrackerError, usageError } from '../../contract/errors.js';
import { type Row, rowsWithin, titleOf, uuidOf } from '../../contract/row.js';
import type { Me } from '../../contract/shapes/session.js';
import { namesOfOrgs, resolveOrg } from '../../references/people.js';
import type { Reference } from '../../references/read.js';
import type { Option } from '../../terminal/prompt/prompt.js';
import { choiceFor } from './creating.js';

/** The ORG from the flag, or else from `.tracker.json` if that file is meant for this server (docs/requirements.md, R27). */
export function namedOrg(context: Context, client: Client, given: string | undefined): string | undefined {
  if (given?.trim() === '') throw usageError('--org cannot be empty');
  return given?.trim() ?? choiceFor(context, client, 'org');
}

/** The id of the organisation that was named, or else of the caller's only one. Throws a usage error listing several. */
export async function requireOrg(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return await resolveOrg(client, named);
  const orgs = orgsOf(await client.call('GET /me'));
  const [only, second] = orgs;
  if (only && !second) return uuidOf(only);
  throw severalOrgs(orgs);
}

/** The id of the organisation that something new is for. Throws what resolveOrg and `check` throw (docs/requirements.md, R79). */
export async function orgForNew(client: Client, { text, check }: Reference): Promise<string> {
  const uuid = await resolveOrg(client, text);
  await check?.({ ref: text, uuid });
  return uuid;
}

/** The organisation of something new. */
export function orgField(client: Client, flags: FlagTable): Field {
  const names = new Map<string, string>();
  const options = async (): Promise<readonly Option<string>[]> => {
    for (const org of orgsOf(await client.call('GET /me'))) names.set(uuidOf(org), titleOf(org) || uuidOf(org));
    return [...names].map(([value, name]) => ({ name, value }));
  };
  return flagField(flags, 'org', 'Organisation', {
    isRequired: true,
    takesOnly: true,
    options,
    nameOf: (id) => names.get(id) ?? id,
  });
}

/** The name of an organisation given by slug, name or id. */
export async function orgName(client: Client, org: string): Promise<string> {
  const id = await resolveOrg(client, org);
  const row = rowsWithin(await client.call('GET /me'), 'orgs').find((each) => uuidOf(each) === id);
  return (row && titleOf(row)) || org;
}

/** The organisations in a response. */
export function orgsOf(me: Me): readonly Row[] {
  return rowsWithin(me, 'orgs').filter((org) => uuidOf(org) !== '');
}

/** The error where none was chosen of these organisations, which it names. */
export function severalOrgs(orgs: readonly Row[]): TrackerError {
  if (orgs.length === 0) return usageError('you do not belong to any organisation', 'add --org ORG');
  const hint = `add --org with one of ${namesOfOrgs(orgs)}`;
  return new NeedsMore('usage', 'you belong to several organisations', { hint });
}
