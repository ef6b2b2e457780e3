import type { ConfFile } from '../config/conf-file.js';
import { DamagedFile, type Stored } from '../config/stored-file.js';
import { attempt, TrackerError } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { isToken } from '../http/session.js';
import {
  type InstanceEntry,
  objectAt,
  readDefault,
  readInstances,
  textEntry,
  withApart,
  withInstance,
  withoutInstance,
  withUserName,
} from './instances.js';

/** A stored token: bound to one server, one sign-in and one user. */
export interface StoredToken {
  readonly token: string;
  /** The number of the sign-in. A rotated token is stored only if the sign-in is still the one its request started with. */
  readonly signIn: number;
  /** Whose it is. Kept with the token, because the instance may have been stored by another sign-in. */
  readonly userId?: string | undefined;
}

export interface SignInOptions {
  readonly makeDefault: boolean;
  /** Chooses the name, given the instances known at the time of storing. */
  readonly chooseName?: ((known: readonly InstanceEntry[]) => string) | undefined;
}

/** The instances and tokens of this machine. Every change is made under the lock between processes. */
export interface Vault {
  instances(again?: boolean): Promise<readonly InstanceEntry[]>;
  defaultName(): Promise<string | undefined>;
  /** The token of an instance; undefined if it is signed out or the token belongs to another address. */
  token(entry: InstanceEntry, again?: boolean): Promise<StoredToken | undefined>;
  /**
   * Stores a sign-in: the instance, its token and a new sign-in number. Where the config file may not be written, the instance
   * is kept with its token, until a sign-out. If anything else fails, nothing is stored. Gives the entry as stored.
   */
  signIn(entry: InstanceEntry, token: string, options: SignInOptions): Promise<InstanceEntry>;
  /** Loads what `rotate` needs, so that a rotated token can be stored at once. */
  prepare(): Promise<void>;
  /** Stores a rotated token; false if someone has signed in or out since the request started. */
  rotate(entry: InstanceEntry, signIn: number, next: string): Promise<boolean>;
  /** When a token of this instance was last rotated (milliseconds since 1970); 0 if never or unknown. */
  rotatedAt(entry: InstanceEntry): Promise<number>;
  /** Removes the token, but keeps the instance. */
  signOut(entry: InstanceEntry): Promise<void>;
  remove(entry: InstanceEntry): Promise<void>;
  makeDefault(name: string): Promise<void>;
  /** Updates the user name of an instance, unless someone else has signed in there since. */
  renameUser(entry: Pick<InstanceEntry, 'name' | 'userId'>, userName: string): Promise<void>;
  /** The successor of a token from the environment, by its fingerprint. */
  successor(fingerprint: string, again?: boolean): Promise<string | undefined>;
  keepSuccessor(fingerprint: string, token: string): Promise<void>;
  /** Deletes other files next to the token file that may contain tokens. Gives the damaged files among them. */
  sweep(): Promise<readonly string[]>;
  /** Runs `work` while no other process changes tokens. */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly path: string;
}

/** The two files of the config folder. */
export interface SignInFiles {
  /** Settings and instances. */
  readonly config: ConfFile;
  /** Tokens. */
  readonly credentials: ConfFile;
}

/** `onApart` is called with the reason when an instance is kept with its token, because the config file may not be written. */
export function openVault({ config, credentials }: SignInFiles, onApart?: (why: TrackerError) => void): Vault {
  // A file of tokens that cannot be read is reported by whatever needs a token.
  const readable = async (again?: boolean): Promise<Stored> => await credentials.read(again).catch(() => ({}));
  const known = async (again?: boolean): Promise<Stored> => withApart(await config.read(again), await readable(again));
  return {
    instances: async (again) => readInstances(await known(again)),
    defaultName: async () => readDefault(await known()),
    token: async (entry, again) => readToken(await credentials.read(again), entry),
    signIn: async (planned, token, { makeDefault, chooseName }) =>
      await credentials.locked(async () => {
        const entry = chooseName ? { ...planned, name: chooseName(readInstances(await known(true))) } : planned;
        const add = (stored: Stored): Stored => withInstance(stored, entry, makeDefault);
        let refusal: unknown;
        const addToConfig = async (): Promise<Stored> =>
          await config.update(add).catch((error: unknown) => {
            refusal = error;
            throw error;
          });
        try {
          await credentials.update((stored) => withToken(makeDefault ? withoutDefault(stored) : stored, entry, token), {
            together: addToConfig,
          });
        } catch (error) {
          if (error !== refusal || !isForbidden(error)) throw error;
          const all = add(await known(true));
          const instance = objectAt(objectAt(all, 'instances'), entry.name);
          await credentials.update((stored) => ({
            ...withToken(stored, entry, token, instance),
            default: all.default,
          }));
          onApart?.(error);
        }
        return entry;
      }),
    prepare: credentials.prepare,
    async rotate(entry, signIn, next) {
      let isCurrent = false;
      await credentials.update(
        (stored) => {
          const known = readToken(stored, entry);
          isCurrent = known?.signIn === signIn;
          if (!isCurrent) return stored;
          const { instance } = objectAt(objectAt(stored, 'tokens'), entry.name);
          const kept = isRow(instance) && { instance };
          return putToken(stored, entry, { ...known, token: next, signIn, rotatedAt: Date.now(), ...kept });
        },
        { isUrgent: true },
      );
      return isCurrent;
    },
    async rotatedAt(entry) {
      const value = objectAt(objectAt(await credentials.read(), 'tokens'), entry.name).rotatedAt;
      return typeof value === 'number' ? value : 0;
    },
    signOut: async (entry) => void (await credentials.update((stored) => withoutToken(stored, entry.name))),
    async remove(entry) {
      await credentials.update((stored) => withoutToken(stored, entry.name));
      const signedIn = Object.keys(objectAt(await credentials.read(true), 'tokens'));
      await config.update((stored) => withoutInstance(stored, entry.name, signedIn));
    },
    async makeDefault(name) {
      try {
        await config.update((stored) => ({ ...stored, default: name }));
        if ((await readable()).default !== undefined) await credentials.update(withoutDefault);
      } catch (error) {
        if (!isForbidden(error)) throw error;
        await credentials
          .update((stored) => ({ ...stored, default: name }))
          .catch(() => {
            throw error;
          });
      }
    },
    renameUser: async (entry, userName) =>
      void (await config.update((stored) => withUserName(stored, entry, userName))),
    async successor(fingerprint, again) {
      const value = objectAt(await credentials.read(again), 'successors')[fingerprint];
      return typeof value === 'string' && isToken(value) ? value : undefined;
    },
    async keepSuccessor(fingerprint, token) {
      await credentials.update(
        (stored) => ({ ...stored, successors: { ...objectAt(stored, 'successors'), [fingerprint]: token } }),
        { isUrgent: true },
      );
    },
    sweep: async () => await credentials.sweep(),
    locked: (work, signal) => credentials.locked(work, signal),
    get path() {
      // Where there is no folder, the file name has to do.
      return attempt(() => credentials.path) ?? 'credentials.json';
    },
  };
}

interface RepairingVault {
  readonly vault: Vault;
  /** One for each damaged file that was set aside, and for a config file that may not be written. */
  readonly warnings: readonly string[];
}

/**
 * A vault that treats a damaged file as empty. When something is stored, the damaged file is set aside
 * (docs/requirements.md, R65).
 */
export function openRepairingVault({ config, credentials }: SignInFiles): RepairingVault {
  const warnings: string[] = [];
  const onSetAside = (damaged: string, kept: string): void =>
    void warnings.push(`${damaged} was damaged and is kept as ${kept}`);
  return {
    vault: openVault(
      { config: repairing(config, onSetAside), credentials: repairing(credentials, onSetAside) },
      ({ message }) => void warnings.push(`${message}; the server is stored in ${credentials.path} instead`),
    ),
    warnings,
  };
}

/**
 * The same file for a sign-in: if it is damaged it reads as empty, and the first change sets it aside and calls
 * `onSetAside` (docs/requirements.md, R65).
 */
export function repairing(file: ConfFile, onSetAside: (damaged: string, kept: string) => void): ConfFile {
  return {
    get path() {
      return file.path;
    },
    async read(again) {
      try {
        return await file.read(again);
      } catch (error) {
        if (error instanceof DamagedFile) return {};
        throw error;
      }
    },
    update: (change, options) => file.update(change, { ...options, repair: (kept) => onSetAside(file.path, kept) }),
    prepare: file.prepare,
    sweep: file.sweep,
    locked: file.locked,
  };
}

function readToken(stored: Stored, entry: InstanceEntry): StoredToken | undefined {
  const tokens = objectAt(stored, 'tokens');
  const value = Object.hasOwn(tokens, entry.name) ? tokens[entry.name] : undefined;
  if (!isRow(value) || typeof value.token !== 'string' || value.url !== entry.url || !isToken(value.token))
    return undefined;
  const signIn = typeof value.signIn === 'number' ? value.signIn : 0;
  return { token: value.token, signIn, ...textEntry(value, 'userId') };
}

function withToken(stored: Stored, entry: InstanceEntry, token: string, instance?: Stored): Stored {
  const last = typeof stored.signIns === 'number' ? stored.signIns : 0;
  const { url, rotatedAt } = objectAt(objectAt(stored, 'tokens'), entry.name);
  // A server that has rotated a token will do so again, for any user.
  const isKnown = url === entry.url && typeof rotatedAt === 'number';
  return {
    ...putToken(stored, entry, {
      token,
      signIn: last + 1,
      userId: entry.userId,
      ...(isKnown && { rotatedAt }),
      ...(instance && { instance }),
    }),
    signIns: last + 1,
  };
}

interface NewToken extends StoredToken {
  /** Milliseconds since 1970. */
  readonly rotatedAt?: number;
  /** The instance, if the config file may not be written. */
  readonly instance?: Stored;
}

function putToken(stored: Stored, { name, url }: InstanceEntry, token: NewToken): Stored {
  return { ...stored, tokens: { ...objectAt(stored, 'tokens'), [name]: { url, ...token } } };
}

/** Without the default that was chosen while the config file could not be written. */
function withoutDefault({ default: _, ...stored }: Stored): Stored {
  return stored;
}

/** EBUSY is what replacing a file that is a mount of its own ends with. */
const forbidden = ['EACCES', 'EPERM', 'EROFS', 'EBUSY'];

/** Whether an error says that a file may not be written here, unlike that of a full disk. */
function isForbidden(error: unknown): error is TrackerError {
  return error instanceof TrackerError && forbidden.includes(codeOf(error.cause));
}

function withoutToken(stored: Stored, name: string): Stored {
  const { [name]: gone, ...tokens } = objectAt(stored, 'tokens');
  return gone === undefined ? stored : { ...stored, tokens };
}
