import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { leaveOffline } from '../../config/settings.js';
import { attempt, type Sentence, TrackerError } from '../../contract/errors.js';
import { isRow } from '../../contract/row.js';
import type { SignInFiles, TokenOwner } from './form.js';
import { type HelperCall, helperTrouble, runHelper } from './run-helper.js';

/** An address of no server, to try a helper where no key is needed. */
export const trialUrl = 'https://tracker.invalid';

/** Bytes. */
const [keyLength, ivLength, tagLength] = [32, 12, 16];

/** Whose entries of a helper are keys. */
const owner = 'tracker';

/** How long a helper that has failed is not started again (milliseconds). */
const failingMs = 2_000;

/**
 * The keys that helpers keep, one for each address. This process asks for each once, and keeps it in memory. All functions throw
 * TrackerError `sign_in_required` if the helper fails.
 */
export function openKeys({ env, offline }: Pick<SignInFiles, 'env' | 'offline'>) {
  /** Undefined for a key that the helper does not have. */
  const inMemory = new Map<string, Buffer | undefined>();
  const asking = new Map<string, Promise<Buffer | undefined>>();
  const failures = new Map<string, { readonly error: unknown; readonly at: number }>();
  const placeOf = (helper: string, url: string): string => `${helper} ${url}`;
  const run = async (call: Omit<HelperCall, 'env'>): Promise<string | undefined> => {
    if (offline) throw helperTrouble(call.helper, 'is not started offline', leaveOffline({ env }));
    const last = failures.get(call.helper);
    if (last && performance.now() - last.at < failingMs) throw last.error;
    try {
      return await runHelper({ ...call, env });
    } catch (error) {
      failures.set(call.helper, { error, at: performance.now() });
      throw error;
    }
  };
  const ask = async (helper: string, url: string): Promise<Buffer | undefined> => {
    const place = placeOf(helper, url);
    const answer = await run({ helper, action: 'get', input: url });
    const key = answer === undefined ? undefined : readKey(answer, helper, url);
    inMemory.set(place, key);
    return key;
  };
  /** Stores a key, and reads it back. */
  const put = async (helper: string, url: string, key: Buffer): Promise<void> => {
    const entry = { ServerURL: url, Username: owner, Secret: key.toString('base64') };
    await run({ helper, action: 'store', input: JSON.stringify(entry) });
    if ((await ask(helper, url))?.equals(key)) return;
    inMemory.delete(placeOf(helper, url));
    throw helperTrouble(helper, `did not give back the key that it was given for ${url}`);
  };
  return {
    /** The key, if it is in memory. */
    known: (helper: string, url: string) => inMemory.get(placeOf(helper, url)),
    /** The key; undefined if the helper has none. With `again` it is asked again. */
    async find(helper: string, url: string, again = false): Promise<Buffer | undefined> {
      const place = placeOf(helper, url);
      if (!again && inMemory.has(place)) return inMemory.get(place);
      const answer = asking.get(place) ?? ask(helper, url).finally(() => asking.delete(place));
      asking.set(place, answer);
      return await answer;
    },
    /** The key, as the helper has it now; if there is none, one is made, stored, and read back. The caller holds the lock of the tokens. */
    async make(helper: string, url: string): Promise<Buffer> {
      const there = await ask(helper, url);
      if (there) return there;
      const made = randomBytes(keyLength);
      await put(helper, url, made);
      return made;
    },
    /**
     * Erases a key, unless one of `others`, helpers whose key is still needed, is another name of the same store. One that has lost
     * its key all the same gets it again.
     */
    async erase(helper: string, url: string, others: readonly string[] = []): Promise<void> {
      const needed = new Map<string, Buffer>();
      for (const other of others) needed.set(other, (await ask(other, url)) ?? Buffer.alloc(0));
      const key = others.length === 0 ? undefined : await ask(helper, url);
      if (key && [...needed.values()].some((each) => each.equals(key))) return;
      inMemory.delete(placeOf(helper, url));
      await run({ helper, action: 'erase', input: url });
      for (const [other, had] of needed)
        if (had.length > 0 && !(await ask(other, url))?.equals(had)) await put(other, url, had);
    },
  };
}

/**
 * The key in a helper's answer, which is never quoted; undefined for an empty entry, which is how some say that there is none. An
 * entry of another program is left alone.
 */
function readKey(answer: string, helper: string, url: string): Buffer | undefined {
  const entry: unknown = attempt(() => JSON.parse(answer));
  if (!isRow(entry) || typeof entry.Secret !== 'string')
    throw helperTrouble(helper, 'gave an answer that cannot be read');
  if (entry.Secret === '' && !entry.Username) return undefined;
  const key = Buffer.from(entry.Secret, 'base64');
  if (entry.Username === owner && key.length === keyLength) return key;
  throw helperTrouble(
    helper,
    `keeps something else for ${url}, which is no key of tracker and was left alone`,
    'set credential-helper to another helper, or remove that entry',
  );
}

/** Encrypts a token, bound to whose it is: base64 of a random IV, the tag and the encrypted bytes (AES-256-GCM). */
export function seal(key: Buffer, token: string, belonging: TokenOwner): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(about(belonging));
  const bytes = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
}

/** The token; undefined if it was encrypted with another key or belongs to something else, or is damaged. */
export function unseal(key: Buffer, sealed: string, belonging: TokenOwner): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const [iv, tag] = [bytes.subarray(0, ivLength), bytes.subarray(ivLength, ivLength + tagLength)];
  return attempt(() => {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
    decipher.setAAD(about(belonging)).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
  });
}

function about({ url, mark }: TokenOwner): Buffer {
  return Buffer.from(`${url}\n${mark}`);
}

/** What a failure says, for a warning. */
export function reasonOf(error: unknown): Sentence {
  return error instanceof TrackerError ? error.message : 'it failed';
}
