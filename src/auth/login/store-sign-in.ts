import type { Client } from '../../client/client.js';
import type { Folders } from '../../config/folders.js';
import { phrase, type Sentence, TrackerError, usageError } from '../../contract/errors.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import type { ServerUrl } from '../../contract/server-url.js';
import { isApiKey } from '../../http/session.js';
import { forgetAccount } from '../forget.js';
import type { SignInOptions } from '../helper/form.js';
import type { InstanceEntry } from '../instances.js';
import type { Servers } from '../servers.js';
import type { Vault } from '../vault.js';

interface NewSignIn extends Pick<SignInOptions, 'makeDefault'> {
  readonly vault: Vault;
  readonly folders: Folders;
  readonly server: ServerUrl;
  readonly entry: InstanceEntry;
  readonly token: string;
  /** Whether the user chose the name. Then it may replace another account; otherwise it is stored alongside. */
  readonly isNamed: boolean;
  /** Called if the name belongs to an instance at another address; throws unless it may be replaced. The default is to throw. */
  readonly replace?: ((holder: InstanceEntry) => void) | undefined;
  /** The command to sign in to this server again. */
  readonly again: string;
}

/** The keys in the result of a sign-in. */
export const resultKeys = ['instance', 'url', 'user'] as const;

/** Who is signed in where: as a sentence, and as a result for scripts. */
export type SignInReport = Awaited<ReturnType<typeof storeSignIn>>;

/**
 * Tries a token with `GET /me` and stores it under the entry. Gives who is signed in where. Throws `sign_in_required` if
 * the server rejects the token; nothing has changed then (docs/requirements.md, R11).
 */
export async function storeSignIn(
  servers: Servers,
  signIn: NewSignIn,
  trying = servers.trial(signIn.server, signIn.token),
) {
  const trial = await trying;
  const { vault, server, entry: planned, isNamed, makeDefault, replace = keepName } = signIn;
  const user = await tryToken(trial.client, signIn);
  const [id, userName, email] = [textOf(user.id), textOf(user.name), textOf(user.email)];
  const owned = { ...planned, ...(id && { userId: id }), ...(userName && { userName }) };
  const previousDefault = await vault.defaultName();
  let before: readonly InstanceEntry[] = [];
  const chooseName = (known: readonly InstanceEntry[]): string => {
    before = known;
    if (!isNamed) return freeName(known, owned);
    const holder = known.find(({ name, url }) => name === owned.name && url !== owned.url);
    if (holder) replace(holder);
    return owned.name;
  };
  const entry = await vault.signIn(owned, trial.token(), { makeDefault, chooseName });
  trial.client.index.claim(id ?? '');
  const former = before.find(({ name }) => name === entry.name);
  // Nobody is signed in any more whose token has been replaced.
  if (former && (former.url !== entry.url || isOther(former.userId, entry.userId)))
    await forgetAccount(vault, signIn.folders, former);
  const who = userName || email || id || 'an unnamed user';
  const mail = userName && email ? ` <${email}>` : '';
  const isMoved = makeDefault && previousDefault !== undefined && previousDefault !== entry.name;
  const name = storedAs(entry, before, planned.name, server.url.host);
  return {
    sentence: `Signed in to ${server.key} as ${who}${mail}${name}${isMoved ? ', now the default instance' : ''}.`,
    result: { instance: entry.name, url: server.key, user },
  };
}

/** How long an interrupted sign-in may take to end its session; an interrupted command has 800 in all (milliseconds). */
const interruptedMs = 500;

interface StoreOrEnd extends NewSignIn {
  /** Whether the token's session was opened by this sign-in and is not used by anyone else. */
  readonly isNew: boolean;
  readonly signal: AbortSignal;
  readonly warn: (message: Sentence) => Promise<void>;
}

/**
 * Tries and stores a token like `storeSignIn`. If that fails, it ends a session opened for the token on the server, and
 * warns only if that fails too.
 */
export async function storeOrEnd(servers: Servers, signIn: StoreOrEnd): Promise<SignInReport> {
  const trial = await servers.trial(signIn.server, signIn.token);
  try {
    return await storeSignIn(servers, signIn, Promise.resolve(trial));
  } catch (error) {
    const isRefused = error instanceof TrackerError && error.status === 401;
    if (signIn.isNew && !isRefused && !isApiKey(trial.token())) await endNew(servers, signIn, trial.token());
    throw error;
  }
}

/** A name is never moved to another server unasked, not even by parallel sign-ins (docs/requirements.md, R69). */
function keepName({ name, url }: InstanceEntry): never {
  throw usageError(
    `the name ${name} was taken by ${url} in the meantime; nothing was stored`,
    'choose another with --name',
  );
}

/** The end of the sentence: the name it was stored under, what it replaced, or which account kept the planned name. */
function storedAs(entry: InstanceEntry, before: readonly InstanceEntry[], planned: string, host: string): string {
  const holderOf = (name: string): InstanceEntry | undefined => before.find((each) => each.name === name);
  const isOtherAccount = (each: InstanceEntry | undefined): boolean =>
    each?.url === entry.url && isOther(each.userId, entry.userId);
  const [replaced, kept] = [holderOf(entry.name), holderOf(planned)];
  const stored = `, stored as ${entry.name}`;
  if (replaced && replaced.url !== entry.url) return `${stored}, replacing ${replaced.url}`;
  if (replaced && isOtherAccount(replaced)) return `${stored}, replacing ${replaced.userName || replaced.userId}`;
  if (kept && entry.name !== planned && isOtherAccount(kept))
    return `${stored} alongside ${kept.name} (${kept.userName || kept.userId})`;
  return entry.name === host ? '' : stored;
}

/** The user of a token. Every error names the server and the request. */
async function tryToken(client: Client, { server, again }: NewSignIn): Promise<Row> {
  const { host } = server.url;
  const asked = `GET ${new URL('api/v1/me', server.url).pathname}`;
  const me = await client.call('GET /me').catch((error: unknown) => {
    if (!(error instanceof TrackerError)) throw error;
    const { kind, status = 0, hint, message, reason } = error;
    if (kind === 'sign_in_required') {
      const refused = `${host} rejected this token; nothing was stored`;
      throw new TrackerError(kind, refused, { status: 401, hint: again });
    }
    // All other messages name the server already.
    if (status < 400 || reason !== 'server_words') throw error;
    const explained = phrase`${host} returned ${status} for ${asked}, and nothing was stored: ${message}`;
    throw new TrackerError(kind, explained, { status, hint, cause: error });
  });
  if (isRow(me.user)) return me.user;
  throw new TrackerError('failed', `the response from ${host} to ${asked} cannot be read: it has no "user"`);
}

/**
 * The name for a new sign-in: the wanted one if it is free; otherwise the name this user already has at that address;
 * otherwise the wanted one plus the scheme, if the schemes differ, or plus a number (docs/requirements.md, R22). A user
 * without an id counts as the same as any other.
 */
function freeName(known: readonly InstanceEntry[], wanted: Pick<InstanceEntry, 'name' | 'url' | 'userId'>): string {
  const { name, url, userId } = wanted;
  const holderOf = (candidate: string): InstanceEntry | undefined => known.find((each) => each.name === candidate);
  const isFree = (candidate: string): boolean => {
    const holder = holderOf(candidate);
    return holder === undefined || (holder.url === url && !isOther(holder.userId, userId));
  };
  if (isFree(name)) return name;
  const same = userId === undefined ? undefined : known.find((each) => each.url === url && each.userId === userId);
  if (same) return same.name;
  const scheme = schemeOf(url);
  if (schemeOf(holderOf(name)?.url ?? '') !== scheme && isFree(`${name}-${scheme}`)) return `${name}-${scheme}`;
  let number = 2;
  while (!isFree(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** Whether two user ids are both known and differ. */
function isOther(one: string | undefined, another: string | undefined): boolean {
  return one !== undefined && another !== undefined && one !== another;
}

function schemeOf(url: string): string {
  return url.split(':')[0] ?? '';
}

async function endNew(servers: Servers, { server, signal, warn }: StoreOrEnd, token: string): Promise<void> {
  const entry = { name: server.url.host, url: server.key, insecureHttp: true };
  try {
    await servers.endSession({ entry, token, signal: signal.aborted ? AbortSignal.timeout(interruptedMs) : signal });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await warn(`the new session on ${server.key} may still be open: ${why}`);
  }
}
