import { Duplex } from 'node:stream';
import type { Sentence } from '../../contract/errors.js';
import { whileStoring } from '../../disk/storing.js';
import { type TokenStore, withSession } from '../../http/session.js';
import { createNodeTransport } from '../../http/transport/node.js';
import type { StoredToken } from '../vault.js';
import type { SignInParts } from './sign-in-required.js';
import type { Turns, WaitOptions } from './waiting.js';

/** What only a process needs that waits for a token of another one. */
const waiting = () => import('./waiting.js');

export interface SourceParts extends WaitOptions, SignInParts {}

/** How long after a rotation other processes take turns from their first request on (milliseconds). */
const contendedMs = 10_000;

/** Whether this time (milliseconds since 1970) is less than 10 s ago. */
export const isRecent = (time: number): boolean => Math.abs(Date.now() - time) < contendedMs;

/** The tokens of a signed-in instance. */
export function storedTokens(parts: SourceParts): TokenStore {
  const { vault, entry } = parts;
  /** The sign-in that each token used by this process came from. */
  const signIns = new Map<string, number>();
  let inUse: StoredToken | undefined;
  /** The warning, if the newest token could not be saved. */
  let unsaved: Sentence | undefined;
  const use = (stored: StoredToken): string => {
    inUse = stored;
    signIns.set(stored.token, stored.signIn);
    return stored.token;
  };
  const missing = async (other?: string) => await (await import('./sign-in-required.js')).signInRequired(parts, other);
  /** What one user has begun is never sent as another, who may have signed in under the same name since. */
  const read = async (again?: boolean): Promise<string | undefined> => {
    const stored = await vault.token(entry, again);
    if (stored?.userId && entry.userId && stored.userId !== entry.userId) throw await missing(stored.userId);
    return stored && use(stored);
  };
  let turns: Promise<Turns> | undefined;
  const takeTurns = (): Promise<Turns> =>
    (turns ??= waiting().then(({ createTurns }) =>
      createTurns({
        ...parts,
        host: new URL(entry.url).host,
        locked: vault.locked,
        read: () => read(true),
        unsaved: () => (unsaved === undefined ? undefined : inUse?.token),
        missing,
      }),
    ));
  const hasRotated = async (): Promise<boolean> => (await vault.rotatedAt(entry)) > 0;
  return {
    hasRotated,
    unsaved: () => unsaved,
    async current(again) {
      const token = inUse && (!again || unsaved) ? inUse.token : await read(again);
      if (token) return token;
      throw await missing();
    },
    async requireSignIn() {
      if (!(await vault.isSignedIn(entry))) throw await missing();
    },
    async rotate(next, sent) {
      const signIn = signIns.get(sent);
      if (signIn === undefined) return undefined;
      signIns.set(next, signIn);
      if (inUse?.signIn === signIn) inUse = { token: next, signIn };
      try {
        await whileStoring(() => vault.rotate(entry, signIn, next));
        unsaved = undefined;
      } catch (error) {
        unsaved = (await waiting()).notSaved(vault.path, error);
      }
      return unsaved;
    },
    expectRotation: () => expectRotation(hasRotated, () => vault.prepare(entry.url)),
    isContended: async () => isRecent(await vault.rotatedAt(entry)),
    inTurn: async (work, signal) => await (await takeTurns()).inTurn(work, signal),
    repeatWithNewer: async (sent, repeat, signal) => await (await takeTurns()).repeatWithNewer(sent, repeat, signal),
  };
}

/** How long to wait for a response before loading the code for storing a token in any case (milliseconds). */
const slowMs = 250;

/**
 * Prepares for a rotated token while waiting for a response: at once if one is likely, otherwise only if the server is
 * slow. Gives a function to call when the response is there. If preparing fails, storing will report why.
 */
export function expectRotation(isLikely: () => Promise<boolean>, prepare: () => Promise<void>): () => void {
  const start = (): void => void rehearseRotation(prepare).catch(() => undefined);
  const timer = setTimeout(start, slowMs).unref();
  void isLikely().then(
    (likely) => likely && start(),
    () => undefined,
  );
  return () => clearTimeout(timer);
}

const rotation = 'HTTP/1.1 200 OK\r\nset-auth-token: next\r\ncontent-length: 0\r\n\r\n';

/**
 * Receives a made-up response with a rotated token, without a server. All code between the arrival of a response and
 * `store` is compiled when a real one comes; its first run takes twice as long (docs/requirements.md, D12).
 */
export async function rehearseRotation(store: () => Promise<void>): Promise<void> {
  const send = withSession(createNodeTransport({ timeoutMs: 1_000, connect: openRehearsal }), {
    tokens: {
      current: async () => 'now',
      rotate: async () => void (await store()),
      repeatWithNewer: async () => undefined,
    },
    warn: () => undefined,
  });
  const { signal } = new AbortController();
  const reply = await send({ method: 'GET', url: new URL('http://localhost/'), headers: {}, signal });
  reply.discard();
}

/** A connection on which every request gets the made-up response. */
function openRehearsal(): Duplex {
  return new Duplex({
    read: () => undefined,
    write(_bytes, _encoding, done) {
      done();
      this.push(rotation);
    },
  });
}
