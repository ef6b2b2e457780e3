import type { UpdateOptions } from '../../config/change-file.js';
import type { Settings } from '../../config/settings.js';
import type { StoredObject } from '../../config/stored-file.js';
import type { Sentence } from '../../contract/errors.js';
import { isRow, objectAt } from '../../contract/row.js';
import { isToken } from '../../http/session.js';
import type { InstanceEntry } from '../instances.js';

/** The two files of the config folder, and the environment in which a helper is started; offline, none is. */
export interface SignInFiles
  extends Pick<Settings, 'config' | 'credentials' | 'env'>,
    Partial<Pick<Settings, 'offline'>> {}

/** A token as it is kept in the file: as it is, or encrypted with a key that a helper keeps. */
export type TokenForm = { readonly token: string } | SealedToken;

export interface SealedToken {
  readonly helper: string;
  readonly sealed: string;
}

/** Whose token it is: the key is that of the address, and nothing else opens what was encrypted for it. */
export interface TokenOwner {
  readonly url: string;
  /** The number of the sign-in, or what stands for a token from the environment. */
  readonly mark: number | string;
}

/** Gives the form in which a new token is to be kept. */
export type Keep = (token: string, belonging: TokenOwner) => TokenForm;

export type Change = (stored: StoredObject, keep: Keep) => StoredObject;

/** Opens tokens, and encrypts new ones if the setting says so. */
export interface KeptTokens {
  /** Throws TrackerError `sign_in_required` if its helper fails or has no key for it. */
  open(kept: TokenForm, belonging: TokenOwner): Promise<string>;
  /** Changes the token file; `keep` decides by the setting at that moment. Throws like `open`, and `update`. */
  store(url: string, change: Change, options?: UpdateOptions): Promise<void>;
  /** Asks the helper, if one is set, for the key of an address, so that `store` need not. Throws like `open`. */
  warm(url: string): Promise<void>;
  /** Whether a helper is set. */
  isSet(): Promise<boolean>;
  sealed(): Promise<SealedTokens>;
}

/** The same where a helper is set or needed. */
export interface SealedTokens extends Pick<KeptTokens, 'open' | 'store' | 'warm'> {
  /** Does work that removes tokens, then erases the keys that are no longer needed. Gives what went wrong with those. */
  erasingKeys(work: () => Promise<void>): Promise<readonly Sentence[]>;
}

export const helperKey = 'credential-helper';

/** The token in a value of the file; undefined if there is none that can be one. */
export function readKept(value: unknown): TokenForm | undefined {
  const { token, helper, sealed } = typeof value === 'string' ? { token: value } : isRow(value) ? value : {};
  if (typeof token === 'string') return isToken(token) ? { token } : undefined;
  return typeof helper === 'string' && typeof sealed === 'string' ? { helper, sealed } : undefined;
}

/** The number of the sign-in of a token. */
export function signInOf({ signIn }: StoredObject): number {
  return typeof signIn === 'number' ? signIn : 0;
}

/** Which sign-in a token is of, and whose. */
export interface SignInMark {
  /** The number of the sign-in. A rotated token is stored only if the sign-in is still the one its request started with. */
  readonly signIn: number;
  /** Whose it is. Kept with the token, because the instance may have been stored by another sign-in. */
  readonly userId?: string | undefined;
}

/** A token in the form in which it is kept. */
export interface KeptToken extends SignInMark {
  readonly kept: TokenForm;
}

interface NewToken extends KeptToken {
  /** Milliseconds since 1970. */
  readonly rotatedAt?: number;
  /** The instance, if the config file may not be written. */
  readonly instance?: StoredObject;
}

export function putToken(
  stored: StoredObject,
  { name, url }: InstanceEntry,
  { kept, ...token }: NewToken,
): StoredObject {
  return { ...stored, tokens: { ...objectAt(stored, 'tokens'), [name]: { url, ...kept, ...token } } };
}

export interface SignInOptions {
  readonly makeDefault: boolean;
  /** Chooses the name, given the instances known at the time of storing. */
  readonly chooseName?: ((known: readonly InstanceEntry[]) => string) | undefined;
}

/** What few commands change. */
export interface SignInChanges {
  /**
   * Stores a sign-in: the instance, its token and a new sign-in number. Where the config file may not be written, the instance
   * is kept with its token, until a sign-out. If anything else fails, nothing is stored. Gives the entry as stored.
   */
  signIn(entry: InstanceEntry, token: string, options: SignInOptions): Promise<InstanceEntry>;
  makeDefault(name: string): Promise<void>;
  /** Removes the token, but keeps the instance. */
  signOut(entry: InstanceEntry): Promise<void>;
  remove(entry: InstanceEntry): Promise<void>;
  /** Updates the user name of an instance, unless someone else has signed in there since. */
  renameUser(entry: Pick<InstanceEntry, 'name' | 'userId'>, userName: string): Promise<void>;
}
