import type { Context } from '../../args/context.js';
import { minutesIn } from '../../args/duration.js';
import { usageError } from '../../contract/errors.js';
import { type Row, textOf } from '../../contract/row.js';
import { wordKey } from '../../contract/server-word.js';
import { afterOpen } from '../../output/office-hours.js';
import { parseTime } from '../../output/time.js';

/** By when a ticket that has waited since then is to be answered (ISO 8601); undefined if its priority has no target. */
export function dueOf({ settings }: Context, row: Row, since: string | undefined): string | undefined {
  const { 'response-target': targets = '', 'office-hours': hours } = settings.stored;
  const priority = wordKey(textOf(row.priority) ?? '');
  const [, time = ''] =
    targets
      .split(',')
      .map((each) => each.split('='))
      .find(([name = '']) => wordKey(name.trim()) === priority) ?? [];
  const [minutes, start] = [minutesIn(time), parseTime(since ?? '')];
  return minutes === undefined || start === undefined
    ? undefined
    : afterOpen(start, minutes * 60_000, hours).toISOString();
}

/** Throws a usage error where nothing has a target that could be sorted by. */
export function requireTargets({ settings }: Context, sort: readonly string[]): void {
  const isAsked = sort.some((field) => /^-?(?:target|due)$/.test(field));
  if (isAsked && settings.stored['response-target'] === undefined)
    throw usageError(
      'tickets can be sorted by their target once there is one',
      "tracker config set response-target 'urgent=1h,high=4h'",
    );
}
