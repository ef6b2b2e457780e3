import type { Client } from '../client/client.js';
import { resolveOrg } from '../client/orgs.js';
import type { Context } from '../context.js';
import { type Row, rowsOf, textOf, titleOf, uuidOf } from '../contract/row.js';
import type { Me } from '../contract/session.js';
import { usageError } from '../errors.js';
import { cleanLine } from '../output/clean.js';

/**
 * The ORG a flag names, else the default of `.tracker.json` where that file is meant for this server
 * (docs/requirements.md, R27); undefined where neither names one.
 */
export function namedOrg({ settings }: Context, client: Client, given: string | undefined): string | undefined {
  if (given?.trim() === '') throw usageError('--org got an empty word');
  const { instance, org } = settings.projectFile ?? {};
  return given ?? (instance === undefined || instance === client.instanceName ? org : undefined);
}

/**
 * The id of the organisation a command is about: the one that is named, else the only one the caller has, else the one
 * chosen at the terminal. Throws a usage error naming them where nobody can be asked.
 */
export async function chooseOrg(context: Context, client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return await resolveOrg(client, named);
  return await pickOrg(context, await client.call('GET /me'));
}

/** The same where none is named, from what `GET /me` tells. */
export async function pickOrg(context: Context, me: Me): Promise<string> {
  const orgs = rowsOf(me.orgs).filter((org) => uuidOf(org) !== '');
  const [only, second] = orgs;
  if (!only) throw usageError('you belong to no organisation', 'give --org ORG');
  if (!second) return uuidOf(only);
  if (context.prompt.possible) return await askOrg(context, orgs);
  const names = orgs.slice(0, 12).map((org) => textOf(org.slug) ?? titleOf(org));
  throw usageError('you have several organisations; --org names one', `give --org with one of ${names.join(', ')}`);
}

async function askOrg(context: Context, orgs: readonly Row[]): Promise<string> {
  return await context.prompt.search({
    message: 'Organisation',
    instead: 'give --org ORG',
    choices: orgs.map((org) => ({ name: cleanLine(titleOf(org) || uuidOf(org)), value: uuidOf(org) })),
    signal: context.signal,
  });
}
