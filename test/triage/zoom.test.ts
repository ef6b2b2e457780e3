import { expect, test } from 'vitest';
import { type Line, span } from '../../src/output/text/span.js';
import type { State } from '../../src/triage/model/state.js';
import { findText, markText } from '../../src/triage/view/find-text.js';
import { drawn, linesOf, textOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const body: readonly Line[] = Array.from({ length: 60 }, (_, at) => [span(`Line ${at}`)]);

const begin = (more: Partial<State> = {}): Session =>
  new Session(stateWith([ticket('A-1'), ticket('A-2'), ticket('A-3')], more));

const zoomed = (): Session => begin().press('<enter>');

test.each(['<enter>', '<esc>', 'q', '<ctrl+c>'])('Enter shows the detail alone, and %s goes back', (key) => {
  const session = zoomed();
  expect(textOf(session, { body })).not.toContain('A-2');
  expect(textOf(session, { body })).toMatch(/A-1 Subject[\s\S]*Line 20/);
  expect(textOf(session.press(key), { body })).toContain('A-2');
  expect(session.state.isOver).toBe(false);
});

test('there, j and k scroll, J and K go to the next row, and space is a page', () => {
  const session = zoomed().press('jjjk');
  expect([session.state.scroll, session.state.at]).toEqual([2, 'id-A-1']);
  expect(session.press(' ').state.scroll).toBeGreaterThan(15);
  expect(session.state.selected.size).toBe(0);
  expect(session.press('J').state).toMatchObject({ at: 'id-A-2', scroll: 0, isZoomed: true });
  expect(session.press('K').state.at).toBe('id-A-1');
  expect(session.press('G<pageup>').state.scroll).toBeGreaterThan(60);
  expect(session.press('gg').state.scroll).toBe(0);
});

test('what is typed before a row is laid out counts from its end, once that is known', () => {
  const scrolled = (keys: string, furthest = 40) =>
    zoomed().press(`J${keys}`).tell({ is: 'furthest', scroll: furthest }).state.scroll;
  expect(['G', 'Gk', 'Gjk', 'Gkkj', 'jjGggj'].map((keys) => scrolled(keys))).toEqual([40, 39, 39, 39, 1]);
  expect([scrolled('Gkkk', 2), scrolled('jjj', 2)]).toEqual([0, 2]);
});

test.each([
  [60, 20],
  [80, 24],
  [200, 50],
])('by pages, each line is seen at %i × %i, down and up', (columns, rows) => {
  const items = [
    ticket('A-1', { subject: 'long '.repeat(30), tags: Array.from({ length: 20 }, (_, at) => `tag-${at}`) }),
  ];
  const session = new Session(stateWith(items, { size: { columns, rows } })).press('<enter>');
  const pages = (key: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    for (let before = -1; before !== session.state.scroll; session.press(key)) {
      before = session.state.scroll;
      const { shown, furthest } = drawn(session, { body });
      session.tell({ is: 'furthest', scroll: furthest }, ...(shown ? [shown] : []));
      for (const line of textOf(session, { body }).match(/Line \d+/g) ?? []) seen.add(line);
    }
    return seen;
  };
  for (const key of [' ', '<pageup>']) expect(pages(key).size).toBe(body.length);
});

test('a decision there is one about its row, and what ends the wait shows the next', () => {
  const session = zoomed().press('ph');
  expect([session.sent(), session.state.at]).toEqual([['priority high A-1'], 'id-A-1']);
  expect(session.press('sr').state).toMatchObject({ at: 'id-A-2', isZoomed: true });
});

test('another list is shown as a list', () => {
  expect(zoomed().press('Sw').state).toMatchObject({ isZoomed: false, mode: { is: 'list' } });
});

test('how much is above and below is said', () => {
  const lines = linesOf(zoomed().press('jj'), { body });
  expect(lines.find((line) => line.includes('newest first'))).toContain('─ 2 more ↑ ─ newest first ─');
  expect(lines.join('\n')).toMatch(/j\/k scroll, \d+ more ↓/);
});

test('/ finds what is typed, Ctrl-N and Ctrl-P go on, and Esc goes back to where it began', () => {
  const session = zoomed().press('jj/li');
  expect(session.take('seek')).toEqual([
    { do: 'seek', text: 'l', from: 2 },
    { do: 'seek', text: 'li', from: 2 },
  ]);
  // What was found for an earlier text is late.
  session.tell({ is: 'sought', text: 'l', found: { at: 0, of: 2, line: 30 } });
  expect(session.state.scroll).toBe(2);
  session.tell({ is: 'sought', text: 'li', found: { at: 1, of: 9, line: 20 } });
  expect(session.state).toMatchObject({ scroll: 18, notice: { text: '2 of 9' } });
  session.press('<enter><ctrl+n><ctrl+p>');
  expect(session.take('seek')).toEqual([
    { do: 'seek', text: 'li', at: 2 },
    { do: 'seek', text: 'li', at: 0 },
  ]);
  session.tell({ is: 'sought', text: 'li', found: undefined });
  expect(session.state.notice).toMatchObject({ text: 'not found: li', tone: 'bad' });
  expect(session.press('/x<esc>').state).toMatchObject({ scroll: 18, sought: { text: 'li' }, notice: undefined });
  expect(session.press('J').state.sought).toBeUndefined();
});

test('without / nothing is found, and in the list / filters', () => {
  expect(zoomed().press('<ctrl+n><ctrl+p>').take('seek')).toEqual([]);
  expect(begin().press('/A-2<enter>').state.filter).toBe('A-2');
});

test('a text is found without capitals and accents, over the ends of lines, also beside a note', () => {
  const lines: readonly Line[] = [
    [span('│ Grüße an '), span('Łukasz', 'strong')],
    [span('│ Wójcik')],
    [],
    [span('lukasz')],
  ];
  expect(findText(lines, 'LUKASZ')).toEqual([[{ line: 0, start: 11, end: 17 }], [{ line: 3, start: 0, end: 6 }]]);
  expect(findText(lines, 'an lukasz  wojcik')).toEqual([
    [
      { line: 0, start: 8, end: 17 },
      { line: 1, start: 0, end: 8 },
    ],
  ]);
  expect([findText(lines, '('), findText(lines, ' '), findText(lines, '.')]).toEqual([[], [], []]);
  const [first = []] = markText(lines, 0, findText(lines, 'lukasz'), 0);
  expect(first.filter(({ styles }) => styles.includes('inverse'))).toEqual([
    span('Łukasz', 'strong', 'inverse', 'strong'),
  ]);
});

test('\\ hides the detail, and shows it again; a text or a zoomed row shows it all the same', () => {
  const session = begin().press('\\');
  expect(textOf(session, { body })).not.toContain('Line 1');
  expect(textOf(session.press('r'), { body })).toContain('Line 1');
  expect(textOf(session.press('<esc><enter>'), { body })).toContain('Line 1');
  expect(textOf(session.press('q\\'), { body })).toContain('Line 1');
  expect(session.state.split).toEqual({ columns: 0, rows: 0, isHidden: false });
});

test('what is hidden with the detail has not been seen', () => {
  const seen = { uuid: 'id-A-1', status: 'closed' };
  const session = begin({ unseen: new Map([['id-A-1', seen]]) }).press('\\');
  expect(session.see().state.unseen.size).toBe(1);
  expect(session.press('\\').see().state.unseen.size).toBe(0);
});

test.each([
  { columns: 80, rows: 24 },
  { columns: 160, rows: 40 },
])('$columns × $rows, < and > move the line between list and detail, no further than both can be read', (size) => {
  const rooms = (keys: string): number => {
    const lines = linesOf(begin({ size }).press(keys), { body });
    return size.columns < 100 ? lines.findIndex((line) => line.startsWith('A-1')) : (lines[2]?.indexOf('│') ?? 0);
  };
  expect(rooms('>')).toBeGreaterThan(rooms(''));
  expect(rooms('<')).toBeLessThan(rooms(''));
  expect(rooms('<>')).toBe(rooms(''));
  for (const key of ['<', '>']) {
    const other = key === '<' ? '>' : '<';
    expect(rooms(key.repeat(60))).toBeGreaterThan(0);
    expect(rooms(`${key.repeat(60)}${other}`)).not.toBe(rooms(key.repeat(60)));
  }
});

test.each([
  [100, 50],
  [120, 70],
  [150, 74],
  [200, 99],
  [240, 100],
])('%i columns wide, the detail has %i of them', (columns, width) => {
  const [, , line = ''] = linesOf(begin({ size: { columns, rows: 40 } }), { body });
  expect(line.length - line.indexOf('│ ') - 2).toBe(width);
});

test('the head says which row it is, and how many were refused, wait, or have unsent text', () => {
  const unsent = { texts: [{ draft: 'd', kind: 'ticket', what: 'reply', receivers: [] }], queued: [] } as const;
  const session = begin({ unsent }).press('j');
  expect(linesOf(session)[0]).toMatch(/ 2\/3 {2}3 left {2}0 done {2}✎ 1 /);
  session.press('ph').answer({ is: 'refused', why: 'no' }).press('jpl');
  expect(linesOf(session)[0]).toMatch(/ 3\/3 {2}3 left {2}0 done {2}! 1 {2}~ 1 {2}✎ 1 /);
  expect(linesOf(begin({ size: { columns: 60, rows: 20 } }))[0]).toMatch(/1\/3 {2}3 left/);
});

test('R reloads the list and the row', () => {
  const session = begin().press('R');
  expect(session.effects).toEqual([{ do: 'reload' }, { do: 'look', uuid: 'id-A-1' }]);
});
