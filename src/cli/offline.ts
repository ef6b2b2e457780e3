import type { Settings } from '../config/settings.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { type HttpRequest, NetworkFailure } from '../http/message.js';

interface Refused {
  readonly settings: Pick<Settings, 'queue'>;
  /** Whether the command changes something on the server. */
  readonly writes: boolean;
}

/** Throws in place of a request, as `--offline` asks. */
export function refuse({ isStream }: Pick<HttpRequest, 'isStream'>, { settings: { queue }, writes }: Refused): never {
  // A command that may wait, and a screen, take it for a server that cannot be reached.
  if (!writes || queue || isStream)
    throw new NetworkFailure('nothing is sent with --offline', true, { isLasting: true });
  throw needsQueue();
}

/** The error for what was never read; undefined for that of its request. */
export function refusalOf({ stored }: Pick<Settings, 'stored'>, writes: boolean): TrackerError | undefined {
  if (writes) return needsQueue();
  if (stored.memory !== 'off') return undefined;
  const why = 'nothing that was read is kept, since the setting memory is off, and --offline asks no server';
  return new TrackerError('not_found', why, { hint: 'tracker config set memory on' });
}

function needsQueue(): TrackerError {
  return usageError(
    'this command changes something on the server, and --offline sends nothing',
    'to have it sent later, add --queue',
  );
}
