import type { ConfFile } from '../config/conf-file.js';
import { repairing } from '../config/repairing.js';
import { DamagedFile } from '../config/stored-file.js';
import { isRow } from '../contract/row.js';
import { type InstanceEntry, objectAt, readInstances } from './instances.js';
import type { SignInFiles } from './vault.js';

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
