import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/triage/model/update.js';
import { textOf } from './drawn.js';
import { list, Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];
const tabs = [{ title: 'Overdue' }];
const begin = (more = {}): Session => new Session(stateWith(three, { tabs, ...more }));

/** Another list that has come. */
const another: Event = list([ticket('B-1'), ticket('B-2')], 'another', { title: 'my tickets' });
const rested: Event = { is: 'rested' };

const waysTo: Readonly<Record<string, string>> = { 'another list': 'Sm', 'a tab': '1' };

describe.each(Object.entries(waysTo))('while %s is read', (_name, keys) => {
  test.each([
    ['sr', 'set the status'],
    ['ph', 'set the priority'],
    ['a<enter>', 'assign a person'],
    ['zt', 'put it off; z z wakes it'],
    ['rNo<ctrl+s>', 'write a public reply or task comment'],
    ['nNo<ctrl+s>', 'write an internal note'],
    [' ', 'select and move down'],
    ['.', 'repeat the last decision'],
    ['fa', 'follow a file, link, reference or person in it'],
    ['H<enter>', 'other tickets from this customer, and similar'],
    ['<backspace>', 'go back to where you were'],
    ['/A-2<enter>', 'show only rows with these words'],
    [':A-2<enter>', 'find an action, ticket or task'],
  ])('%s does nothing to the row that is still there, and says so', (typed, what) => {
    const session = begin().press(`j${keys}`);
    const before = session.state;
    session.take('look');
    session.press(typed);
    expect(session.state).toMatchObject({ mode: { is: 'list' }, pending: [], selected: new Set(), at: before.at });
    const name = keys === '1' ? 'Overdue' : 'my tickets';
    expect(session.state.notice?.text).toBe(`${what}: reading ${name} …; Esc keeps this list`);
    expect(session.effects).toEqual([]);
  });

  test('nothing that follows without a pause is for the rows of the new list', () => {
    const session = begin().press(`${keys}rPlea`).tell(another).press('se close<enter>');
    expect(session.state).toMatchObject({ mode: { is: 'list' }, pending: [], at: 'id-B-1' });
    expect(session.state.notice?.text).toBe('what you typed before this was shown was ignored');
    expect(session.tell(rested).press('sr').sent()).toEqual(['status resolved B-1']);
  });

  test('one can move, and Esc keeps the list that is shown', () => {
    const session = begin().press(`${keys}jGsr`);
    expect(session.state.at).toBe('id-A-3');
    session.take('look');
    expect(session.press('<esc>').effects).toEqual([{ do: 'stay' }]);
    expect(session.state.notice).toBeUndefined();
    expect(session.press('sr').sent()).toEqual(['status resolved A-3']);
  });

  test('u takes back what was done last, whatever is shown', () => {
    const session = begin().press('sr').accept().press(`${keys}u`);
    expect(session.take('undo')).toEqual([{ do: 'undo' }]);
  });

  test('a conflict is not settled', () => {
    const session = begin()
      .press('ph')
      .answer({ is: 'conflict', why: 'Priya', row: { priority: 'low' } });
    session.press(`${keys}t`);
    expect(session.rows()[0]).toBe('▸!A-1');
  });
});

describe.each([
  ['whole', {}],
  ['in parts', { isPart: true }],
])('before the first list, which comes %s', (_name, more) => {
  const first: Event = list(three, 'first', more);
  const opening = (): Session => new Session(stateWith([], { isLoaded: false }));

  test.each(['rPlea', 'sr', 'a', 'zt', ' '])('what follows %j without a pause is not for its rows', (typed) => {
    const session = opening().press(typed).tell(first);
    expect(session.state.notice?.text).toBe('what you typed before this was shown was ignored');
    session.press('se close<enter>');
    expect(session.state).toMatchObject({ mode: { is: 'list' }, pending: [], selected: new Set(), at: 'id-A-1' });
    expect(session.tell(rested).press('sr').sent()).toEqual(['status resolved A-1']);
  });

  test('it is said that it is still being read, and not once it is there', () => {
    const session = opening().press('s');
    expect(session.state.notice?.text).toBe('set the status: the list is still being read');
    expect(session.tell(rested, first).state.notice).toBeUndefined();
  });

  test('keys that are for no row act at once', () => {
    expect(opening().press('j').tell(first).press('sr').sent()).toEqual(['status resolved A-1']);
  });
});

test('the list that was asked for last is awaited', () => {
  const session = begin().press('Sm1');
  expect(session.take('tab')).toEqual([{ do: 'tab', at: 0 }]);
  expect(session.press('sr').state.notice?.text).toBe('set the status: reading Overdue …; Esc keeps this list');
  // Its order is not that of the list that is still shown.
  expect(session.tell(rested).press('Rsr').state.notice?.text).toMatch(/^set the status: reading Overdue/);
});

test('a list that came while the next was chosen is not shown', () => {
  const session = begin().press('SmS').tell(another).press('m');
  expect(session.rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
  expect(session.press('sr').state.pending).toEqual([]);
});

test('a list that cannot be read says why, and is not awaited any more', () => {
  const session = begin()
    .press('Sm')
    .tell({ is: 'unlisted', notice: { text: 'cannot reach sandbox', tone: 'bad' } });
  expect(session.state.notice?.text).toBe('cannot reach sandbox');
  expect(session.press('sr').sent()).toEqual(['status resolved A-1']);
});

describe.each([
  ['a reload', 'R'],
  ['another order', ',p'],
])('%s', (_name, keys) => {
  const inOrder: Event = list(
    [three[2], three[1], three[0]].flatMap((each) => each ?? []),
    'reload',
  );

  test('keeps its row at the cursor, so that keys act on it', () => {
    expect(begin().press(`j${keys}sr`).sent()).toEqual(['status resolved A-2']);
  });

  test('may have another row at any other place', () => {
    const session = begin().press(`${keys}Gsr`);
    expect(session.state.pending).toEqual([]);
    expect(session.state.notice?.text).toBe('set the status: reading waiting on us …; Esc keeps this list');
    session.tell(inOrder, rested).press('gg');
    expect(session.rows()).toEqual(['▸A-3', 'A-2', 'A-1']);
  });

  test('keeps a row that was looked for meanwhile', () => {
    const session = begin().press(`${keys}:B-9<enter>`);
    session.tell({ is: 'found', text: 'B-9', options: [{ text: 'B-9', value: 'id-B-9' }], items: [ticket('B-9')] });
    expect(session.press('sr').state.pending).toEqual([]);
    expect(session.tell(inOrder).rows()).toEqual(['A-3', 'A-2', 'A-1', '▸B-9']);
  });
});

test('gg goes to the first row, whatever is awaited', () => {
  expect(begin().press('jjSmgg').state.at).toBe('id-A-1');
});

test('what is typed while something is looked for is ignored until there is a pause, and that is said', () => {
  const session = begin().press(':B-9<enter>rDear');
  session.tell({ is: 'found', text: 'B-9', options: [{ text: 'B-9', value: 'id-B-9' }], items: [ticket('B-9')] });
  expect(session.press(' Sean').state).toMatchObject({ mode: { is: 'list' }, at: 'id-B-9' });
  expect(textOf(session)).toContain('what you typed before this was shown was ignored');
  expect(begin().press(':B-9<enter>x<esc>sr').sent()).toEqual(['status resolved A-1']);
});
