import type { Client } from '../client/client.js';
import { type Row, rowAt, textOf } from '../contract/row.js';
import type { Me } from '../contract/session.js';
import { TrackerError } from '../errors.js';
import type { ServerUrl } from '../http/server-url.js';
import type { InstanceEntry } from './instances.js';
import type { Servers } from './servers.js';
import type { SignInOptions, Vault } from './vault.js';

export interface NewSignIn extends SignInOptions {
  /** Where to store it. */
  readonly vault: Vault;
  readonly server: ServerUrl;
  readonly entry: InstanceEntry;
  readonly token: string;
}

/** Who is signed in where: a sentence, and the same as a result for scripts. */
export interface SignedIn {
  readonly sentence: string;
  readonly result: { readonly instance: string; readonly url: string; readonly user: Row };
}

/**
 * Tries a token with `GET /me` and stores it under the entry; tells who is signed in where. Throws
 * `sign_in_required` when the server refuses it, and then nothing has changed (docs/requirements.md, R11).
 */
export async function storeSignIn(
  servers: Servers,
  { vault, server, entry: planned, token, ...options }: NewSignIn,
): Promise<SignedIn> {
  const trial = servers.trial(server, token);
  const me = await tryToken(trial.client, server);
  const user = rowAt(me, 'user');
  const [id, userName, email] = [textOf(user.id), textOf(user.name), textOf(user.email)];
  const known = { ...(id && { userId: id }), ...(userName && { userName }) };
  const entry = await vault.signIn({ ...planned, ...known }, trial.token(), options);
  const who = userName || email || id || 'an unnamed user';
  const mail = userName && email ? ` <${email}>` : '';
  const name = entry.name === server.url.host ? '' : `, stored as ${entry.name}`;
  return {
    sentence: `Signed in to ${server.key} as ${who}${mail}${name}.`,
    result: { instance: entry.name, url: server.key, user },
  };
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
