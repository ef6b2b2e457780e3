import { describe, expect, test } from 'vitest';
import { counts, shownItems } from '../../src/triage/model/rows/rows.js';
import type { Item } from '../../src/triage/model/state.js';
import type { Event } from '../../src/triage/model/update.js';
import { setting } from '../output/fake-io.js';
import { textOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** Search results for `about`, of which only the title is known. */
const found = (...refs: readonly string[]): Event => {
  const items = refs.map((ref): Item => ({ uuid: `id-${ref}`, ref, kind: 'ticket', row: { title: `About ${ref}` } }));
  return { is: 'found', text: 'about', options: items.map(({ uuid, ref }) => ({ text: ref, value: uuid })), items };
};

const begin = (): Session => new Session(stateWith(three)).press('j:about<enter>');

const read = (ref: string, status: string): Event => ({
  ...{ is: 'detail', uuid: `id-${ref}`, detail: { ticket: {} }, item: ticket(ref, { status }) },
});

test('of several results, only the chosen one comes into the list', () => {
  const session = begin().tell(found('B-1', 'A-3', 'B-2'));
  expect(session.state.mode).toMatchObject({ is: 'pick', what: 'found' });
  expect(session.rows()).toEqual(['A-1', '▸A-2', 'A-3']);
  expect(session.press('b-2<enter>').rows()).toEqual(['A-1', 'A-2', 'A-3', '▸B-2']);
  expect(session.take('look').at(-1)).toEqual({ do: 'look', uuid: 'id-B-2' });
});

test('a result that is in the list already is gone to, also where the filter hides it', () => {
  const session = new Session(stateWith(three)).press('/A-1<enter>:about<enter>').tell(found('B-1', 'A-3'));
  expect(session.press('a-3<enter>').rows()).toEqual(['A-1', 'A-2', '▸A-3']);
  expect(session.state.filter).toBe('');
});

test('Esc leaves everything as it was', () => {
  const session = new Session(stateWith(three)).press('/A-<enter>j:about<enter>').tell(found('B-1', 'B-2'));
  expect(session.press('<esc>').rows()).toEqual(['A-1', '▸A-2', 'A-3']);
  expect([session.state.mode.is, session.state.filter, counts(session.state).left]).toEqual(['list', 'A-', 3]);
});

test('what is typed before the answer decides nothing about the row that was at the cursor', () => {
  const session = begin().press('sr').tell(found('B-1'));
  expect([session.rows(), session.state.pending]).toEqual([['A-1', 'A-2', 'A-3', '▸B-1'], []]);
  // What follows without a pause is still for what was there before.
  expect(session.press('sr').rows()).toContain('▸B-1');
  expect(session.tell({ is: 'rested' }).press('sr').rows()).toContain('~B-1');
});

test('after Esc, or while another text is looked for, what is found does not change the list', () => {
  for (const keys of ['<esc>', '<esc>:b-1<enter>', '<esc>rHi']) {
    const session = begin().press(keys);
    const { mode } = session.state;
    expect(session.tell(found('B-2')).rows()).toEqual(['A-1', '▸A-2', 'A-3']);
    expect(session.state.mode).toBe(mode);
  }
});

test.each([
  [undefined, 'nothing was found for "about"'],
  ['cannot reach sandbox', 'cannot reach sandbox'],
])('without results (%s) the keys are for the list again', (why, said) => {
  const session = begin().tell({ is: 'found', text: 'about', options: [], items: [], why });
  expect([session.state.mode.is, session.state.notice?.text]).toEqual(['list', said]);
});

test.each([
  ['resolved', 3],
  ['Closed', 3],
  ['open', 4],
])('a result with the status %s is left to decide only if it is not finished', (status, left) => {
  const session = begin().tell(found('B-1'));
  expect(counts(session.state).left).toBe(3);
  expect(counts(session.tell(read('B-1', status)).state).left).toBe(left);
  session.press('k<tab>');
  expect(session.state.at).toBe(left === 3 ? 'id-A-1' : 'id-B-1');
});

test.each([
  ['team', undefined, 3],
  ['me', undefined, 3],
  ['customer', undefined, 4],
  ['team', true, 4],
])('one whose last message is by %s (a note: %s) is left only if somebody waits', (authorId, isInternalNote, left) => {
  const session = begin().tell(found('B-1'), read('B-1', 'open'));
  const messages = [
    { authorId: 'customer', createdAt: '2026-11-20T08:00:00Z' },
    { authorId, createdAt: '2026-11-20T09:00:00Z', isInternalNote },
    { kind: 'system', authorId: 'customer', createdAt: '2026-11-20T10:00:00Z' },
  ];
  const { words, items } = session.state;
  session.state = { ...session.state, words: { ...words, team: ['team'] } };
  const item = items.find(({ ref }) => ref === 'B-1');
  session.tell({ is: 'detail', uuid: 'id-B-1', detail: { ticket: {}, messages }, item });
  expect(counts(session.state)).toEqual({ left, done: 0 });
});

test('in a list of finished tickets, all are left to decide', () => {
  const finished = three.map(({ ref }) => ticket(ref, { status: 'resolved' }));
  expect(counts(stateWith(finished)).left).toBe(3);
});

describe('the filter', () => {
  const people = { c1: { name: 'Zoë Baptiste' }, t1: { name: 'Seán O’Connor' }, a1: { name: 'Łukasz Wójcik' } };
  const items = [
    ticket('A-1', { customerId: 'c1', status: 'in_progress', orgName: 'Fundación Casa Azul' }),
    ticket('A-2', { assignees: ['t1'], subject: 'Straße gesperrt' }),
    ticket('A-3', { assignees: [{ id: 'x', name: 'Nguyễn An' }], tags: ['Büro'] }),
    { ...ticket('A-4', { actorId: 'a1', title: 'Comment' }), kind: 'notification' as const },
  ];
  const found = (text: string): readonly string[] =>
    shownItems(new Session(stateWith(items, { people })).press(`/${text}`).state).map(({ ref }) => ref);

  test('finds a name once it is known', () => {
    const state = { ...stateWith(items, { people: {} }), filter: 'zoe' };
    expect(shownItems(state)).toEqual([]);
    expect(shownItems({ ...state, people }).map(({ ref }) => ref)).toEqual(['A-1']);
  });

  test.each([
    ['zoë', ['A-1']],
    ['ZOE bap', ['A-1']],
    ['baptiste azul', ['A-1']],
    ['zoe\u0308', ['A-1']],
    ['sean', ['A-2']],
    ['strasse', ['A-2']],
    ['nguyen', ['A-3']],
    ['buro', ['A-3']],
    ['lukasz', ['A-4']],
    ['in progress', ['A-1']],
    ['in-progress', ['A-1']],
    ['in_progress', ['A-1']],
    ['a-4', ['A-4']],
    ['nobody', []],
  ])('%s finds %j', (text, refs) => {
    expect(found(text)).toEqual(refs);
  });

  test('finds whom the screen names, which has customers where they leave room for the subject', () => {
    const screen = (columns: number): string =>
      textOf(new Session(stateWith(items, { people, size: { columns, rows: 30 } })), {
        setting: { ...setting, people },
      });
    for (const columns of [150, 200]) {
      expect(screen(columns)).toMatch(/SUBJECT +(?:STATUS +)?CUSTOMER +ASSIGNEE/);
      expect(screen(columns)).toMatch(/A-1 .* Zoë +–/);
    }
    for (const columns of [80, 99, 100, 120]) {
      expect(screen(columns)).not.toMatch(/CUSTOMER|Zoë/);
      const [, room = ''] = /REF +(SUBJECT *)/.exec(screen(columns)) ?? [];
      expect(room.trim() === room ? 24 : room.length).toBeGreaterThanOrEqual(24);
    }
  });
});
