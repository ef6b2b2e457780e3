import { makeRandom } from './random.js';
import type { Changed, Logged, Said, TaskDraft, ThreadDraft, TicketDraft } from './texts.js';

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

/** Converts the seed's relative times to real ones, so that the world always looks as if work has just stopped. */
export interface Calendar {
  /**
   * The ISO time `workdays` before the anchor. Below 1, it is counted back from the anchor within its day; from 1 on it is
   * between 08:00 and 17:00 UTC of a weekday, and 1 is the end of the previous one. Always before the anchor, and earlier for
   * larger numbers.
   */
  ago(workdays: number): string;
  /** The day `offset` calendar days after the anchor's day (UTC), as YYYY-MM-DD. */
  day(offset: number): string;
}

/** Creates the calendar of a world whose present is `anchor`. */
export function makeCalendar(anchor: Date): Calendar {
  const midnight = Math.floor(anchor.getTime() / dayLength) * dayLength;
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7;
  const midnightOf = (back: number): number => {
    // A weekend counts as the day after Friday, so one workday back from Sunday is Friday.
    const index = Math.min(weekday, 5) - back;
    const week = Math.floor(index / 5);
    return midnight + (index - 5 * week - weekday + 7 * week) * dayLength;
  };
  const sinceSix = anchor.getTime() - (midnight + 6 * hour);
  const sinceYesterday = anchor.getTime() - (midnightOf(1) + 17 * hour) - 2 * minute;
  // Early in the morning, the latest events were last night; otherwise today from six o'clock.
  const span = Math.min(8 * hour, sinceSix > hour ? sinceSix : sinceYesterday);
  return {
    ago(workdays) {
      const jitter = 1 + Math.floor(((workdays * 7919.377) % 1) * (minute - 2));
      if (workdays < 1) return new Date(anchor.getTime() - workdays * span - jitter).toISOString();
      const back = Math.floor(workdays);
      return new Date(midnightOf(back) + 17 * hour - (workdays - back) * 9 * hour - jitter).toISOString();
    },
    day: (offset) => new Date(midnight + offset * dayLength).toISOString().slice(0, 10),
  };
}

/*
 * The marks for days, which make the stories fit any day: `{on:13.4}` is the day that many workdays ago, `{in:22}` the one that
 * many calendar days ahead (both as "3 November"), `{week:17}` the number of the calendar week that many days ahead, and
 * `{day:13.4}` the same as `{on:13.4}` as 2026-11-03.
 */
const days = /\{(on|in|week|day):(-?[\d.]+)\}/g;

const months = 'January February March April May June July August September October November December'.split(' ');

/** Replaces the marks for days in a text. */
export function sayDates(text: string, calendar: Calendar): string {
  return text.replace(days, (_, kind: string, value: string) => {
    const day =
      kind === 'on' || kind === 'day' ? calendar.ago(Number(value)).slice(0, 10) : calendar.day(Number(value));
    if (kind === 'day') return day;
    return kind === 'week' ? String(weekOf(day)) : `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
  });
}

/** The ISO 8601 week of a day: weeks start on Monday, and the first one has the year's first Thursday. */
function weekOf(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
  return 1 + Math.floor(dayOfYear / 7);
}

/*
 * The drafts give times to a tenth of a workday. To spread events over different minutes, everything about one task, ticket or
 * thread is moved back by the same amount, less than that tenth, so its order stays.
 */

function phaseOf(name: string): number {
  return makeRandom(`phase ${name}`).next() * 0.08;
}

/** The task with its times moved by the phase of `ref`. */
export function shiftTask(draft: TaskDraft, ref: string): TaskDraft {
  const phase = phaseOf(ref);
  return {
    ...draft,
    ago: draft.ago + phase,
    ...(draft.said ? { said: draft.said.map(([by, ago, ...rest]): Said => [by, ago + phase, ...rest]) } : {}),
    ...(draft.logged ? { logged: draft.logged.map(([by, ago, ...rest]): Logged => [by, ago + phase, ...rest]) } : {}),
    ...(draft.archived ? { archived: draft.archived + phase } : {}),
    ...(draft.deleted ? { deleted: draft.deleted + phase } : {}),
  };
}

/** The ticket with its times moved by the phase of `ref`. */
export function shiftTicket(draft: TicketDraft, ref: string): TicketDraft {
  const phase = phaseOf(`ticket ${ref}`);
  const timeline = draft.timeline?.map(([by, ago, ...rest]): Said | Changed => [by, ago + phase, ...rest]);
  return { ...draft, ago: draft.ago + phase, ...(timeline ? { timeline } : {}) };
}

/** The thread with the times of its messages moved by its phase; read marks stay. */
export function shiftThread(draft: ThreadDraft, org: string): ThreadDraft {
  const phase = phaseOf(`thread ${org} ${draft.title}`);
  return { ...draft, said: draft.said.map(([by, ago, ...rest]): Said => [by, ago + phase, ...rest]) };
}
