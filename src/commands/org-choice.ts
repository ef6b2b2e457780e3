import { requireMeantTarget } from '../bulk/meant-targets.js';
import type { Client } from '../client/client.js';
import { resolveOrg } from '../client/find/orgs.js';
import type { Context } from '../context.js';
import { type Row, rowsWithin, textOf, titleOf, uuidOf } from '../contract/row.js';
import type { Me } from '../contract/session.js';
import { type TrackerError, usageError } from '../errors.js';
import { cleanLine } from '../output/text/clean.js';

/**
 * The ORG from the flag, or else the default from `.tracker.json` if that file is meant for this server
 * (docs/requirements.md, R27); undefined if neither names one.
 */
export function namedOrg({ settings }: Context, client: Client, given: string | undefined): string | undefined {
  if (given?.trim() === '') throw usageError('--org cannot be empty');
  const { instance, org } = settings.projectFile ?? {};
  return given ?? (instance === undefined || instance === client.instanceName ? org : undefined);
}

/**
 * The id of the organisation a command reads from: the one that was named, or else the caller's only one. Throws a usage error
 * listing them if there are several.
 */
export async function requireOrg(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return await resolveOrg(client, named);
  const orgs = orgsOf(await client.call('GET /me'));
  const [only, second] = orgs;
  if (only && !second) return uuidOf(only);
  throw severalOrgs(orgs);
}

/**
 * The id of the organisation that something new is for. Throws what resolveOrg throws, and `conflict` if the name was that of
 * another one when the draft was written (docs/requirements.md, R79).
 */
export async function orgForNew(context: Context, client: Client, name: string): Promise<string> {
  const uuid = await resolveOrg(client, name);
  requireMeantTarget(context, name, { ref: name, uuid });
  return uuid;
}

/** The organisation for something new if none was named: the caller's only one, or else one chosen at a prompt. */
export async function pickOrg(context: Context, me: Me): Promise<string> {
  const orgs = orgsOf(me);
  const [only, second] = orgs;
  if (only && !second) return uuidOf(only);
  if (only && context.prompt.possible) return await askOrg(context, orgs);
  throw severalOrgs(orgs);
}

function orgsOf(me: Me): readonly Row[] {
  return rowsWithin(me, 'orgs').filter((org) => uuidOf(org) !== '');
}

function severalOrgs(orgs: readonly Row[]): TrackerError {
  if (orgs.length === 0) return usageError('you do not belong to any organisation', 'add --org ORG');
  const names = orgs.slice(0, 12).map((org) => textOf(org.slug) ?? titleOf(org));
  return usageError('you belong to several organisations', `add --org with one of ${names.join(', ')}`);
}

async function askOrg(context: Context, orgs: readonly Row[]): Promise<string> {
  return await context.prompt.search({
    message: 'Organisation',
    instead: 'add --org ORG',
    choices: orgs.map((org) => ({ name: cleanLine(titleOf(org) || uuidOf(org)), value: uuidOf(org) })),
    signal: context.signal,
  });
}
