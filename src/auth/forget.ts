import { removeAccount } from '../client/state/remove-account.js';
import type { ConfFile } from '../config/conf-file.js';
import type { Folders } from '../config/folders.js';
import { DamagedFile } from '../config/stored-file.js';
import { type Sentence, TrackerError } from '../contract/errors.js';
import { isRow, objectAt } from '../contract/row.js';
import type { SignInFiles } from './helper/form.js';
import { type InstanceEntry, readInstances, withApart } from './instances.js';
import { repairing } from './repairing.js';
import type { Vault } from './vault.js';

/**
 * Every instance that has a token, even if the config file is unreadable or does not list it. Throws DamagedFile if the token
 * file is damaged.
 */
export async function entriesWithToken({ config, credentials }: SignInFiles): Promise<readonly InstanceEntry[]> {
  const stored = await credentials.read();
  const known = readInstances(withApart(await config.read().catch(() => ({})), stored));
  return Object.entries(objectAt(stored, 'tokens')).flatMap(([name, value]) => {
    if (!isRow(value) || typeof value.url !== 'string') return [];
    const { url } = value;
    return [known.find((each) => each.name === name && each.url === url) ?? { name, url }];
  });
}

/**
 * Removes every token, including the successors of tokens from the environment. A damaged file is set aside, for `sweep` to
 * delete. The number of the last sign-in stays, so that a late response to an older request cannot store a token again.
 */
export async function forgetTokens({ credentials }: SignInFiles): Promise<void> {
  if (await isEmpty(credentials)) return;
  await repairing(credentials, () => undefined).update(({ signIns }) => (signIns === undefined ? {} : { signIns }));
}

/** Removes what is kept of an account that has signed out (default: of all), unless it is signed in under another name too. */
export async function forgetAccount(vault: Vault, folders: Folders, entry?: InstanceEntry): Promise<void> {
  const isSame = ({ url, userId }: InstanceEntry): boolean => url === entry?.url && userId === entry.userId;
  for (const each of (await vault.instances(true).catch(() => [])).filter(isSame))
    if (await vault.isSignedIn(each).catch(() => false)) return;
  removeAccount(folders, entry && { url: entry.url, userId: entry.userId ?? '' });
}

/** A token taken from the store, and the instance it belongs to. */
export interface TakenToken {
  readonly entry: InstanceEntry;
  /** The token, or why it cannot be decrypted. */
  readonly token: string | TrackerError;
}

interface TokenRemoval {
  readonly vault: Vault;
  readonly entries: readonly InstanceEntry[];
  /** Removes the tokens from the store, under its lock. */
  readonly remove: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Removes the newest tokens of these instances from this computer and gives them. A rotation that arrives later is not
 * stored. An interruption does not stop it. Tokens that cannot be removed are given too. `problem`: why they are still stored; `deleted`:
 * damaged files that were deleted, too; `problems`: what went wrong with keys that are no longer needed.
 */
export async function takeTokens({ vault, entries, remove, signal }: TokenRemoval) {
  const read = async (): Promise<readonly TakenToken[]> => {
    const tokens: TakenToken[] = [];
    for (const entry of entries) {
      const token = await vault.token(entry, true).catch((error: unknown) => {
        if (error instanceof TrackerError && error.kind === 'sign_in_required') return { token: error };
        throw error;
      });
      if (token) tokens.push({ entry, token: token.token });
    }
    return tokens;
  };
  let tokens = await read();
  let problems: readonly Sentence[] = [];
  const take = async (): Promise<void> => {
    tokens = await read();
    problems = await vault.erasingKeys(remove);
  };
  try {
    // With nothing to take, no lock is taken and no folder is created.
    if (tokens.length === 0) problems = await vault.erasingKeys(remove);
    else
      await (signal.aborted ? take() : vault.locked(take)).catch(async (error) => {
        if (!signal.aborted) throw error;
        await take();
      });
    return { tokens, deleted: await vault.sweep(), problems };
  } catch (problem) {
    return { tokens, deleted: [], problems, problem };
  }
}

/** Whether there is nothing to remove. Nothing is written then, and no folder created. */
async function isEmpty(credentials: ConfFile): Promise<boolean> {
  try {
    const { signIns, ...others } = await credentials.read(true);
    return Object.keys(others).length === 0;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}
