import { Declined, TrackerError } from '../../contract/errors.js';
import type { Prompt } from './prompt.js';

/** What a confirmation needs from a command. */
interface Confirming {
  readonly settings: { readonly yes: boolean; readonly dryRun: boolean };
  readonly prompt: Prompt;
  readonly signal: AbortSignal;
}

/** Asks whether to send a text, unless `--yes` is given. Throws Declined for a no, and a usage error if no prompt is possible. */
export async function confirmSending(context: Confirming, message: string): Promise<void> {
  if (!(await isConfirmed(context, message))) throw new Declined('Not sent.');
}

/** Asks for confirmation, unless `--yes` is given. Throws `interrupted` for a no, and a usage error if no prompt is possible. */
export async function confirmOrThrow(context: Confirming, message: string, otherwise: string): Promise<void> {
  if (!(await isConfirmed(context, message))) throw new TrackerError('interrupted', otherwise);
}

async function isConfirmed({ settings, prompt, signal }: Confirming, message: string): Promise<boolean> {
  return settings.yes || settings.dryRun || (await prompt.confirm({ message, instead: 'add --yes', signal }));
}
