import { type FollowUp, followingWords } from '../../../contract/following.js';
import type { Macro } from '../../../contract/macro.js';
import type { WriteRoute } from '../../../contract/routes.js';
import { isRow, type Row, textsOf } from '../../../contract/row.js';
import { isFinished, shownWord, wordKey } from '../../../contract/server-word.js';
import { finalOf, isRepeatableWrite, readersOf } from '../../../contract/writes.js';
import type { Name } from '../../../output/text/sentence.js';

export type What =
  | 'status'
  | 'priority'
  | 'category'
  | 'assign'
  | 'tag'
  | 'check'
  | 'convert'
  | 'log'
  | 'reply'
  | 'note'
  | 'read';

/** A decision about one row or several, as it is sent and kept on disk. */
export interface Decision {
  readonly id: number;
  readonly what: What;
  readonly kind: 'ticket' | 'task' | 'notification';
  readonly targets: readonly DecisionTarget[];
  /** A word, the id of a person or item, a key, a duration. */
  readonly value: string;
  /** How people read the value. */
  readonly shown: string;
  /** Takes the value away instead. */
  readonly isRemoval?: boolean;
  /** The user was asked first: the ticket has a task already, or the time is more than a day has. */
  readonly isConfirmed?: boolean;
  /** The draft of a message, and what it contains. */
  readonly message?: Message;
  /** Whether the row is done after it, if that does not follow from what it does. */
  readonly goes?: Macro['goes'];
  /** The number that the messages of one text for several rows share. */
  readonly batch?: number | undefined;
  /** The server could not be reached, so it is sent later. */
  readonly isHeld?: boolean;
  /** A public reply can be taken back for a moment, and is sent after it, with what comes after it: its number, or its batch. */
  readonly dueWith?: number | undefined;
  /** The end of the wait that the server has asked for (milliseconds since 1970). */
  readonly notBefore?: number | undefined;
  /** Whether a request of it has left, so that it may have arrived; unknown in the files of older versions. */
  readonly isBegun?: boolean;
  /** Quitting has cut its request off, so that nobody knows whether it has arrived. */
  readonly isInDoubt?: boolean;
}

export interface DecisionTarget extends Name {
  /** What a notification is about, if that is what is changed. */
  readonly about?: Name;
  /** What the user saw in the fields that the decision replaces, as far as that was known. */
  readonly seen?: Row;
}

export interface Message {
  /** The id of its draft; undefined if none could be saved. */
  readonly draft: string | undefined;
  readonly body: string;
  readonly status: string | undefined;
  readonly also?: FollowUp | undefined;
  /** The ticket that this one is a duplicate of. */
  readonly original?: Name | undefined;
  readonly attach: readonly string[];
}

const replaced: Readonly<Partial<Record<What, string>>> = {
  status: 'status',
  priority: 'priority',
  category: 'category',
  assign: 'assignees',
};

/** The fields of a row that decisions replace. */
export const replacedFields = Object.values(replaced);

/** The fields of a row that a decision replaces, such as the status that follows a message. Others can always be applied. */
export function fieldsOf({ what, message }: Pick<Decision, 'what' | 'message'>): readonly string[] {
  const field = replaced[what];
  if (!message) return field === undefined ? [] : [field];
  const following = followingOf(message);
  return (['status', 'priority', 'category'] as const).filter((name) => following[name] !== undefined);
}

/** Everything that follows a message. */
export function followingOf({ status, also }: Pick<Message, 'status' | 'also'>): FollowUp {
  return { ...also, ...(status !== undefined && { status }) };
}

/** The row as it is once the decision has been applied. */
export function applied(row: Row, { what, value, isRemoval = false, message }: Decision): Row {
  const edited = (list: unknown): readonly unknown[] => {
    const rest = (Array.isArray(list) ? list : []).filter((each) => idOf(each) !== value);
    return isRemoval ? rest : [...rest, value];
  };
  if (what === 'status' || what === 'priority' || what === 'category') return { ...row, [what]: value };
  if (what === 'assign') return { ...row, assignees: edited(row.assignees ?? row.assigneeIds) };
  if (what === 'tag') return { ...row, tags: edited(row.tags) };
  if (what === 'read') return { ...row, readAt: 'now' };
  if (what === 'check') return { ...row, checklist: checkedOff(row.checklist, value) };
  if (!message) return row;
  const { messageCount } = row;
  // Who is assigned is known by name only.
  const { tag = [], assignee: _people, ...fields } = followingOf(message);
  return {
    ...row,
    ...(typeof messageCount === 'number' && { messageCount: messageCount + 1 }),
    ...fields,
    ...(tag.length > 0 && { tags: [...new Set([...textsOf(row.tags), ...tag])] }),
  };
}

function checkedOff(checklist: unknown, id: string): unknown {
  if (!Array.isArray(checklist)) return checklist;
  return checklist.map((item: unknown) =>
    isRow(item) && (item.id ?? item.text) === id ? { ...item, done: true } : item,
  );
}

type DecisionKind = Pick<Decision, 'what' | 'kind'>;

/** What it writes, apart from the status that follows a message. */
function routeOf({ what, kind }: DecisionKind): WriteRoute {
  const isTask = kind === 'task';
  const others: Readonly<Partial<Record<What, WriteRoute>>> = {
    check: isTask ? 'PATCH /tasks/:id' : 'PUT /tickets/:id/checklist',
    convert: 'POST /tickets/:id/tasks',
    log: 'POST /tasks/:id/time',
    reply: isTask ? 'POST /tasks/:id/comments' : 'POST /tickets/:id/messages',
    note: 'POST /tickets/:id/messages',
    read: 'POST /inbox/read',
  };
  return others[what] ?? (isTask ? 'PATCH /tasks/:id' : 'PATCH /tickets/:id');
}

/** Whether sending it twice does the same as sending it once. */
export function isRepeatable(decision: DecisionKind): boolean {
  return isRepeatableWrite(routeOf(decision));
}

/** Whether nobody can take it back once the server has it. */
export function isFinal({ message, ...decision }: Decision): boolean {
  return finalOf(routeOf(decision), {}) !== undefined && Object.keys(message ? followingOf(message) : {}).length === 0;
}

/** Whether it is a reply that customers get, which nobody can take back. */
export function isPublicReply({ what, kind }: DecisionKind): boolean {
  const route = routeOf({ what, kind });
  return route === 'POST /tickets/:id/messages' && readersOf(route, { internal: what === 'note' }) === 'anybody';
}

/** Whether nobody waits for the team any longer once the server has it: it was answered, is finished, or rests. */
export function endsWait({
  what,
  kind,
  value,
  message,
}: Pick<Decision, 'what' | 'kind' | 'value' | 'message'>): boolean {
  const status = what === 'status' ? value : message?.status;
  if (status !== undefined && (isFinished(status) || resting.has(wordKey(status)))) return true;
  return what === 'read' || (what === 'reply' && kind === 'ticket');
}

const resting: ReadonlySet<string> = new Set(['waiting', 'waiting_on_customer', 'paused', 'blocked'].map(wordKey));

/** Whether both change the same ticket or task, or notification. */
export function isSameRow(one: Pick<Decision, 'targets'>, other: Pick<Decision, 'targets'>): boolean {
  const subjects = (decision: Pick<Decision, 'targets'>) =>
    decision.targets.map(({ about, uuid }) => about?.uuid ?? uuid);
  const found = new Set(subjects(one));
  return subjects(other).some((uuid) => found.has(uuid));
}

/** What an entry of a list is told apart by, which may be an object. */
export function idOf(entry: unknown): unknown {
  return isRow(entry) ? (entry.id ?? entry.name ?? entry) : entry;
}

/** What was decided, for people: `open → resolved`; `made` is the reference of what was created. */
export function describe(decision: Decision, from: Row, made = ''): string {
  const { what, shown, message } = decision;
  if (what === 'status' || what === 'priority' || what === 'category') return arrow(from[what], shown);
  if (what === 'convert' && made) return `converted to ${made}`;
  const { done } = wordsOf(decision);
  return [done, ...settingsOf(message)].join(', ');
}

/** What is set along with a message. */
function settingsOf({ status, also = {}, original }: Partial<Message> = {}): readonly string[] {
  const now = status === undefined ? [] : [`now ${shownWord(status)}`];
  return [...now, ...followingWords(also), ...(original ? [`duplicate of ${original.ref}`] : [])];
}

/** What was decided about several rows: `3 tickets: status resolved`, `reply sent to 2 tickets`. */
export function describeAll(decision: Decision, count: number): string {
  const { what, shown, kind, message } = decision;
  const rows = `${count} ${kind}s`;
  if (message) return [`${wordsOf(decision).done} to ${rows}`, ...settingsOf(message)].join(', ');
  return `${rows}: ${['status', 'priority', 'category'].includes(what) ? `${what} ${shown}` : describe(decision, {})}`;
}

type WordedDecision = Pick<Decision, 'what' | 'kind' | 'shown' | 'isRemoval'>;

/**
 * What was decided, as it is said when it is done (`assigned to Mara`), as a thing that can be sent (`new status (resolved)`), and
 * when it is not done (`priority not set`).
 */
export function wordsOf({ what, kind, shown, isRemoval = false }: WordedDecision) {
  const isComment = kind === 'task';
  const words: Readonly<Record<What, readonly [done: string, noun: string, undone: string]>> = {
    status: [shown, `new status (${shown})`, 'status not set'],
    priority: [shown, `new priority (${shown})`, 'priority not set'],
    category: [shown, `new category (${shown})`, 'category not set'],
    assign: isRemoval
      ? [`${shown} unassigned`, `unassignment of ${shown}`, `${shown} not unassigned`]
      : [`assigned to ${shown}`, `assignment to ${shown}`, `${shown} not assigned`],
    tag: isRemoval
      ? [`tag ${shown} removed`, `removal of the tag ${shown}`, `tag ${shown} not removed`]
      : [`tag ${shown} added`, `tag ${shown}`, `tag ${shown} not added`],
    check: [`checked off ${shown}`, `check mark (${shown})`, `${shown} not checked off`],
    convert: [`converted to a task in ${shown}`, 'conversion', 'not converted'],
    log: [`logged ${shown}`, `logged time (${shown})`, `${shown} not logged`],
    reply: isComment ? ['comment added', 'comment', 'comment not sent'] : ['reply sent', 'reply', 'reply not sent'],
    note: ['note added', 'note', 'note not sent'],
    read: ['marked as read', 'read mark', 'not marked as read'],
  };
  const [done, noun, undone] = words[what];
  return { done, noun, undone };
}

function arrow(before: unknown, after: string): string {
  const now = typeof before === 'string' ? shownWord(before) : '';
  if (now === after) return `stays ${after}`;
  return now === '' ? after : `${now} → ${after}`;
}
