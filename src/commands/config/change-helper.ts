import type { Context } from '../../args/context.js';
import { moveTokens } from '../../auth/helper/move.js';
import type { StoredObject } from '../../config/stored-file.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';

/** Moves the tokens to another helper, or to none after a confirmation, and changes the setting. Says how many were moved. */
export async function changeHelper(
  context: Context,
  value: string | number | undefined,
  change: (config: StoredObject) => StoredObject,
): Promise<void> {
  const { servers, settings, show } = context;
  const helper = value === undefined ? undefined : String(value);
  if (helper === undefined && (await servers.vault.needsHelper()))
    await confirmOrThrow(context, 'Keep all tokens in credentials.json without encryption?', 'nothing was changed');
  const { count, problems } = await moveTokens(settings, helper, change);
  for (const each of problems) await show.warn(each);
  if (count === 0) return;
  const what = count === 1 ? '1 token' : `${count} tokens`;
  await show.say(helper === undefined ? `Decrypted ${what}.` : `Encrypted ${what}.`);
}
