import { usageError } from '../errors.js';
import { quote } from '../output/text/quote.js';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Parses an age such as `3d`, `12h`, `1d12h`, `90m` or `2w` to milliseconds. A bare number is minutes. Throws a usage error
 * that names the flag.
 */
export function parseAge(text: string, flag: string): number {
  const given = text.trim().toLowerCase();
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)([mhdw])/g)];
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
  if (/^\d+$/.test(given) && Number(given) > 0) return Number(given) * 60_000;
  if (total > 0 && parts.map(([whole]) => whole).join('') === given) return total;
  throw usageError(`${flag}: ${quote(text)} is not an age`, 'ages look like 3d, 12h, 90m or 2w');
}

const longestMinutes = 2_147_483_647;

/**
 * Parses a duration such as `90`, `90m`, `1h30m` or `1.5h` to whole minutes, at least one. A bare number is minutes. Throws a
 * usage error that names the flag or argument.
 */
export function parseDuration(text: string, flag: string): number {
  const given = text.trim().toLowerCase();
  const bare = /^\d+$/.test(given) ? Number(given) : undefined;
  const parts = /^(?:(\d+(?:\.\d+)?)h)?\s*(?:(\d+(?:\.\d+)?)m)?$/.exec(given);
  const minutes = Math.round(bare ?? Number(parts?.[1] ?? 0) * 60 + Number(parts?.[2] ?? 0));
  if (minutes >= 1 && minutes <= longestMinutes) return minutes;
  throw usageError(`${flag}: ${quote(text)} is not a duration`, 'durations look like 90, 90m, 1h30m or 1.5h');
}
