import { openBetween } from '../../output/office-hours.js';
import { parseTime } from '../../output/time.js';
import type { Cell, Setting } from '../../output/view.js';

/** How much of the time for an answer is left, or how long that has been over, counted while the office is open: `40m left`, `2h over`. */
export function targetCell(due: string | undefined, { now, officeHours }: Pick<Setting, 'now' | 'officeHours'>): Cell {
  const moment = parseTime(due ?? '');
  if (!moment) return { text: '' };
  const isOver = moment <= now;
  const [from, to] = isOver ? [moment, now] : [now, moment];
  const minutes = Math.floor(openBetween(from, to, officeHours) / 60_000);
  const size = minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
  return isOver ? { text: `${size} over`, tone: 'bad' } : { text: `${size} left`, tone: minutes < 60 ? 'warn' : 'dim' };
}
