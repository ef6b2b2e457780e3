import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';

/** Asks for confirmation, unless `--yes` is given. Throws `interrupted` for a no, and a usage error if no prompt is possible. */
export async function confirmOrThrow(context: Context, message: string, otherwise: string): Promise<void> {
  if (context.settings.yes || context.settings.dryRun) return;
  const isWanted = await context.prompt.confirm({ message, instead: 'add --yes', signal: context.signal });
  if (!isWanted) throw new TrackerError('interrupted', otherwise);
}
