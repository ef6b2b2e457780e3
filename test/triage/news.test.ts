import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { troubledIn } from '../../src/triage/model/decisions/conflicts.js';
import { counts } from '../../src/triage/model/rows/rows.js';
import type { Item } from '../../src/triage/model/state.js';
import type { Event } from '../../src/triage/model/update.js';
import { list, Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** A list of which the service has this row too, for another list. */
const listOf = (items: readonly Item[], other: Item): Event =>
  list(items, 'again', { allRows: [...items, other].map(({ row }) => row) });

const statusOf = ({ state }: Session, ref: string): unknown => state.items.find((item) => item.ref === ref)?.row.status;

describe('when the list is read again', () => {
  test('rows stay where they are: changed ones are marked, new ones come last, those that are gone stay', () => {
    const session = new Session(stateWith(three)).press('j');
    session.tell(list([ticket('A-9'), ticket('A-3', { status: 'resolved' }), ticket('A-2')]));
    expect(session.rows()).toEqual(['A-1', '▸A-2', 'A-3', 'A-9']);
    expect(session.read().rows()).toEqual(['*A-1', '▸A-2', '*A-3', '+A-9']);
    expect(session.state.marks.get('id-A-3')?.changed).toBe('status: open → resolved');
  });

  test('a row that somebody else has resolved, reassigned or deleted is marked, and is not left to decide', () => {
    const session = new Session(stateWith(three)).press('j').tell(list([ticket('A-2')]));
    expect(counts(session.state)).toEqual({ left: 1, done: 0 });
    expect(session.read().rows()).toEqual(['*A-1', '▸A-2', '*A-3']);
    expect(session.state.marks.get('id-A-3')?.changed).toBe('no longer in this list');
    expect(counts(session.state)).toEqual({ left: 1, done: 0 });
    session.take('look');
    expect(session.press('j').take('look')).toEqual([{ do: 'look', uuid: 'id-A-3' }]);
    const now = ticket('A-3', { status: 'resolved' });
    session.tell({ is: 'detail', uuid: 'id-A-3', detail: { ticket: {} }, item: now });
    expect(session.state.marks.get('id-A-3')?.changed).toBe('status: open → resolved');
    session
      .see()
      .press('k')
      .tell(list([ticket('A-2')]));
    expect([session.rows(), counts(session.state).left]).toEqual([['*A-1', '▸A-2', 'A-3'], 1]);
    expect(session.press('<tab>').state.at).toBe('id-A-2');
  });

  test('a row that has left the list shows what it is now, as the response or a reading of it says', () => {
    const session = new Session(stateWith(three)).press('j');
    session.tell(listOf([ticket('A-2')], ticket('A-3', { status: 'closed' })));
    expect(session.take('look').map(({ uuid }) => uuid)).toEqual(['id-A-2', 'id-A-1', 'id-A-3']);
    expect([session.read().rows(), statusOf(session, 'A-3')]).toEqual([['*A-1', '▸A-2', '*A-3'], 'closed']);
    expect(session.state.marks.get('id-A-3')?.changed).toBe('status: open → closed');
    session.tell({ is: 'detail', uuid: 'id-A-1', detail: {}, item: ticket('A-1', { assignees: ['sean'] }) });
    expect(session.state.marks.get('id-A-1')?.changed).toBe('assignees: none → Seán');
    session.tell(listOf([ticket('A-2')], ticket('A-3', { status: 'archived' })));
    expect([statusOf(session, 'A-3'), counts(session.state).left]).toEqual(['archived', 1]);
    session.tell(list([ticket('A-2'), ticket('A-3')]));
    expect([statusOf(session, 'A-3'), counts(session.state).left]).toEqual(['open', 2]);
  });

  test('a decided row is left to decide again once somebody else has done something after that', () => {
    const entry = (authorId: string, createdAt: string) => ({ authorId, createdAt });
    const row = (more: Row) => ticket('A-1', { updatedAt: '2026-11-20T10:00:00Z', messageCount: 1, ...more });
    const session = new Session(stateWith([row({}), ticket('A-2')])).press('sr').accept();
    session.tell(listOf([ticket('A-2')], row({ status: 'resolved', updatedAt: '2026-11-20T10:01:00Z' })));
    expect([session.rows(), session.take('look').length]).toEqual([['✓A-1', '▸A-2'], 1]);
    const now = row({ status: 'open', messageCount: 2, updatedAt: '2026-11-20T10:02:00Z' });
    const mine = entry('me', '2026-11-20T10:01:00Z');
    for (const [last, rows, left] of [
      [entry('me', '2026-11-20T10:02:00Z'), ['✓A-1', '▸A-2'], 1],
      [entry('sean', '2026-11-20T10:02:00Z'), ['*A-1', '▸A-2'], 2],
    ] as const) {
      const again = new Session(session.state).tell(list([now, ticket('A-2')]));
      expect(again.take('look')).toEqual([{ do: 'look', uuid: 'id-A-1' }]);
      again.tell({ is: 'detail', uuid: 'id-A-1', detail: { ticket: {}, messages: [mine, last] }, item: now });
      expect([again.rows(), counts(again.state).left]).toEqual([rows, left]);
    }
  });

  test('of many rows in doubt, only so many are read after each list', () => {
    const many = Array.from({ length: 150 }, (_, index) => ticket(`A-${index}`));
    const session = new Session(stateWith(many)).press('j').tell(list(many.slice(0, 2)));
    const looks = session.take('look').slice(1);
    expect(looks.map(({ uuid }) => uuid)).toEqual(many.slice(2, 102).map(({ uuid }) => uuid));
    for (const { uuid } of looks)
      session.tell({ is: 'detail', uuid, detail: {}, item: many.find((item) => item.uuid === uuid) });
    expect(session.tell(list(many.slice(0, 2))).take('look')).toHaveLength(48);
  });

  test('a row that leaves because of what the user did, or was never in the list, is not marked', () => {
    const session = new Session(stateWith(three)).press('sr').accept();
    session
      .press(':B-1<enter>')
      .tell({ is: 'found', text: 'B-1', options: [{ text: 'B-1', value: 'id-B-1' }], items: [ticket('B-1')] });
    session.tell(list([ticket('A-2'), ticket('A-3')]), list([ticket('A-2'), ticket('A-3')]));
    expect(session.rows()).toEqual(['✓A-1', 'A-2', 'A-3', '▸B-1']);
    expect(counts(session.state)).toEqual({ left: 3, done: 1 });
  });

  test('a mark goes once the row has been on the screen for a while, and left', () => {
    const session = new Session(stateWith(three)).tell(
      list([ticket('A-1', { priority: 'high' }), ticket('A-2'), ticket('A-3')]),
    );
    expect(session.read().rows()).toEqual(['▸*A-1', 'A-2', 'A-3']);
    expect(session.press('j').rows()).toEqual(['*A-1', '▸A-2', 'A-3']);
    expect(session.press('k').see().rows()).toEqual(['▸*A-1', 'A-2', 'A-3']);
    expect(session.press('j').rows()).toEqual(['A-1', '▸A-2', 'A-3']);
  });

  test('the row at the cursor is read again if it changed', () => {
    const session = new Session(stateWith(three));
    session.tell(list([ticket('A-1', { tags: ['x'] }), ticket('A-2'), ticket('A-3')]));
    expect(session.take('look')).toEqual([{ do: 'look', uuid: 'id-A-1' }]);
  });

  test('what the user did is no news', () => {
    const session = new Session(stateWith(three)).press('ph').accept();
    session.tell(list([ticket('A-1', { priority: 'high' }), ticket('A-2'), ticket('A-3')]));
    expect(session.rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
    session.tell({
      is: 'undone',
      steps: 1,
      restored: [{ uuid: 'id-A-1', row: { priority: 'medium' } }],
      notice: { text: 'undone', tone: 'good' },
    });
    session.tell(list(three));
    expect(session.rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
  });

  test.each([
    ['a reply', 'rHi<ctrl+s>', { messageCount: 2 }],
    ['a tick', 'x', { checklist: [{ id: 'c1', text: 'call', done: true }] }],
    ['a tag, in another order', 'tfax<enter>', { tags: ['fax', 'mail'] }],
  ])('%s of the user is no news after a restart', (_what, keys, now) => {
    const row = { messageCount: 1, checklist: [{ id: 'c1', text: 'call', done: false }], tags: ['mail'] };
    const before = new Session(stateWith([ticket('A-1', row), ticket('A-2')])).press(keys).accept();
    const after = new Session(stateWith(before.state.fresh));
    after.tell(list([ticket('A-1', { ...row, ...now }), ticket('A-2')], 'first'));
    expect(after.rows()).toEqual(['▸A-1', 'A-2']);
  });

  test.each([
    ['the user', [{ authorId: 'me', createdAt: '2026-11-20T10:00:00Z' }], '▸A-1'],
    ['somebody else', [{ authorId: 'sean', createdAt: '2026-11-20T10:00:00Z' }], '▸*A-1'],
    ['nobody it names', [{ authorId: 'sean', createdAt: '2026-11-18T10:00:00Z' }], '▸*A-1'],
  ])('once the row is read, a change by %s is marked accordingly', (_who, messages, mark) => {
    const [before, now] = [
      { updatedAt: '2026-11-19T10:00:00Z' },
      { updatedAt: '2026-11-20T10:00:00Z', status: 'closed' },
    ];
    const session = new Session(stateWith([ticket('A-1', before)])).tell(list([ticket('A-1', now)]));
    expect(session.rows()).toEqual(['▸A-1']);
    expect(session.read({ ticket: {}, messages }).rows()).toEqual([mark]);
  });

  describe('a message is news only if it is by somebody else, which its detail says', () => {
    const said = (author: string, day: number) => ({ authorId: author, createdAt: `2026-11-${day}T10:00:00Z` });
    const time = (day: number) => ({ updatedAt: `2026-11-${day}T10:00:00Z` });
    const counted = (messageCount: number): Row => ({ messageCount });
    const gone: readonly Item[] = [];
    const both = [said('sean', 20), said('me', 21)];
    const cases: readonly (readonly [string, readonly Item[], readonly Item[], Row])[] = [
      [
        'of a ticket',
        [ticket('A-1', { ...time(19), ...counted(1) })],
        [ticket('A-1', { ...time(21), ...counted(3) })],
        { messages: both },
      ],
      [
        'in a ticket whose row has no time',
        [ticket('A-1', counted(1))],
        [ticket('A-1', counted(3))],
        { ticket: { timeline: both } },
      ],
      [
        'in a row with no number of messages',
        [ticket('A-1', time(19))],
        [ticket('A-1', time(21))],
        { task: { comments: both } },
      ],
      ['after which the row leaves the list', [ticket('A-1', time(19))], gone, { messages: both }],
      ['after which the row comes into the list', [], [ticket('A-1', time(21))], { messages: both }],
      [
        'since the last session',
        [ticket('A-1', time(21))],
        [{ ...ticket('A-1', time(21)), since: time(19).updatedAt }],
        { messages: both },
      ],
    ];
    test.each(cases)('%s', (_where, before, now, detail) => {
      const [own, others] = [false, true].map((isByOther) => {
        const session = new Session(stateWith([...before, ticket('A-2')])).tell(list([...now, ticket('A-2')]));
        expect(session.rows().join()).not.toMatch(/[*+]/);
        const read = JSON.parse(JSON.stringify(detail).replaceAll('"me"', isByOther ? '"sean"' : '"me"'));
        const rows = session.read(read).rows();
        // The next list brings no doubt back.
        expect(session.tell(list([...now, ticket('A-2')])).rows()).toEqual(rows);
        return rows.join();
      });
      expect(own).not.toMatch(/[*+]/);
      expect(others).toMatch(/[*+]A-1/);
    });

    test('not by what is remembered of it', () => {
      const session = new Session(stateWith([ticket('A-1', counted(1))])).tell(list([ticket('A-1', counted(2))]));
      session.tell({ is: 'detail', uuid: 'id-A-1', detail: { messages: [said('sean', 20)] }, item: undefined });
      expect(session.rows()).toEqual(['▸A-1']);
      expect(session.read({ messages: both }).rows()).toEqual(['▸A-1']);
    });

    test('what can no longer be read is news', () => {
      const session = new Session(stateWith(three)).press('j').tell(list([ticket('A-1'), ticket('A-2')]));
      session.tell({ is: 'no-detail', uuid: 'id-A-3', why: 'not found', isMissing: true });
      expect(session.rows()).toEqual(['A-1', '▸A-2', '*A-3']);
      session.take('look');
      expect(session.tell(list([ticket('A-1'), ticket('A-2')])).take('look')).toEqual([]);
    });
  });

  test('a change that was seen is no news again, though its entry is a little younger than the row', () => {
    const row = ticket('A-1', { updatedAt: '2026-11-19T10:00:00.754Z' });
    const messages = [{ authorId: 'sean', createdAt: '2026-11-19T10:00:00.755Z' }];
    const session = new Session(stateWith([row]));
    session.tell({ is: 'detail', uuid: 'id-A-1', detail: { ticket: {}, messages }, item: row });
    expect(session.rows()).toEqual(['▸A-1']);
  });

  test('the first reading replaces the rows of the last time, unless a key was pressed', () => {
    const fresh = [ticket('A-7'), ticket('A-1')];
    expect(new Session(stateWith(three)).tell(list(fresh, 'first')).read().rows()).toEqual(['▸+A-7', 'A-1']);
    expect(new Session(stateWith(three)).press('j').tell(list(fresh, 'first')).read().rows()).toEqual([
      ...['A-1', '▸*A-2', '*A-3', '+A-7'],
    ]);
  });

  test('another list begins at its top', () => {
    const session = new Session(stateWith(three)).press('sr').accept().press('/A-2<enter>');
    expect(session.tell(list([ticket('B-1')], 'another')).rows()).toEqual(['▸B-1']);
    expect(session.state.filter).toBe('');
  });
});

describe('R', () => {
  test('reads the list again, and then shows it in its order, without marks, with the cursor on its row', () => {
    const session = new Session(stateWith(three)).press('sr').accept().press('jR');
    expect(session.take('reload')).toEqual([{ do: 'reload' }]);
    expect(session.state.notice).toMatchObject({ text: 'reading waiting on us …; Esc keeps this list' });
    expect(session.rows()).toEqual(['✓A-1', 'A-2', '▸A-3']);
    const items = [ticket('A-9'), ticket('A-3', { priority: 'high' }), ticket('A-2')];
    session.tell(list(items, 'reload'));
    expect(session.rows()).toEqual(['A-9', '▸A-3', 'A-2']);
    expect([session.state.notice, session.take('look')]).toEqual([undefined, [{ do: 'look', uuid: 'id-A-3' }]]);
    expect(session.tell(list(items)).rows()).toEqual(['A-9', '▸A-3', 'A-2']);
  });

  test.each([
    ['j', ['A-9', '▸A-3', 'A-1']],
    ['jj', ['A-9', '▸A-2', 'A-1']],
  ])('goes to the nearest row where that of the cursor is gone (%s)', (keys, rows) => {
    const session = new Session(stateWith(three)).press(`${keys}R`);
    const left = rows.map((row) => ticket(row.replace('▸', '')));
    expect(session.tell(list(left, 'reload')).rows()).toEqual(rows);
  });

  test('leaves what was typed, selected and said since', () => {
    const session = new Session(stateWith(three)).press('R').press(' ').press('/A');
    session.tell(list([ticket('A-3'), ticket('A-2'), ticket('A-1')], 'reload'));
    expect(session.rows()).toEqual(['A-1', '▸A-2', 'A-3']);
    session.tell({ is: 'said', notice: { text: 'saved', tone: 'good' } });
    expect(session.press('<enter>').rows()).toEqual(['A-3', '▸A-2', 'A-1']);
    expect(session.state).toMatchObject({ filter: 'A', selected: new Set(['id-A-1']), notice: { text: 'saved' } });
  });

  test('shows the list once what was begun meanwhile is over, as it was read last', () => {
    const session = new Session(stateWith(three)).press('Rr').tell(list([ticket('A-3'), ticket('A-1')], 'reload'));
    expect(session.rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
    session.tell(list([ticket('A-4'), ticket('A-3'), ticket('A-1')]));
    expect(session.press('<esc>').rows()).toEqual(['A-4', 'A-3', '▸A-1']);
  });

  test('keeps what is being sent or was refused, also where its row has left the list', () => {
    const session = new Session(stateWith(three)).press('sr').press('phj');
    session.answer({ is: 'refused', why: 'no' }, [session.pending(1)]).press('R');
    expect(session.tell(list([ticket('A-3'), ticket('A-2')], 'reload')).rows()).toEqual(['▸A-3', '!A-2', '~A-1']);
    expect(session.accept().state.notice?.text).toBe('A-1: open → resolved');
  });
});

test('a row that was refused and has left the list goes with R, and nothing leads to it any more', () => {
  const session = new Session(stateWith(three)).press('ph');
  session.answer({ is: 'refused', why: 'no such ticket' }).press('R');
  expect(session.tell(list([ticket('A-2'), ticket('A-3')], 'reload')).rows()).toEqual(['▸A-2', 'A-3']);
  expect(troubledIn(session.state).length).toBe(0);
});

test('a row that was refused is marked in every list that has it', () => {
  const session = new Session(stateWith(three)).press('ph');
  session
    .answer({ is: 'refused', why: 'no such ticket' })
    .press('Sm')
    .tell(list([ticket('B-1')], 'another'));
  expect([session.rows(), troubledIn(session.state).length]).toEqual([['▸B-1'], 0]);
  session.press('Sw').tell(list(three, 'another'));
  expect([session.rows(), troubledIn(session.state).length]).toEqual([['▸!A-1', 'A-2', 'A-3'], 1]);
});

describe('moving', () => {
  test('what is pasted into the list is not taken for keys', () => {
    const session = new Session(stateWith(three)).tell({ is: 'key', key: { name: 'paste', text: 'sr\nq' } });
    expect([session.effects, session.state.isOver, session.rows()]).toEqual([[], false, ['▸A-1', 'A-2', 'A-3']]);
  });
});
