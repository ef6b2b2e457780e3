import { TrackerError, usageError } from '../../contract/errors.js';

/** What a timer of Node can wait at most (hours). */
const longestHours = 596;

/** Parses seconds, or a duration such as `10m`; gives seconds. Throws a usage error that names the flag. */
export function parseWait(text: string, flag: string): number {
  const given = text.trim().toLowerCase();
  const [, ...parts] = /^(?:([\d.]+)h)?\s*(?:([\d.]+)m)?\s*(?:([\d.]+)s)?$/.exec(given) ?? [];
  const [hours, minutes, seconds] = parts.map((part = '0') => Number(part));
  const found = /^[\d.]+$/.test(given) ? Number(given) : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  const quoted = JSON.stringify(text);
  if (found > longestHours * 3_600)
    throw usageError(`${flag}: ${quoted} is too long`, `the longest time to wait is ${longestHours}h`);
  if (found > 0) return found;
  throw usageError(
    `${flag}: ${quoted} is not a time to wait`,
    `use seconds, or a duration such as 10m; at most ${longestHours}h`,
  );
}

/** A signal that is aborted with a `network` error after this many seconds, if any. */
export function timeLimit(seconds: number | undefined, message: () => string) {
  const controller = new AbortController();
  const end = (): void => controller.abort(new TrackerError('network', message()));
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1_000);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
