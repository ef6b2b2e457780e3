import { expect, test } from 'vitest';
import { proposalsAbout, proposalsKey } from '../../src/triage/model/decisions/proposals.js';
import { offeredKeys } from '../../src/triage/model/keys/keys.js';
import type { Proposal } from '../../src/triage/model/mode.js';
import { current } from '../../src/triage/model/rows/rows.js';
import type { Event } from '../../src/triage/model/update.js';
import { wordsOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const message = (what: 'reply' | 'note'): NonNullable<Proposal['message']> => ({ what, status: undefined, attach: [] });

type Part = 'reply' | 'note' | 'close';

/** What an agent has proposed for A-1, in one group. */
const parts = (...whats: readonly Part[]): readonly Proposal[] =>
  whats.map((what, at) => ({
    ...{ draft: String(at + 1), group: '1', author: 'bot', at: '2026-11-20T09:00:00Z', flags: '' },
    receivers: [{ ref: 'A-1', uuid: 'id-A-1' }],
    words: `${what} A-1`,
    text: what === 'close' ? '' : `Text ${at + 1}`,
    ...(what !== 'close' && { message: message(what) }),
  }));

/** What is proposed for a row has three lines, of which these are on the screen: all, unless others are given. */
const shown = (session: Session, from = 0, to = 3): Session => {
  const key = proposalsKey(proposalsAbout(session.state, current(session.state)));
  return session.tell({ is: 'shown', pageLines: 2, proposed: { key, lines: 3, from, to } });
};

const begin = (...whats: readonly Part[]): Session => shown(unseen(...whats));

const unseen = (...whats: readonly Part[]): Session =>
  new Session(
    stateWith([ticket('A-1'), ticket('A-2')], {
      replyDelayMs: 5_000,
      details: new Map([['id-A-1', { ticket: {} }]]),
      unsent: { texts: [], queued: [], proposals: parts(...whats) },
    }),
  );

const due = (session: Session): Session =>
  session.take('delay').reduce((sum, { due: at }) => sum.tell({ is: 'due', due: at }), session);

test.each([
  { whats: ['reply', 'reply'] as const },
  { whats: ['reply', 'note'] as const },
  { whats: ['reply', 'close'] as const },
  { whats: ['reply', 'note', 'close'] as const },
])('one u takes back all of a proposal of $whats', ({ whats }) => {
  const session = begin(...whats).press('Y');
  expect(wordsOf(session)).toContain('A-1: the proposal will be sent in 5 s; press u to take it back');
  expect(session.state.pending).toHaveLength(whats.filter((what) => what !== 'close').length);
  session.press('u');
  expect(session.state).toMatchObject({ pending: [], accepted: [], mode: { is: 'list' }, at: 'id-A-1' });
  expect(wordsOf(session)).toContain('A-1: nothing of the proposal was sent; it is still proposed');
  expect(due(session).sent()).toEqual([]);
});

test('what others have written since is named once, and what they write after that is named, too', () => {
  const written = (...times: readonly string[]): Event => {
    const messages = times.map((createdAt, at) => ({ id: `m${at}`, authorId: 'lucia', body: 'Wait', createdAt }));
    return { is: 'detail', uuid: 'id-A-1', detail: { ticket: {}, messages }, item: undefined };
  };
  const session = begin('reply').tell(written('2026-11-20T10:00:00Z')).press('Y');
  expect(wordsOf(session)).toContain('has written since bot proposed this; to send it anyway, press Y again');
  session.tell(written('2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z')).press('Y');
  expect(session.state.pending).toEqual([]);
  expect(session.press('Y').state.pending).toHaveLength(1);
});

test('why several texts cannot be edited is true of none, too', () => {
  for (const session of [begin('reply', 'note'), begin()]) {
    session.press(':change what');
    expect(wordsOf(session)).toContain('only for a single proposed text');
  }
});

test('u names what has gone already', () => {
  const session = begin('note', 'reply', 'close').press('Y');
  expect(session.effects.flatMap((effect) => (effect.do === 'send' ? effect.decision.what : []))).toEqual(['note']);
  session.answer({ is: 'done' }, [session.pending(0)]).press('u');
  expect(session.state.pending).toEqual([]);
  expect(wordsOf(session)).toContain(
    'A-1: the rest of the proposal was not sent (reply, close A-1); it is too late for: note',
  );
});

const toItsEnd = 'read it to its end (Space scrolls); Y sends it then';

test('a jump to the end of what is proposed has not read it', () => {
  const session = shown(unseen('reply').press('Y'), 0, 1);
  session.press('G');
  expect(shown(session, 2, 3).press('Y').state).toMatchObject({ pending: [], scroll: 1, notice: { text: toItsEnd } });
  expect(shown(session, 1, 3).press('Y').state.pending).toHaveLength(1);
});

test('what is laid out anew is read from the start, unless it was read', () => {
  const again = (session: Session, from: number): Session => {
    const key = proposalsKey(proposalsAbout(session.state, current(session.state)));
    return session.tell({ is: 'shown', pageLines: 2, proposed: { key, lines: 5, from, to: 5 } });
  };
  expect(again(shown(unseen('reply'), 0, 2), 2).press('Y').state.pending).toEqual([]);
  expect(again(shown(unseen('reply'), 0, 3), 2).press('Y').state.pending).toHaveLength(1);
});

test('what was not all on the screen is shown instead of sent, also if it has changed since', () => {
  const session = unseen('reply').press('Y');
  expect(session.state).toMatchObject({ pending: [], isZoomed: true });
  expect(session.press('Y').state).toMatchObject({ pending: [], notice: { text: toItsEnd } });
  expect(shown(session).press('Y').state.pending).toHaveLength(1);
  const changed = begin('reply');
  const [proposal] = parts('reply');
  if (!proposal) throw new Error('nothing is proposed');
  changed.tell({ is: 'unsent', unsent: { texts: [], queued: [], proposals: [{ ...proposal, text: 'Another' }] } });
  expect(changed.press('Y').state.pending).toEqual([]);
});

test('what waits to be sent with a proposal is not offered a second time, unless it could not be sent', () => {
  const session = begin('reply', 'close').press('Yk');
  session.tell({ is: 'unsent', unsent: { texts: [], queued: [], proposals: parts('reply', 'close').slice(1) } });
  expect(wordsOf(session)).not.toContain('bot proposes');
  session.tell({ is: 'accepted', draft: '2', command: undefined });
  expect(wordsOf(session)).toContain('bot proposes close');
});

test('once all of it has gone, u undoes', () => {
  const session = due(begin('reply', 'close').press('Y')).accept();
  session.tell({ is: 'accepted', draft: '2', command: 'gone' });
  session.take('undo');
  expect(session.press('u').take('undo')).toHaveLength(1);
});

test('a row is done once the server has a command that ends the wait, and stays open with any other', () => {
  const decided = (status: string | undefined): string | undefined => {
    const session = due(begin('reply', 'close').press('Y')).answer({ is: 'done' });
    session.tell({ is: 'accepted', draft: '2', command: 'gone', status });
    return session.state.marks.get('id-A-1')?.decided;
  };
  expect(decided('closed')).toBe('reply sent, close A-1');
  for (const status of ['', 'in_progress', undefined]) expect(decided(status)).toBe('reply sent');
});

test('what the role may not write is neither sent nor edited, only rejected', () => {
  const session = begin('note');
  session.state = {
    ...session.state,
    details: new Map([['id-A-1', { ticket: {}, canComment: true, canInternalNote: false }]]),
  };
  const keys = offeredKeys(session.state).flatMap((entry) => entry.keys);
  expect(['Y', 'e', 'X'].filter((key) => keys.includes(key))).toEqual(['X']);
  expect(wordsOf(session.press('Y'))).toContain('send what an agent proposes: you may not do that here');
  expect(session.state.pending).toEqual([]);
});

test('a proposal of one text is still written on', () => {
  const session = begin('reply').press('Yu');
  expect(session.state).toMatchObject({ pending: [], mode: { is: 'write', field: { text: 'Text 1' } } });
});

test('of two proposals, u takes back the one that was accepted last first', () => {
  const other = parts('reply', 'note').map((each) => ({
    ...{ ...each, draft: `9${each.draft}`, group: '9' },
    receivers: [{ ref: 'A-2', uuid: 'id-A-2' }],
  }));
  const session = begin('reply', 'note');
  const { unsent, details } = session.state;
  session.state = {
    ...session.state,
    details: new Map([...details, ['id-A-2', { ticket: {} }]]),
    unsent: { texts: [], queued: [], proposals: [...(unsent?.proposals ?? []), ...other] },
  };
  session.press('Y').state = { ...session.state, at: 'id-A-2' };
  shown(session).press('Yu');
  expect(session.state.pending.map(({ targets }) => targets[0]?.ref)).toEqual(['A-1', 'A-1']);
  expect(session.press('u').state.pending).toEqual([]);
});

test('the head counts proposals, not their parts', () => {
  const session = begin('reply', 'note', 'close');
  expect(wordsOf(session)).toContain('? 1');
  expect(wordsOf(session.press('Y'))).not.toContain('? 1');
});

test('q waits until a command that was accepted is sent, or it is known that it stays', () => {
  for (const command of ['gone', undefined] as const) {
    const session = begin('reply', 'close').press('Yq');
    session.accept().tell({ is: 'accepted', draft: '2', command: 'going' });
    expect(session.state).toMatchObject({ isOver: false, mode: { is: 'leave', isWaiting: true } });
    expect(wordsOf(session)).toContain('sending …');
    expect(session.tell({ is: 'accepted', draft: '2', command }).state.isOver).toBe(true);
  }
});
