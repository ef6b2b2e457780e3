const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

/** Turns the seed's relative times into real ones, so that the world always looks as if work stopped a moment ago. */
export interface Calendar {
  /**
   * The ISO time that lies `workdays` before the anchor. Below 1 it is counted back from the anchor within its day, from 1
   * on it falls between 08:00 and 17:00 UTC of a weekday: 1 is the end of the previous one. Always before the anchor, and
   * earlier for a larger number.
   */
  ago(workdays: number): string;
  /** The day `offset` calendar days after the anchor's (UTC), as YYYY-MM-DD. */
  day(offset: number): string;
}

/** Makes the calendar of a world whose present moment is `anchor`. */
export function makeCalendar(anchor: Date): Calendar {
  const midnight = Math.floor(anchor.getTime() / dayLength) * dayLength;
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7;
  const midnightOf = (back: number): number => {
    // A weekend counts as the day after Friday, so that one workday back from Sunday is Friday.
    const index = Math.min(weekday, 5) - back;
    const week = Math.floor(index / 5);
    return midnight + (index - 5 * week - weekday + 7 * week) * dayLength;
  };
  const sinceSix = anchor.getTime() - (midnight + 6 * hour);
  const sinceYesterday = anchor.getTime() - (midnightOf(1) + 17 * hour) - 2 * minute;
  // Early in the morning the latest things happened last night, otherwise today from six o'clock on.
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
