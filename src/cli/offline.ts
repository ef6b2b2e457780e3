import { leaveOffline, type Settings } from '../config/settings.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { type HttpRequest, NetworkFailure } from '../http/message.js';

interface Refused {
  readonly settings: Pick<Settings, 'queue' | 'stored' | 'env'>;
  /** Whether the command changes something on the server, and may wait where that cannot be reached. */
  readonly writes: boolean;
  readonly mayWait: boolean;
}

/** Throws instead of sending a request, for `--offline`. */
export function refuse({ isStream }: Pick<HttpRequest, 'isStream'>, refused: Refused): never {
  const { settings, writes, mayWait } = refused;
  // A command that may wait, and a screen, take it for a server that cannot be reached.
  if (!writes || (settings.queue && mayWait) || isStream)
    throw new NetworkFailure('nothing is sent with --offline', true, { isLasting: true });
  throw changesSomething(refused);
}

/** The error of what only a server can answer. */
export function asksServer(settings: Pick<Settings, 'env'>): TrackerError {
  return usageError('this command needs the server, so it does not work offline', leaveOffline(settings));
}

/** The error for what was never read; undefined to use that of its request. */
export function refusalOf(refused: Refused): TrackerError | undefined {
  if (refused.writes) return changesSomething(refused);
  if (refused.settings.stored.memory !== 'off') return undefined;
  const why = 'there is nothing to show offline, since the setting memory is off';
  return new TrackerError('not_found', why, { hint: 'tracker config set memory on' });
}

function changesSomething({ settings, mayWait }: Refused): TrackerError {
  return usageError(
    'this command changes something on the server, and --offline sends nothing',
    mayWait ? 'to have it sent later, add --queue' : leaveOffline(settings),
  );
}
