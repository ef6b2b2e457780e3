import type { Context } from '../context.js';
import { Declined, TrackerError } from '../errors.js';

/** Asks whether to send a text, unless `--yes` is given. Throws Declined for a no, and a usage error if no prompt is possible. */
export async function confirmSending(context: Context, message: string): Promise<void> {
  if (!(await isConfirmed(context, message))) throw new Declined('Not sent.');
}

/** Asks for confirmation, unless `--yes` is given. Throws `interrupted` for a no, and a usage error if no prompt is possible. */
export async function confirmOrThrow(context: Context, message: string, otherwise: string): Promise<void> {
  if (!(await isConfirmed(context, message))) throw new TrackerError('interrupted', otherwise);
}

async function isConfirmed({ settings, prompt, signal }: Context, message: string): Promise<boolean> {
  return settings.yes || settings.dryRun || (await prompt.confirm({ message, instead: 'add --yes', signal }));
}
