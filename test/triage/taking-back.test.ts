import { describe, expect, test } from 'vitest';
import { wordsOf } from './drawn.js';
import { list, Session, stateWith, ticket } from './state.js';

const items = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

const begin = (more: Parameters<typeof stateWith>[1] = {}): Session =>
  new Session(stateWith(items, { replyDelayMs: 5_000, ...more }));

/** What the timer says that was started last. */
const due = (session: Session): Session =>
  session.take('delay').reduce((sum, { due }) => sum.tell({ is: 'due', due }), session);

describe('a public reply', () => {
  test('is sent after a while, and says until when u takes it back', () => {
    const session = begin().press('rHello<ctrl+s>');
    expect(session.rows()[0]).toBe('~A-1');
    expect(wordsOf(session)).toContain('A-1: the reply will be sent in 5 s; press u to take it back');
    expect(session.effects.filter((effect) => effect.do === 'send')).toEqual([]);
    expect(session.effects).toContainEqual({ do: 'delay', ms: 5_000, due: 1 });
    expect(due(session).sent()).toEqual(['reply  A-1']);
    expect(session.accept().state.pending).toEqual([]);
  });

  test('u puts it back into the composer with text, status and files, and nothing is sent when its time has come', () => {
    const session = begin().press('rHello<tab>');
    session.tell({ is: 'draft', writing: session.state.mode as never, draft: 'd1' });
    session
      .press('<ctrl+f>/tmp/a.txt<enter>')
      .tell({ is: 'file', typed: '/tmp/a.txt', path: '/tmp/a.txt', why: undefined });
    session.press('<ctrl+s>ju');
    expect(session.state).toMatchObject({
      at: 'id-A-1',
      pending: [],
      mode: { is: 'write', row: 'id-A-1', field: { text: 'Hello' }, status: 'waiting_on_customer', draft: 'd1' },
    });
    expect(session.state.mode).toMatchObject({ attach: ['/tmp/a.txt'], targets: [{ ref: 'A-1' }] });
    expect(due(session).sent()).toEqual([]);
    expect(session.press('!<ctrl+s>').pending().message).toMatchObject({ body: 'Hello!', draft: 'd1' });
  });

  test('the text is there once, although the composer looks for drafts', () => {
    const session = begin().press('rHello<ctrl+s>u');
    const [begun] = session.take('begin').slice(-1);
    if (!begun) throw new Error('the composer was not begun');
    session.tell({ is: 'begun', ...begun });
    expect(session.state.mode).toMatchObject({ is: 'write', field: { text: 'Hello' } });
  });

  test('to several is one text until it is sent', () => {
    const session = begin().press('  rHello<ctrl+s>');
    expect(wordsOf(session)).toContain('A-1 and A-2: the reply will be sent in 5 s');
    expect(session.press('u').state.mode).toMatchObject({ is: 'write', targets: [{ ref: 'A-1' }, { ref: 'A-2' }] });
    session.press('<ctrl+s>');
    const ends = session.take('delay').slice(-1);
    for (const { due: at } of ends) session.tell({ is: 'due', due: at });
    expect(session.effects.map((effect) => effect.do).filter((what) => what !== 'look')).toEqual([...['send', 'send']]);
  });

  test('what is decided about its row meanwhile is sent after it, and u takes that back first', () => {
    const session = begin().press('rHello<ctrl+s>kph');
    expect(session.sent()).toEqual([]);
    session.press('ksr');
    session.tell({ is: 'due', due: 1 });
    expect(session.sent()).toEqual(['reply  A-1', 'priority high A-1', 'status resolved A-1']);
    const other = begin().press('rHello<ctrl+s>kph');
    expect(other.press('u').state.pending.map(({ what }) => what)).toEqual(['reply']);
    expect(other.press('u').state).toMatchObject({ pending: [], mode: { is: 'write' } });
  });

  test('what is decided about other rows meanwhile is sent, and undone before u takes it back', () => {
    const session = begin().press('rHello<ctrl+s>srnHello<ctrl+s>');
    const [reply, status, note] = [0, 1, 2].map((at) => session.pending(at));
    if (!reply || !status || !note) throw new Error('three were decided');
    session.take('undo');
    expect(session.press('u').take('undo')).toHaveLength(1);
    session.answer({ is: 'done' }, [status, note]);
    expect(session.press('u').take('undo')).toHaveLength(1);
    session.tell({
      is: 'undone',
      steps: 1,
      restored: [{ uuid: 'id-A-2', row: { status: 'open' } }],
      notice: { text: '', tone: 'good' },
    });
    expect(session.press('u').state).toMatchObject({ pending: [], mode: { is: 'write', row: 'id-A-1' } });
  });

  test('is what u takes back after several that were passed over at once', () => {
    const session = begin().press('rHello<ctrl+s>srph');
    session.answer({ is: 'done' }, [session.pending(1)]).answer({ is: 'done' }, [session.pending(1)]);
    session.press('u').tell({ is: 'undone', restored: [], steps: 2, notice: { text: '', tone: 'bad' } });
    expect(session.press('u').state).toMatchObject({ pending: [], mode: { is: 'write', row: 'id-A-1' } });
  });

  test('nothing that the server says sends it before', () => {
    const session = begin({ badge: { is: 'offline' } }).press('rHello<ctrl+s>');
    session.tell({ is: 'badge', badge: { is: 'live' } }, list(items));
    expect(session.sent()).toEqual([]);
    session.tell({ is: 'due', due: 1 });
    expect(session.sent()).toEqual(['reply  A-1']);
  });

  test('whose time comes while the server is away waits for it', () => {
    const session = due(
      begin()
        .press('rHello<ctrl+s>')
        .tell({ is: 'badge', badge: { is: 'offline' } }),
    );
    expect(session.sent()).toEqual([]);
    expect(wordsOf(session)).toContain('the server cannot be reached; this will be sent when it is back');
    expect(session.tell({ is: 'badge', badge: { is: 'live' } }).sent()).toEqual(['reply  A-1']);
  });

  test('quitting sends it at once, and ends with it', () => {
    const session = begin().press('rHello<ctrl+s>q');
    expect(session.sent()).toEqual(['reply  A-1']);
    expect(session.state.isOver).toBe(false);
    // Nothing is to be decided about it.
    expect(wordsOf(session)).toContain('sending …');
    expect(wordsOf(session)).not.toContain('not sent yet');
    expect(session.accept().state.isOver).toBe(true);
  });
});

test.each([
  ['a note', {}, 'n'],
  ['a reply with the delay 0', { replyDelayMs: 0 }, 'r'],
])('%s is sent at once', (_what, more, key) => {
  expect(begin(more).press(`${key}Hello<ctrl+s>`).sent()).toHaveLength(1);
});

test('a comment on a task is sent at once', () => {
  const task = { ...ticket('B-1'), kind: 'task' } as const;
  const session = new Session(stateWith([task], { kind: 'task', replyDelayMs: 5_000 }));
  expect(session.press('rHello<ctrl+s>').sent()).toEqual(['reply  B-1']);
});
