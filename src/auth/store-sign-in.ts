import type { Client } from '../client/client.js';
import { isRow, textOf } from '../contract/row.js';
import type { Me } from '../contract/session.js';
import { TrackerError } from '../errors.js';
import type { ServerUrl } from '../http/server-url.js';
import type { InstanceEntry } from './instances.js';
import type { Servers } from './servers.js';

export interface NewSignIn {
  readonly server: ServerUrl;
  readonly entry: InstanceEntry;
  readonly token: string;
  readonly makeDefault: boolean;
}

/**
 * Tries a token with `GET /me` and stores it under the entry; gives a sentence that says who is signed in where. Throws
 * `sign_in_required` when the server refuses it, and then nothing has changed (docs/requirements.md, R11).
 */
export async function storeSignIn(servers: Servers, { server, entry, token, makeDefault }: NewSignIn): Promise<string> {
  const trial = servers.trial(server, token);
  const me = await tryToken(trial.client, server);
  const user = isRow(me.user) ? me.user : {};
  const [id, userName, email] = [textOf(user.id), textOf(user.name), textOf(user.email)];
  const known = { ...(id && { userId: id }), ...(userName && { userName }) };
  await servers.vault.signIn({ ...entry, ...known }, trial.token(), { makeDefault });
  const who = userName || email || id || 'an unnamed user';
  const mail = userName && email ? ` <${email}>` : '';
  const name = entry.name === server.url.host ? '' : `, stored as ${entry.name}`;
  return `Signed in to ${server.key} as ${who}${mail}${name}.`;
}

async function tryToken(client: Client, server: ServerUrl): Promise<Me> {
  try {
    return await client.call('GET /me');
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind !== 'sign_in_required') throw error;
    throw new TrackerError('sign_in_required', `${server.url.host} refuses this token; nothing was stored`, {
      status: 401,
      hint: `tracker login ${server.key}`,
    });
  }
}
