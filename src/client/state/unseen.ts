import { timeOf } from '../../contract/messages.js';
import { type Row, textOf } from '../../contract/row.js';
import { isAmong, type SeenMark } from './seen.js';

/**
 * The entries of a timeline that are new since it was shown; all of them if it never was. What was not there counts, whatever its
 * date; where that is not known, what is dated later does.
 */
export function unseenIn(all: readonly Row[], since: SeenMark | undefined): readonly Row[] {
  const at = since ? all.findIndex(({ id }) => textOf(id) === since.entry) : -1;
  const seenAt = Date.parse(since?.at ?? '');
  return all.filter((entry, place) => {
    const isKnown = since && isAmong(since, entry);
    if (isKnown !== undefined) return !isKnown;
    const written = Date.parse(timeOf(entry));
    return Number.isNaN(seenAt) || Number.isNaN(written)
      ? place > at
      : written > seenAt || (written === seenAt && place > at);
  });
}
