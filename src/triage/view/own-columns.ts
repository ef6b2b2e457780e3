import { type Line, type Span, span } from '../../output/text/span.js';
import type { Column } from '../../output/view.js';
import { inboxList } from '../../views/inbox.js';
import { taskList } from '../../views/tasks/list.js';
import { ticketList } from '../../views/tickets/list.js';
import type { Item, Kind, State } from '../model/state.js';
import { cellOf, customerOf, markCells, markSpans, refIn, styledRow, titleIn } from './list-pane.js';
import { fitTo, inCells, type Look } from './look.js';

const views: Readonly<Record<Kind, readonly Column[]>> = {
  ticket: ticketList.columns,
  task: taskList.columns,
  notification: inboxList.columns,
};

/** The names that the user's own columns may have. */
export const columnNames: readonly string[] = [
  ...new Set(Object.values(views).flatMap((columns) => columns.map(({ key }) => key))),
];

/** The widest that a column is beside the subject, and the least that this needs before others make room for it (cells). */
const [widest, leastSubject] = [20, 24];

/** The columns that the user has chosen, of these rows; what has no room is left out from the right. */
export function ownLines(
  state: State,
  { ruler, setting }: Look,
  { window, width }: { readonly window: readonly Item[]; readonly width: number },
): readonly Line[] {
  const kinds = new Set(window.map(({ kind }) => kind));
  const has = (name: string): boolean => [...kinds].some((kind) => views[kind].some(({ key }) => key === name));
  // A subject is called a title in other lists.
  const names = (state.own?.columns ?? []).filter((name) => isSubject({ name }) || has(name));
  const all = names.map((name) => {
    const cells = window.map((item) => cellIn(state, item, name, setting));
    const texts = [headOf(name), ...cells.map(({ text }) => text)];
    return { name, cells, width: Math.min(widest, Math.max(...texts.map((text) => ruler.width(text)))) };
  });
  const room = (columns: typeof all): number =>
    columns.reduce((left, each) => left - 1 - (isSubject(each) ? 0 : each.width), width - markCells);
  let shown = all;
  while (shown.length > 1 && room(shown) < (shown.some(isSubject) ? leastSubject : 0)) {
    const last = shown.findLastIndex((each) => !isSubject(each) && each.name !== 'ref');
    if (last < 0) break;
    shown = shown.filter((_, at) => at !== last);
  }
  const subject = Math.max(1, room(shown));
  const line = (cellFor: (column: (typeof all)[number]) => Span): Line =>
    shown.flatMap((each) => [span(' '), inCells(ruler, cellFor(each), isSubject(each) ? subject : each.width)]);
  const head = [span(' '.repeat(markCells - 1)), ...line(({ name }) => span(headOf(name), 'dim'))];
  const rows = window.map((item, row) => {
    return styledRow(state, item, [...markSpans(state, item), ...line(({ cells }) => cells[row] ?? span(''))]);
  });
  return [head, ...rows].map((each) => fitTo(ruler, each, width));
}

function isSubject({ name }: { readonly name: string }): boolean {
  return name === 'subject' || name === 'title';
}

function headOf(name: string): string {
  const head = Object.values(views).flatMap((columns) => columns.find(({ key }) => key === name)?.head ?? [])[0];
  return (head ?? name).toUpperCase();
}

function cellIn(state: State, item: Item, name: string, setting: Look['setting']): Span {
  if (name === 'ref') return span(refIn(state, item), 'accent');
  if (isSubject({ name })) return span(titleIn(state, item));
  if (name === 'customer') return span(customerOf(item, setting));
  const column = views[item.kind].find(({ key }) => key === name);
  return cellOf(column, item, setting);
}
