import { expect, test } from 'vitest';
import type { Sentence } from '../../src/contract/errors.js';
import type { Decision } from '../../src/triage/model/decisions/decision.js';
import type { Event } from '../../src/triage/model/update.js';
import { brief, list, Session, stateWith, ticket } from './state.js';

const rows = [ticket('A-1'), ticket('A-2')];

/** A session whose first decision could not be sent, while the screen says that all is well. */
const heldUp = (askedMs?: number): Session => {
  const session = new Session(stateWith(rows)).press('sr');
  return session.tell(holds(session, { askedMs }));
};

/** The decision that is pending there could not be sent. */
const holds = (session: Session, { at = 0, askedMs, ...more }: Holding = {}): Event => {
  return { is: 'held', decision: { ...session.pending(at), ...more }, why: 'Too many requests.', askedMs };
};

interface Holding extends Pick<Decision, 'notBefore' | 'isBegun'> {
  readonly at?: number;
  readonly askedMs?: number | undefined;
}

const pauses = (session: Session): readonly number[] => session.take('retry').map(({ ms }) => ms);

test('what could not be sent is tried again on a timer, less and less often', () => {
  const session = heldUp();
  expect(pauses(session)).toEqual([5_000]);
  for (const next of [10_000, 20_000, 30_000, 30_000]) {
    expect(session.tell({ is: 'retry' }).sent()).toEqual(['status resolved A-1']);
    expect(pauses(session.tell(holds(session)))).toEqual([next]);
  }
  session.tell({ is: 'retry' }).accept();
  session.take('send');
  session.press('sr');
  expect(pauses(session.tell(holds(session)))).toEqual([5_000]);
});

test.each<[string, Event]>([
  ['the list was read', list(rows)],
  ['the server is back', { is: 'badge', badge: { is: 'live' } }],
  ['a row was read', { is: 'detail', uuid: 'id-A-1', detail: {}, item: undefined }],
])('it is tried again once %s', (_what, event) => {
  const session = heldUp();
  session.take('send');
  expect(session.tell(event).sent()).toEqual(['status resolved A-1']);
});

test('it is tried again once another decision has been taken', () => {
  const session = heldUp().press('jsr');
  expect(session.sent()).toEqual(['status resolved A-1', 'status resolved A-2']);
  expect(session.answer({ is: 'done' }, [session.pending(1)]).sent()).toEqual(['status resolved A-1']);
});

test('where the server has asked to wait, only that wait ends it', () => {
  const session = heldUp(60_000);
  expect(pauses(session)).toEqual([60_000]);
  expect(session.state.notice?.text).toBe('Too many requests; this will be sent after that');
  expect(session.tell(list(rows), { is: 'badge', badge: { is: 'live' } }).sent()).toEqual([]);
  session.press('jsr').take('send');
  expect(session.answer({ is: 'done' }, [session.pending(1)]).sent()).toEqual([]);
  expect(session.tell({ is: 'retry' }).sent()).toEqual(['status resolved A-1']);
});

test('each wait that is asked for is timed, also after one that was not', () => {
  const session = heldUp().press('jsr');
  session.take('retry');
  const held = (askedMs?: number): Event => holds(session, { at: 1, askedMs });
  expect(pauses(session.tell(held(60_000)))).toEqual([60_000]);
  expect(pauses(session.tell(held(90_000)))).toEqual([90_000]);
  expect(pauses(session.tell(held()))).toEqual([]);
});

test('of several rows, those that were done are done, and the rest is held and sent again', () => {
  const session = new Session(stateWith([...rows, ticket('A-3')])).press('  sr');
  const [decision] = session.state.pending;
  const [first, second] = decision?.targets ?? [];
  if (!decision || !first || !second) throw new Error('two rows were expected');
  session.take('send');
  const rest = { ...decision, targets: [second] };
  const later = { is: 'held', decision: rest, why: 'Too many requests.', askedMs: 60_000 } as const;
  session.tell({ is: 'sent', decision, outcomes: [{ target: first, is: 'done' }], words: '', later });
  expect(session.rows()).toEqual(['✓A-1', '~A-2', '▸A-3']);
  expect(session.state.notice).toEqual({
    ...{ text: 'A-1: open → resolved; Too many requests; the rest will be sent after that', tone: 'bad' },
  });
  expect(pauses(session)).toEqual([60_000]);
  // A row that was done is not behind one that is held.
  expect(session.press('kkph').sent()).toEqual(['priority high A-1']);
  expect(session.tell({ is: 'retry' }).sent()).toEqual(['status resolved A-2']);
});

test('u takes back what is held, and says if it may have arrived', () => {
  const takenBack = (isBegun: boolean): Sentence | undefined => {
    const session = heldUp();
    session.tell(holds(session, { isBegun }));
    return session.press('u').state.notice?.text;
  };
  expect(takenBack(false)).toBe('A-1: the new status (resolved) was not sent');
  expect(takenBack(true)).toBe('A-1: the new status (resolved) was not sent again, but may have arrived');
});

test('u takes back a text for several rows as a whole, and names the rows that have it already', () => {
  const session = new Session(stateWith([...rows, ticket('A-3')])).press('   rHello<ctrl+s>');
  session.answer({ is: 'done' }, [session.pending()]);
  session.tell(holds(session, { notBefore: 1, askedMs: 12_000 }));
  session.press('u');
  expect(session.state).toMatchObject({ pending: [], retry: undefined });
  const [taken, ...others] = session.effects.filter((each) => each.do === 'take-back');
  expect(others).toEqual([]);
  expect(taken?.decisions.map(brief)).toEqual(['reply  A-1', 'reply  A-2']);
  expect(taken?.already).toBe('; already sent for A-3');
  expect(session.take('stop-retry')).toHaveLength(1);
});

test('the status after a message that has arrived is held alone, and the other messages with its text wait too', () => {
  const session = new Session(stateWith(rows)).press('  rHello<tab><ctrl+s>');
  const [decision] = session.state.pending;
  if (!decision?.message) throw new Error('two were expected');
  session.take('send');
  const done = { ...decision, message: { ...decision.message, status: undefined } };
  const { message: _message, batch: _batch, ...rest } = decision;
  const status = { ...rest, what: 'status' as const, value: 'resolved', shown: 'resolved', notBefore: 1 };
  const later = { is: 'held', decision: status, why: 'Too many requests.', askedMs: 60_000 } as const;
  const outcomes = decision.targets.map((target) => ({ target, is: 'done' as const }));
  session.tell({ is: 'sent', decision: done, outcomes, words: '', later });
  expect(session.state.pending.map((each) => [brief(each), each.isHeld])).toEqual([
    ['status resolved A-2', true],
    ['reply  A-1', true],
  ]);
  expect(session.state.notice?.text).toMatch(/^A-2:? .+; Too many requests; the status will be sent after that$/);
  session.press('u');
  expect(session.take('take-back').map(({ already }) => already)).toEqual(['; already sent for A-2']);
  expect(session.press('u').state.notice?.text).toBe('A-2: the new status (resolved) was not sent');
});

test('u takes back what has not begun of it as well, and nothing that has', () => {
  const session = new Session(stateWith([...rows, ticket('A-3')])).press('sr');
  session.tell(holds(session)).press('k   rHello<ctrl+s>');
  const [, ...replies] = session.state.pending;
  const free = replies.filter(({ isHeld }) => !isHeld);
  expect(free.map(brief)).toEqual(['reply  A-3', 'reply  A-2']);
  if (free[0]) session.tell({ is: 'begins', decision: free[0] });
  session.press('u');
  expect(session.state.pending.map(brief)).toEqual(['status resolved A-1', 'reply  A-3']);
  expect(session.take('take-back').map(({ already }) => already)).toEqual(['; already sent for A-3']);
});

test('u takes back time that was logged for several rows', () => {
  const task = { ...ticket('A-1'), kind: 'task' as const };
  const tasks = [task, { ...ticket('A-2'), kind: 'task' as const }];
  const session = new Session(stateWith(tasks, { kind: 'task' })).press('  l1h<enter>');
  expect(session.state.pending).toHaveLength(2);
  session.tell(holds(session, { askedMs: 12_000 })).press('u');
  expect(session.state.pending).toEqual([]);
  expect(session.state.notice?.text).toBe('A-1 and A-2: the logged time (1h) was not sent');
});

test('a wait ends when what was asked to wait is taken back, and the rest is sent', () => {
  const session = heldUp().press('jsr');
  session.tell(holds(session, { at: 1, notBefore: 1, askedMs: 60_000 }));
  session.take('send');
  session.press('u');
  expect(session.state.retry).toBeUndefined();
  expect(session.effects.flatMap((each) => (each.do === 'send' ? [brief(each.decision)] : each.do))).toEqual([
    ...['stop-retry', 'status resolved A-1', 'look'],
  ]);
});

test('it goes on while something else was asked to wait', () => {
  const session = new Session(stateWith(rows)).press('srsr');
  for (const at of [0, 1]) session.tell(holds(session, { at, notBefore: 1, askedMs: 60_000 }));
  session.take('send');
  session.press('u');
  expect(session.state.retry).toMatchObject({ isTimed: true, isAsked: true });
  expect(session.sent()).toEqual([]);
});

test('what waits behind another decision says so while the server is there', () => {
  const text = heldUp().press('kph').state.notice?.text;
  expect(text).toBe('an earlier change to this row has not been sent yet; this will be sent after it');
});

test('a later decision for the same row waits behind it, whenever it was made', () => {
  const session = new Session(stateWith([ticket('A-1')])).press('sr').press('ph');
  session.tell(holds(session)).press('gb');
  expect(session.sent()).toEqual(['status resolved A-1', 'priority high A-1']);
  expect(session.state.pending.map(({ isHeld }) => isHeld)).toEqual([true, true, true]);
  expect(session.tell({ is: 'retry' }).sent()).toEqual([
    ...['status resolved A-1', 'priority high A-1', 'category billing A-1'],
  ]);
});
