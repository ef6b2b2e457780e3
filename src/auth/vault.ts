import type { StoredObject } from '../config/stored-file.js';
import { attempt, type Sentence, type TrackerError } from '../contract/errors.js';
import { isRow, objectAt } from '../contract/row.js';
import {
  type Change,
  type KeptToken,
  putToken,
  readKept,
  type SignInChanges,
  type SignInFiles,
  type SignInMark,
  signInOf,
} from './helper/form.js';
import { openKeptTokens } from './helper/kept.js';
import { type InstanceEntry, readDefault, readInstances, withApart } from './instances.js';

/** A stored token: bound to one server, one sign-in and one user. */
export interface StoredToken extends SignInMark {
  readonly token: string;
}

/**
 * The instances and tokens of this machine. Every change is made under the lock between processes. What needs a token, or stores
 * one, throws `sign_in_required` if the helper that keeps its key fails.
 */
export interface Vault extends SignInChanges {
  instances(again?: boolean): Promise<readonly InstanceEntry[]>;
  defaultName(): Promise<string | undefined>;
  /** The token of an instance; undefined if it is signed out or the token belongs to another address. */
  token(entry: InstanceEntry, again?: boolean): Promise<StoredToken | undefined>;
  /** Whether there is such a token, of the user of the instance. Starts no helper. */
  isSignedIn(entry: InstanceEntry): Promise<boolean>;
  /** Whether a helper is set, or has the key of any token. */
  needsHelper(): Promise<boolean>;
  /** Asks the helper, if one is set, for the key of an address. */
  warm(url: string): Promise<void>;
  /** Loads what `rotate` needs, so that a rotated token of an address can be stored at once. */
  prepare(url: string): Promise<void>;
  /** Stores a rotated token; false if someone has signed in or out since the request started. */
  rotate(entry: InstanceEntry, signIn: number, next: string): Promise<boolean>;
  /** When a token of this instance was last rotated (milliseconds since 1970); 0 if never or unknown. */
  rotatedAt(entry: InstanceEntry): Promise<number>;
  /** The successor of a token from the environment, by its fingerprint. */
  successor(fingerprint: string, again?: boolean): Promise<string | undefined>;
  keepSuccessor(fingerprint: string, url: string, token: string): Promise<void>;
  /** Does work that removes tokens, then has helpers erase keys that are no longer needed. Gives what went wrong with those. */
  erasingKeys(work: () => Promise<void>): Promise<readonly Sentence[]>;
  /** Deletes other files next to the token file that may contain tokens. Gives the damaged files among them. */
  sweep(): Promise<readonly string[]>;
  /** Runs `work` while no other process changes tokens. */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly path: string;
}

/** `onApart` is called with the reason when an instance is kept with its token, because the config file may not be written. */
export function openVault(files: SignInFiles, onApart?: (why: TrackerError) => void): Vault {
  const { config, credentials } = files;
  const kept = openKeptTokens(files);
  // A file of tokens that cannot be read is reported by whatever needs a token.
  const readable = async (again?: boolean): Promise<StoredObject> => await credentials.read(again).catch(() => ({}));
  const known = async (again?: boolean): Promise<StoredObject> =>
    withApart(await config.read(again), await readable(again));
  /** What a command that only reads does not load. */
  const changes = async () =>
    (await import('./vault-changes.js')).openVaultChanges({ ...files, kept, known, readable, onApart });
  return {
    instances: async (again) => readInstances(await known(again)),
    defaultName: async () => readDefault(await known()),
    async token(entry, again) {
      const { url } = entry;
      const found = readToken(await credentials.read(again), entry);
      if (!found) return undefined;
      // A rotated token must be stored at once, and in the form that is due then.
      if ('token' in found.kept) await kept.warm(url);
      const { kept: form, ...mark } = found;
      return { ...mark, token: await kept.open(form, { url, mark: found.signIn }) };
    },
    async isSignedIn(entry) {
      const found = readToken(await credentials.read(), entry);
      return found !== undefined && (!found.userId || !entry.userId || found.userId === entry.userId);
    },
    needsHelper: async () => (await changes()).needsHelper(),
    warm: kept.warm,
    signIn: async (...given) => (await changes()).signIn(...given),
    prepare: async (url) => void (await Promise.all([credentials.prepare(), kept.warm(url)])),
    async rotate(entry, signIn, next) {
      let isCurrent = false;
      const { url } = entry;
      await kept.store(
        url,
        (stored, keep) => {
          const known = readToken(stored, entry);
          isCurrent = known?.signIn === signIn;
          if (!isCurrent) return stored;
          const { instance } = objectAt(objectAt(stored, 'tokens'), entry.name);
          return putToken(stored, entry, {
            ...{ kept: keep(next, { url, mark: signIn }), signIn, userId: known?.userId, rotatedAt: Date.now() },
            ...(isRow(instance) && { instance }),
          });
        },
        { isUrgent: true },
      );
      return isCurrent;
    },
    async rotatedAt(entry) {
      const value = objectAt(objectAt(await credentials.read(), 'tokens'), entry.name).rotatedAt;
      return typeof value === 'number' ? value : 0;
    },
    signOut: async (entry) => (await changes()).signOut(entry),
    remove: async (entry) => (await changes()).remove(entry),
    makeDefault: async (name) => (await changes()).makeDefault(name),
    renameUser: async (...given) => (await changes()).renameUser(...given),
    async successor(fingerprint, again) {
      const value = objectAt(await credentials.read(again), 'successors')[fingerprint];
      const found = readKept(value);
      const url = isRow(value) ? String(value.url) : '';
      return found && (await kept.open(found, { url, mark: fingerprint }));
    },
    async keepSuccessor(fingerprint, url, token) {
      const change: Change = (stored, keep) => {
        const form = keep(token, { url, mark: fingerprint });
        const successor = 'token' in form ? form.token : { url, ...form };
        return { ...stored, successors: { ...objectAt(stored, 'successors'), [fingerprint]: successor } };
      };
      await kept.store(url, change, { isUrgent: true });
    },
    erasingKeys: async (work) => (await changes()).erasingKeys(work),
    sweep: async () => await credentials.sweep(),
    locked: (work, signal) => credentials.locked(work, signal),
    get path() {
      // Where there is no folder, the file name has to do.
      return attempt(() => credentials.path) ?? 'credentials.json';
    },
  };
}

function readToken(stored: StoredObject, entry: InstanceEntry): KeptToken | undefined {
  const value = objectAt(objectAt(stored, 'tokens'), entry.name);
  const kept = value.url === entry.url ? readKept(value) : undefined;
  const userId = typeof value.userId === 'string' ? value.userId : undefined;
  return kept && { kept, signIn: signInOf(value), userId };
}
