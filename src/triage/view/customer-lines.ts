import { titleOf } from '../../contract/row.js';
import { cutLine, type Line, lineWidth, shortLine, shortSpan, span } from '../../output/text/span.js';
import { statusCell } from '../../views/cells/columns.js';
import { ageCell } from '../../views/cells/times.js';
import { ownText } from '../../views/read-row.js';
import { lastActivity } from '../../views/tickets/list.js';
import { isZoomed } from '../model/layout.js';
import { otherTickets, rowsOfTickets, similarTo } from '../model/rows/customers.js';
import type { Item, State } from '../model/state.js';
import type { Look } from './look.js';

/** How many are shown. */
const most = 3;

/** From this height of the detail on, each has a line; from the other, also where the whole text is wanted (lines). */
const [tall, wholeTall] = [16, 26];

/** The least that is shown of a subject where they are side by side (cells). */
const leastSubject = 10;

/** Where what is known of a row is drawn. */
export interface Room {
  readonly item: Item;
  readonly width: number;
  readonly height: number;
}

/** The last other tickets of the customer: side by side, as many as there is room for, or each on a line. */
export function customerLines(state: State, look: Look, { item, width, height }: Room): readonly Line[] {
  const all = otherTickets(state, item);
  if (all.length === 0) return [];
  const { ruler } = look;
  const isTall = height >= (isZoomed(state) ? wholeTall : tall);
  const lead: Line = [span('H', 'strong'), span(' ')];
  const last = all.slice(0, most);
  const shown = rowsOfTickets(state, last).map((row, at) => ticketLine(look, { ref: last[at]?.ref ?? '', row }));
  const more = (count: number): Line => (all.length > count ? [span(` · +${all.length - count}`, 'dim')] : []);
  const leads = lineWidth(ruler, lead);
  if (isTall)
    return shown.map(({ about, subject }, at) => {
      const end = at === shown.length - 1 ? more(shown.length) : [];
      const line = cutLine(ruler, [...about, subject], width - leads - lineWidth(ruler, end));
      return [...(at === 0 ? lead : [span(' '.repeat(leads))]), ...line, ...end];
    });
  const eachOf = (count: number): number =>
    Math.floor((width - leads - lineWidth(ruler, more(count)) - (count - 1) * gap.length) / count);
  const fits = (count: number): boolean =>
    shown.slice(0, count).every(({ about }) => lineWidth(ruler, about) + leastSubject <= eachOf(count));
  const count = [3, 2].find((each) => each <= shown.length && fits(each)) ?? 1;
  const cut = shown.slice(0, count).map(({ about, subject }) => cutLine(ruler, [...about, subject], eachOf(count)));
  return [[...lead, ...cut.flatMap((line, at) => (at === 0 ? line : [span(gap, 'dim'), ...line])), ...more(count)]];
}

const gap = ' · ';

function ticketLine({ setting: { now } }: Look, { ref, row }: Pick<Item, 'ref' | 'row'>) {
  const about: Line = [
    span(`${shortLine(ref)} `, 'accent'),
    shortSpan(statusCell(ownText(row, 'status'))),
    span(` ${ageCell(lastActivity(row), now).text} `, 'dim'),
  ];
  return { about, subject: span(shortLine(titleOf(row))) };
}

/** From the first height of the detail on, all similar rows are shown, and below the second, none (lines). */
const [tallest, shortest] = [26, 12];

/** The similar tickets and tasks, with the words in common. */
export function similarLines(state: State, { ruler }: Look, { item, width, height }: Room): readonly Line[] {
  const all = similarTo(state, item);
  if (all.length === 0 || height < shortest) return [];
  const shown = height >= tallest ? all : all.slice(0, 1);
  const rest = all.length - shown.length;
  return shown.map(({ ref, row, words }) => {
    const lead: Line = [span('≈ ', 'dim'), span(`${shortLine(ref)} `, 'accent')];
    const status = shortSpan(statusCell(ownText(row, 'status')));
    const about: Line = [...lead, ...(status.text === '' ? [] : [status, span(' ')])];
    const end: Line = [
      span(
        ` (${words
          .slice(0, 3)
          .map((word) => shortLine(word))
          .join(', ')})${rest > 0 ? ` · +${rest}` : ''}`,
        'dim',
      ),
    ];
    const room = width - lineWidth(ruler, about) - lineWidth(ruler, end);
    const title = cutLine(ruler, [span(shortLine(titleOf(row)))], Math.max(10, room));
    return cutLine(ruler, [...about, ...title, ...end], width);
  });
}
