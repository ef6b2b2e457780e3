import type { Period } from '../../../args/period.js';
import { authorOf, bodyOf, isInternalNote, messagesOf, timeOf } from '../../../contract/messages.js';
import { isRow, type Row, refOf, rowsOf, rowsWithin, textOf, titleOf, uuidOf } from '../../../contract/row.js';
import { dayNumber, localDay } from '../../../output/time.js';

/** Something that somebody did: who, what, when, and to what. */
export interface HistoryEvent {
  /** `task`, `ticket`, `project`, or what the ledger calls it. */
  readonly kind: string;
  /** Empty where only the reference is known, or nothing is. */
  readonly uuid: string;
  readonly ref: string;
  readonly title: string;
  /** `created`, `deleted`, `comment`, `reply`, `note`, `time`, or the field that was changed, such as `status` or `assignees`. */
  readonly what: string;
  /** The id of who did it; empty if nothing says it. */
  readonly who: string;
  /** ISO 8601, or only the day, by UTC; empty if nothing says it. */
  readonly at: string;
  /** What was said of it. */
  readonly text: string;
  /** What says so, as it was sent. */
  readonly entry: Row;
}

/** What the detail of a task or ticket says was done to it; `row` names it. A row that is as full as a detail is one. */
export function eventsIn(kind: 'task' | 'ticket', row: Row, detail: Row): readonly HistoryEvent[] {
  const entity = isRow(detail[kind]) ? detail[kind] : detail;
  const about = { kind, uuid: uuidOf(row), ref: refOf(row), title: titleOf(row) };
  const event = (entry: Row, what: string): HistoryEvent => ({
    ...{ ...about, what, who: authorOf(entry), at: timeOf(entry), text: bodyOf(entry), entry },
  });
  const created = { ...event(entity, 'created'), who: textOf(entity.createdBy) ?? '' };
  if (kind === 'ticket') return [created, ...messagesOf(detail, kind).map((each) => event(each, whatIs(each)))];
  return [
    created,
    ...rowsOf(entity.comments).map((each) => event(each, 'comment')),
    ...rowsWithin(entity, 'timeLogs').map((each) => ({ ...event(each, 'time'), text: textOf(each.note) ?? '' })),
  ];
}

/** What a message of a ticket is; a system entry is the field that was changed (docs/api.md, Ticket). */
function whatIs(message: Row): string {
  if (message.kind !== 'system') return isInternalNote(message) === true ? 'note' : 'reply';
  const { event, ...fields } = isRow(message.meta) ? message.meta : {};
  const said = textOf(event) ?? 'change';
  if (said === 'edited') return Object.keys(fields).join(', ') || 'change';
  return said === 'assigned' ? 'assignees' : said.replace(/_changed$/, '');
}

const activityWords: Readonly<Record<string, string>> = {
  'task.assignee': 'assignees',
  'task.dependency': 'dependencies',
  'time.logged': 'time',
};

/** An entry of a project's activity (docs/api.md, Projects). */
export function activityEvent(project: Row, entry: Row): HistoryEvent {
  const [type, taskRef] = [textOf(entry.type) ?? '', textOf(entry.taskRef)];
  const isOfTask = taskRef !== undefined || typeof entry.taskId === 'string';
  const about = isOfTask
    ? { kind: 'task', uuid: textOf(entry.taskId) ?? '', ref: taskRef ?? '', title: '' }
    : { kind: 'project', uuid: uuidOf(project), ref: refOf(project), title: titleOf(project) };
  const actor = isRow(entry.actor) ? uuidOf(entry.actor) : (textOf(entry.actor) ?? textOf(entry.actorId));
  return {
    ...about,
    what: activityWords[type] ?? type.replace(/^(?:task|project)\./, '').replaceAll('.', ' '),
    who: actor ?? '',
    at: timeOf(entry),
    text: bodyOf(entry),
    entry,
  };
}

/** The day that time was logged for; empty if the entry does not say it. */
export function loggedDay({ date }: Row): string {
  const day = (textOf(date) ?? '').slice(0, 'YYYY-MM-DD'.length);
  return dayNumber(day) === undefined ? '' : day;
}

/** Whether days in local time are within a period, of which the days of both ends count. */
export function daysWithin({ from, to }: Period): (day: string) => boolean {
  const [first, last] = [from, to - 1].map((each) => localDay(new Date(each))) as [string, string];
  return (day) => day >= first && day <= last;
}

/**
 * Gives whether something happened in a period: time by the day it was logged for. `unsure` if only the day is known, and part of it is
 * outside; undefined if it does not say when.
 */
export function whenIn(period: Period): (event: HistoryEvent) => boolean | 'unsure' | undefined {
  const isWithin = daysWithin(period);
  const { from, to } = period;
  return ({ what, at, entry }) => {
    const logged = what === 'time' ? loggedDay(entry) : '';
    if (logged !== '') return isWithin(logged);
    // Days of the server are those of UTC (docs/api.md, Conventions).
    const day = dayNumber(at);
    const begin = day === undefined ? Date.parse(at) : day * dayMs;
    const end = day === undefined ? begin + 1 : begin + dayMs;
    if (Number.isNaN(begin)) return undefined;
    return begin >= from && end <= to ? true : begin < to && end > from ? 'unsure' : false;
  };
}

const dayMs = 86_400_000;
