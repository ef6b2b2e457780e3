import type { ConfFile } from '../config/conf-file.js';
import { repairing } from '../config/repairing.js';
import { DamagedFile } from '../config/stored-file.js';
import { isRow } from '../contract/row.js';
import { type InstanceEntry, objectAt, readInstances } from './instances.js';
import type { SignInFiles, Vault } from './vault.js';

/** Every instance that has a token, whether or not the config file can be read and knows it. Throws DamagedFile for the file of tokens. */
export async function entriesWithToken({ config, credentials }: SignInFiles): Promise<readonly InstanceEntry[]> {
  const known = readInstances(await config.read().catch(() => ({})));
  return Object.entries(objectAt(await credentials.read(), 'tokens')).flatMap(([name, value]) => {
    if (!isRow(value) || typeof value.url !== 'string') return [];
    const { url } = value;
    return [known.find((each) => each.name === name && each.url === url) ?? { name, url }];
  });
}

/**
 * Forgets every token, successors of tokens of the environment included; a damaged file is set aside, for `sweep` to
 * delete. The number of the last sign-in stays, so that the answer to an older request cannot bring its token back.
 */
export async function forgetTokens({ credentials }: SignInFiles): Promise<void> {
  if (await isEmpty(credentials)) return;
  await repairing(credentials, () => undefined).change(({ signIns }) => (signIns === undefined ? {} : { signIns }));
}

/** A token that was taken from the store, and where it belongs. */
export interface TakenToken {
  readonly entry: InstanceEntry;
  readonly token: string;
}

export interface Taking {
  readonly vault: Vault;
  readonly entries: readonly InstanceEntry[];
  /** Removes the tokens from the store, under its lock. */
  readonly remove: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** What was taken; `problem` is why it is still stored, and `deleted` are the damaged files that went with it. */
export interface Taken {
  readonly tokens: readonly TakenToken[];
  readonly deleted: readonly string[];
  readonly problem?: unknown;
}

/**
 * Takes the newest tokens of these instances from this computer, so that a rotation that arrives later is not kept. An
 * interruption comes too late for it. Where they cannot be removed they are given all the same.
 */
export async function takeTokens({ vault, entries, remove, signal }: Taking): Promise<Taken> {
  const read = async (): Promise<readonly TakenToken[]> => {
    const tokens: TakenToken[] = [];
    for (const entry of entries) {
      const stored = await vault.token(entry, true);
      if (stored) tokens.push({ entry, token: stored.token });
    }
    return tokens;
  };
  let tokens = await read();
  const take = async (): Promise<void> => {
    tokens = await read();
    await remove();
  };
  try {
    // Nothing is locked, and no folder made, where there is nothing to take.
    if (tokens.length === 0) await remove();
    else
      await (signal.aborted ? take() : vault.locked(take)).catch(async (error) => {
        if (!signal.aborted) throw error;
        await take();
      });
    return { tokens, deleted: await vault.sweep() };
  } catch (problem) {
    return { tokens, deleted: [], problem };
  }
}

/** Whether there is nothing to forget; then nothing is written, and no folder made. */
async function isEmpty(credentials: ConfFile): Promise<boolean> {
  try {
    const { signIns, ...others } = await credentials.read(true);
    return Object.keys(others).length === 0;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}
