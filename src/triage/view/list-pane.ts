import { titleOf } from '../../contract/row.js';
import { type Line, lineWidth, type Span, type Style, shortLine, shortSpan, span } from '../../output/text/span.js';
import { padTo } from '../../output/text/width.js';
import type { Cell, Column, Setting } from '../../output/view.js';
import { priorityCell, statusCell } from '../../views/cells/columns.js';
import { givenName, personName } from '../../views/cells/people.js';
import { targetCell } from '../../views/cells/target.js';
import { ageCell } from '../../views/cells/times.js';
import { inboxList, namedFirst } from '../../views/inbox.js';
import { ownText } from '../../views/read-row.js';
import { taskList } from '../../views/tasks/list.js';
import { lastActivity, ticketList } from '../../views/tickets/list.js';
import { proposalsAbout } from '../model/decisions/proposals.js';
import { current, isOpen, isPutOff, listName, markOf, newsOf, readRow, shownItems } from '../model/rows/rows.js';
import type { Item, Kind, State } from '../model/state.js';
import { pressWords } from '../model/step.js';
import { isWaiting, unsentAbout } from '../model/texts/unsent-texts.js';
import { fitTo, inCells, type Look, unsentSign } from './look.js';

interface Columns {
  readonly when: (item: Item, setting: Setting) => Cell | string | undefined;
  readonly who: Column | undefined;
}

const taskDue = columnOf(taskList.columns, 'due');

/** The columns of the list besides reference and title, by what the rows are about. */
const columns: Readonly<Record<Kind, Columns>> = {
  ticket: {
    when: ({ last, head, row }, { now }) => ageCell(head === undefined ? lastActivity(row) : last, now),
    who: columnOf(ticketList.columns, 'assigneeNames'),
  },
  task: {
    when: ({ row }, setting) => taskDue?.human?.(row, setting),
    who: columnOf(taskList.columns, 'assigneeNames'),
  },
  notification: {
    when: ({ row }, { now }) => ageCell(ownText(row, 'createdAt'), now),
    who: columnOf(inboxList.columns, 'actor'),
  },
};

function columnOf(all: readonly Column[], key: string): Column | undefined {
  return all.find((each) => each.key === key);
}

const prioritySigns: Readonly<Record<string, string>> = { urgent: '‼', high: '↑', low: '↓' };

/** The widest cells of each column, and the width that the others need before statuses are shown. */
const widestRef = 10;
const widestWho = 9;
const widestAge = 16;

/** From this width on, the time for an answer stands beside how long a ticket has waited, and not in its place. */
const besideFrom = 90;
const widestStatus = 19;
const beforeStatus = 50;

/** From this width of the screen on, there are customers; they and then people make room for a subject of this width. */
const customersFrom = 100;
const leastSubject = 24;

/** The cells for the cursor and the mark of a row, over which the head of its time goes too. */
export const markCells = 3;

/** The first row shown so that the row at the cursor is in the middle, as far as the ends allow. */
export function firstShown(count: number, at: number, height: number): number {
  return Math.max(0, Math.min(at - Math.floor(height / 2), count - height));
}

/** The rows around the cursor, as many as there is room for below the heads; nothing else is drawn. */
export function windowOf(state: State, height: number): readonly Item[] {
  const shown = shownItems(state);
  const item = current(state);
  const from = firstShown(shown.length, item ? shown.indexOf(item) : 0, height - 1);
  return shown.slice(from, from + height - 1);
}

/** The heads of the columns, and these rows. */
export function listPane(state: State, look: Look, width: number, height: number): readonly Line[] {
  const window = windowOf(state, height);
  const heads = headsOf(window.length > 0 ? window : [{ kind: state.kind, row: {} }], width);
  const cells = measure(state, look, window, { heads, width, hasCustomers: state.size.columns >= customersFrom });
  // The last cell keeps names apart from what is beside them.
  const rows = window.map((item) => fitTo(look.ruler, rowLine(state, look, { item, width: width - 1, cells }), width));
  if (rows.length === 0)
    rows.push(...emptyLines(state).map((text) => fitTo(look.ruler, [span(`  ${text}`, 'dim')], width)));
  return [fitTo(look.ruler, headLine(look, heads, cells, width - 1), width), ...rows];
}

/** What is said where there are no rows. */
export function emptyLines(state: State): readonly string[] {
  const { isLoaded, filter, items, title } = state;
  if (!isLoaded) return ['loading …'];
  if (items.length > 0 && filter !== '') return ['no match; press Esc to clear the filter'];
  const others = `${pressWords('S')} to see another list`;
  if (['waiting on us', 'put off'].includes(title)) return [`nothing is ${listName(state, title)}`, others];
  return ['nothing left here', others];
}

/**
 * What the first column has, the time by which tickets and notifications are sorted or the due day of tasks, and the last one, whom they
 * are assigned to or who has caused them.
 */
function headsOf(items: readonly Pick<Item, 'kind' | 'head' | 'row'>[], width: number): Heads {
  const heads = new Set(items.map(({ kind, head = 'Last' }) => (kind === 'task' ? 'Due' : head)));
  // Several names would widen the column.
  const when = heads.size > 1 ? 'WHEN' : [...heads].join('').toUpperCase();
  const people = new Set(items.map(({ kind }) => columns[kind].who?.head ?? ''));
  const hasTarget = items.some(({ kind, row }) => kind === 'ticket' && ownText(row, 'due') !== undefined);
  return {
    when: !hasTarget ? when : width < besideFrom ? 'TARGET' : `TARGET  ${when}`,
    who: [...people].sort().join('/').toUpperCase(),
  };
}

type Heads = Readonly<Record<'when' | 'who', string>>;

interface Cells {
  readonly ref: number;
  /** 0 if there is no room for customers, or if there are none. */
  readonly customer: number;
  /** 0 if there is no room for statuses, or if there are none. */
  readonly status: number;
  /** 0 if there is no room. */
  readonly who: number;
  readonly age: number;
}

/** The widths of the columns, from the rows that are drawn. */
function measure(
  state: State,
  { ruler, setting }: Look,
  window: readonly Item[],
  { heads, width, hasCustomers }: { readonly heads: Heads; readonly width: number; readonly hasCustomers: boolean },
): Cells {
  const widest = (texts: readonly string[], least: number, most: number): number =>
    Math.min(
      most,
      texts.reduce((sum, text) => Math.max(sum, ruler.width(text)), least),
    );
  const age = (item: Item): string => whenCell(item, setting, width).text;
  const who = (item: Item): string => shortWho(cellOf(columns[item.kind].who, item, setting)).text;
  const customers = hasCustomers ? window.map((item) => customerOf(item, setting)) : [];
  const statuses = window.map((item) => statusIn(item).text);
  const status = widest(statuses, statusHead.length, widestStatus);
  const cells = {
    ref: widest(
      window.map((item) => refIn(state, item)),
      3,
      widestRef,
    ),
    customer: customers.every((name) => name === '') ? 0 : widest(customers, customerHead.length, widestWho),
    status: statuses.every((text) => text === '') || width <= beforeStatus + status ? 0 : status,
    who: widest(window.map(who), heads.who.length, widestWho),
    age: widest(window.map(age), heads.when.length - markCells, widestAge),
  };
  const subject = ({ customer, who: people }: Pick<Cells, 'customer' | 'who'>): number =>
    [cells.age, cells.ref, cells.status, customer, people].reduce(
      (room, each) => room - (each > 0 ? each + 1 : 0),
      width - markCells - 3,
    );
  if (subject(cells) >= leastSubject) return cells;
  return subject({ ...cells, customer: 0 }) >= leastSubject
    ? { ...cells, customer: 0 }
    : { ...cells, customer: 0, who: 0 };
}

/** The reference of a row; of a notification, that of what it is about, as far as it is known. */
export function refIn(state: State, item: Item): string {
  if (item.kind !== 'notification') return shortLine(item.ref);
  return shortLine(ownText(readRow(state, item) ?? {}, 'displayId') ?? item.about ?? '');
}

/** The title of a row, without the reference that it may begin with and that stands beside it. */
export function titleIn(state: State, item: Item): string {
  const title = titleOf(item.row);
  if (item.woken && !isPutOff(state, item))
    return shortLine(`${item.woken === 'short' ? 'short' : 'woken'} · ${title}`);
  return shortLine(title.slice(namedIn(item)?.[0].length ?? 0) || title);
}

function namedIn({ kind, row }: Item): RegExpExecArray | undefined {
  const isNamed = kind === 'notification' && ['task', 'ticket'].includes(ownText(row, 'entityType') ?? '');
  return (isNamed && namedFirst.exec(titleOf(row))) || undefined;
}

/** A person by first name, and how many others: `Zoë+1`. */
function shortWho(cell: Span): Span {
  const [, name = '', others = ''] = /^(.*?)(?: (\+\d+))?$/.exec(cell.text) ?? [];
  return { ...cell, text: `${givenName(name)}${others}` };
}

/** The time by which a row is sorted, or its due day, and what that is called. */
export function timeOfRow(item: Item, setting: Setting): { readonly name: string; readonly cell: Cell | string } {
  return {
    name: item.kind === 'task' ? 'Due' : (item.head ?? 'Last'),
    cell: columns[item.kind].when(item, setting) ?? '',
  };
}

function whenCell(item: Item, setting: Setting, width: number): Span {
  const when = shortSpan(timeOfRow(item, setting).cell);
  const target = targetCell(item.kind === 'ticket' ? ownText(item.row, 'due') : undefined, setting);
  if (target.text === '') return when;
  return shortSpan(width < besideFrom ? target : { ...target, text: `${target.text}  ${when.text.padStart(3)}` });
}

export function cellOf(column: Column | undefined, { row }: Item, setting: Look['setting']): Span {
  return shortSpan(column?.human?.(row, setting) ?? String(column?.value(row, setting) ?? ''));
}

const customerHead = 'CUSTOMER';
const statusHead = 'STATUS';

/** The status of a row; notifications have none. */
function statusIn({ kind, row }: Item): Span {
  return shortSpan(kind === 'notification' ? '' : statusCell(ownText(row, 'status')));
}

/** The first name of who has written a ticket, if it is known. */
export function customerOf({ kind, row }: Item, { people, recall }: Look['setting']): string {
  const id = kind === 'ticket' ? (ownText(row, 'customerId') ?? '') : '';
  const name = personName(people, id);
  return givenName(shortLine(name === id ? (recall?.(id) ?? '') : name));
}

function headLine({ ruler }: Look, heads: Heads, cells: Cells, width: number): Line {
  const { ref, customer, who, age } = cells;
  const before = `${padTo(ruler, heads.when, age + markCells, 'left')}   ${padTo(ruler, 'REF', ref)} `;
  const status = cells.status > 0 ? ` ${padTo(ruler, statusHead, cells.status)}` : '';
  const from = customer > 0 ? ` ${padTo(ruler, customerHead, customer)}` : '';
  const people = who > 0 ? ` ${heads.who}` : '';
  const middle = width - ruler.width(before) - status.length - from.length - (who > 0 ? who + 1 : 0);
  return fitTo(ruler, [span(`${before}${padTo(ruler, 'SUBJECT', middle)}${status}${from}${people}`, 'dim')], width);
}

function rowLine(
  state: State,
  look: Look,
  { item, width, cells }: { readonly item: Item; readonly width: number; readonly cells: Cells },
): Line {
  const { ruler, setting } = look;
  const [age, who] = [whenCell(item, setting, width + 1), shortWho(cellOf(columns[item.kind].who, item, setting))];
  const priority = ownText(item.row, 'priority') ?? '';
  const start: Line = [
    ...markSpans(state, item),
    span(' '),
    inCells(ruler, age, cells.age, 'left'),
    span(' '),
    { ...shortSpan(priorityCell(priority)), text: prioritySigns[priority.toLowerCase()] ?? ' ' },
    span(' '),
    inCells(ruler, span(refIn(state, item), 'accent'), cells.ref),
    span(' '),
  ];
  const end: Line = [
    ...(cells.status > 0 ? [span(' '), inCells(ruler, statusIn(item), cells.status)] : []),
    ...(cells.customer > 0 ? [span(' '), inCells(ruler, span(customerOf(item, setting) || '–'), cells.customer)] : []),
    ...(cells.who > 0 ? [span(' '), inCells(ruler, who.text === '' ? span('–', 'dim') : who, cells.who)] : []),
  ];
  const room = width - lineWidth(ruler, start) - lineWidth(ruler, end);
  const title = inCells(ruler, span(titleIn(state, item)), Math.max(1, room));
  return styledRow(state, item, [...start, title, ...end]);
}

/** The line of a row as it stands out, or does not. */
export function styledRow(state: State, item: Item, line: Line): Line {
  // Seen from afar, in any theme, and without colour too.
  if (item.uuid === current(state)?.uuid)
    return line.map(({ text }) => span(text, 'inverse', ...(isOpen(state, item.uuid) ? (['strong'] as const) : [])));
  return isOpen(state, item.uuid) ? line : line.map((piece, at) => (at < 2 ? piece : { ...piece, styles: ['dim'] }));
}

/** The cursor, and the one mark that matters most; where that hides that a row is selected, the first column says so. */
export function markSpans(state: State, item: Item): readonly Span[] {
  const { uuid } = item;
  const { decided, trouble, conflicts, ...mark } = markOf(state, uuid);
  const { changed, isNew } = newsOf(mark);
  const isSelected = state.selected.has(uuid);
  const marks: readonly (readonly [boolean, string, Style])[] = [
    [trouble !== undefined || conflicts !== undefined, '!', 'bad'],
    [isWaiting(state, item), '~', 'warn'],
    [unsentAbout(state, item).length > 0, unsentSign, 'warn'],
    [proposalsAbout(state, item).length > 0, '?', 'warn'],
    [isSelected && changed !== undefined, '*', 'warn'],
    [isSelected, '•', 'accent'],
    [decided !== undefined, '✓', 'good'],
    [isPutOff(state, item), 'z', 'dim'],
    [isNew === true, '+', 'warn'],
    [changed !== undefined, '*', 'warn'],
  ];
  const [, text, style] = marks.find(([is]) => is) ?? [true, ' ', 'dim'];
  const first = uuid === current(state)?.uuid ? '▸' : isSelected && text !== '•' ? '•' : ' ';
  return [span(first, 'accent', 'strong'), span(text, style)];
}
