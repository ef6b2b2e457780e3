import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isRow, type Row, refOf, sortedBy, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { isFinished } from '../../contract/server-word.js';
import { localDay } from '../../output/time.js';
import { assigneeIds } from '../../views/cells/people.js';
import { listOf } from '../../views/read-row.js';
import { sideOfCaller, sidesIn } from '../conversations/author-sides.js';
import type { SnoozedTicket } from '../conversations/snoozed.js';
import { isAsleep, mayWait, placeOf, readSnoozed, readWaiting, type WaitState } from '../conversations/waiting.js';

interface WaitsQuestion {
  readonly user: string;
  readonly isMe: boolean;
  readonly tasks: readonly Row[];
  /** The tickets and tasks as full as they were read. */
  readonly tickets: ReadonlyMap<Row, Row>;
  readonly wholeTask: (task: Row) => Row;
}

/** Whether an open ticket is somebody's: they are assigned, or the customer. */
export function isTicketOf(user: string, ticket: Row): boolean {
  return mayWait(ticket) && (ticket.customerId === user || assigneeIds(ticket).includes(user));
}

export function isTaskOf(user: string, task: Row): boolean {
  return !isFinished(textOf(task.status)) && assigneeIds(task).includes(user);
}

/** What waits for somebody, and what they wait for, each the longest first; `asleep` is how many tickets they have put off. */
export async function readWaits(context: Context, client: Client, { user, isMe, ...read }: WaitsQuestion) {
  const own = new Map([...read.tickets].filter(([row]) => isTicketOf(user, row)));
  const found = new Map<Row, WaitState>();
  await readWaiting(context, [...own.keys()], { details: own, found, isQuiet: true });
  const snoozed = isMe ? await readSnoozed(context, [...own.keys()]) : new Map<Row, SnoozedTicket>();
  const [first = {}] = own.values();
  const side = (isMe ? sideOfCaller(first) : undefined) ?? sidesIn(context, client).sides.get(user);
  const isCustomer = side === 'customer';
  const states = [...found].filter(([row]) => !isAsleep(snoozed.get(row)));
  const answers = states.map(([row, { isWaiting, since, answered }]) => {
    const others = isCustomer ? assigneeIds(row)[0] : textOf(row.customerId);
    const event = waitRow('ticket', row, { what: 'answer', user: others, time: isWaiting ? since : answered });
    return {
      section: isWaiting === isCustomer ? 'awaited' : 'waiting',
      place: placeOf(row, { since: event.time ?? undefined }),
      event,
    };
  });
  const known = new Map(read.tasks.map((row) => [uuidOf(row), row]));
  const waitsOf = (row: Row) => taskWaits(row, { whole: read.wholeTask(row), known, today: localDay(context.now()) });
  const tasks = read.tasks.filter((row) => isTaskOf(user, row)).flatMap(waitsOf);
  const rows = sortedBy([...answers, ...tasks], ({ section, place }) => `${section === 'waiting' ? 0 : 1} ${place}`);
  return { rows: rows.map(({ section, event }): Row => ({ section, ...event })), asleep: found.size - states.length };
}

interface TaskParts {
  readonly whole: Row;
  /** All tasks by uuid. */
  readonly known: ReadonlyMap<string, Row>;
  readonly today: string;
}

/** A task waits for others it depends on, or else, from its due day on, for whom it is assigned to. */
function taskWaits(row: Row, { whole, known, today }: TaskParts) {
  const open = listOf(whole, 'dependsOn', 'dependsOnIds').flatMap((link): readonly Row[] => {
    const task = isRow(link) ? link : known.get(textOf(link) ?? '');
    return task && !isFinished(textOf(task.status)) ? [task] : [];
  });
  const due = textOf(row.due)?.slice(0, 'YYYY-MM-DD'.length);
  if (open.length > 0) {
    const event = waitRow('task', row, { what: 'dependencies', text: open.map(refOf).join(', ') });
    return [{ section: 'awaited', place: placeOf(row, { since: undefined }), event }];
  }
  if (!due || due > today) return [];
  const event = waitRow('task', row, { what: 'due', time: due });
  return [{ section: 'waiting', place: placeOf(row, { since: due }), event }];
}

type WaitParts = { readonly what: string } & { readonly [K in 'user' | 'time' | 'text']?: string | undefined };

function waitRow(kind: 'task' | 'ticket', row: Row, { what, user, time, text = '' }: WaitParts) {
  const about = { kind, ref: refOf(row), uuid: uuidOf(row), title: titleOf(row) };
  return { ...about, what, time: time || null, user: user ?? null, text };
}
