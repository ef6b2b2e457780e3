import { describe, expect, test } from 'vitest';
import { shownWord } from '../../src/contract/server-word.js';
import { span } from '../../src/output/text/span.js';
import { wideRuler as loadWide } from '../../src/output/text/width.js';
import type { Size, State } from '../../src/triage/model/state.js';
import { inversePaint } from '../../src/triage/view/look.js';
import { setting } from '../output/fake-io.js';
import { drawn, linesOf, textOf, wordsOf } from './drawn.js';
import { Session, stateWith, ticket, unsentReply } from './state.js';

const begin = (size: Size): Session => new Session(stateWith([ticket('A-1'), ticket('A-2')], { size }));

const wideRuler = await loadWide();

test('where the head has no room for all, how many are selected is not what is cut', () => {
  const marks = new Map([['id-A-1', { trouble: 'no' }]]);
  const unsent = { texts: [unsentReply('A-2')], queued: [] };
  const session = new Session(
    stateWith([ticket('A-1'), ticket('A-2')], { marks, unsent, size: { columns: 70, rows: 24 } }),
  );
  expect(linesOf(session)[0]).toMatch(
    /^ triage: waiting on… {3}1\/2 {2}2 left {2}0 done {2}! 1 {2}✎ 1 ● live {3}inbox 3 $/,
  );
  expect(linesOf(session.press(' '))[0]).toMatch(
    /^ triage: waiting… {3}2\/2 {2}2 left {2}0 done {2}! 1 {2}✎ 1 {3}1 selected ● live $/,
  );
  session.tell({ is: 'badge', badge: { is: 'signed out' } });
  expect(linesOf(session.press(' '))[0]).toMatch(
    /^ waiting on us {3}2\/2 {2}2 left {2}! 1 {2}✎ 1 {3}2 selected +○ signed out $/,
  );
});

describe('on a small screen', () => {
  test.each([
    { columns: 40, rows: 10 },
    { columns: 20, rows: 8 },
    { columns: 30, rows: 12 },
  ])('$columns × $rows, what is typed is shown with the receiver and the notice', (size) => {
    const session = begin(size).press('rTyped<ctrl+t>');
    const lines = linesOf(session);
    const { cursor } = drawn(session);
    expect(lines.length).toBe(size.rows);
    expect(lines[cursor?.row ?? 0]).toMatch(/^ > Typed/);
    expect(lines.join('\n')).toMatch(/REPLY[\s\S]*> Typed/);
    expect(lines.at(-1)).toMatch(/there are no/);
  });

  test.each([
    { columns: 40, rows: 10 },
    { columns: 100, rows: 30 },
  ])('$columns × $rows, what earlier sessions left is shown beside what is done at the start', (size) => {
    const reminder = 'unsent text for A-2; press r or n to continue';
    const session = new Session(stateWith([ticket('A-1'), ticket('A-2')], { size, reminder }));
    const words = (): string => wordsOf(session);
    expect(words()).toContain(reminder);
    session.tell({ is: 'said', notice: { text: 'A-1: open → resolved', tone: 'good' } });
    expect(words()).toContain(`${reminder} ✓ A-1: open → resolved`);
    expect(linesOf(session).length).toBe(size.rows);
    expect(wordsOf(session.press('j'))).not.toContain('unsent text');
  });

  test.each([
    ['one two three four', [' > one two three', '   four'], [1, 7]],
    ['one two three four<ctrl+a>', [' > one two three', '   four'], [0, 3]],
    ['one two three f<left><left>', [' > one two three f'], [0, 16]],
    ['one two three fo', [' > one two three fo'], [0, 19]],
    ['one two three four ', [' > one two three', '   four'], [1, 8]],
    ['one two three fou', [' > one two three fou', ''], [1, 3]],
    ['a\nb', [' > a', '   b'], [1, 4]],
    ['一二三四五六七八九', [' > 一二三四五六七八', '   九'], [1, 5]],
    ['0123456789012345678', [' > 01234567890123456', '   78'], [1, 5]],
  ] as const)(
    '%j is broken between words, and the cursor is where the next letter goes',
    (keys, lines, [row, column]) => {
      const session = begin({ columns: 20, rows: 24 }).press('r').press(keys.replaceAll('\n', '<enter>'));
      const { lines: drawnLines, cursor } = drawn(session, { ruler: wideRuler });
      const all = drawnLines.map((line) =>
        line
          .map(({ text }) => text)
          .join('')
          .trimEnd(),
      );
      const first = all.findIndex((line) => line.startsWith(' > '));
      expect(all.slice(first, first + lines.length)).toEqual(lines);
      expect(cursor).toEqual({ row: first + row, column });
    },
  );

  test.each([
    [60, 20],
    [80, 24],
    [99, 40],
  ])('the detail keeps some lines at %i × %i, and the line above it can be moved back at once', (columns, rows) => {
    const body = [[span('first')], [span('second')]];
    const session = new Session(
      stateWith(
        Array.from({ length: 60 }, (_, at) => ticket(`A-${at}`)),
        { size: { columns, rows }, split: { columns: 0, rows: 40, isHidden: false }, tabs: [{ title: 'one' }] },
      ),
    );
    const screen = (): string => textOf(session, { body });
    const before = screen();
    expect(before).toContain('second');
    session.press('<');
    const listed = (text: string): number => (text.match(/Subject of/g) ?? []).length;
    expect(listed(screen())).toBe(listed(before) - 1);
  });

  const typed = [
    'a word and another '.repeat(8),
    '日本語の長い検索語'.repeat(8),
    'e\u0301'.repeat(90),
    '👩🏽‍💻'.repeat(40),
  ];

  test.each(
    [20, 24, 40, 60, 80].flatMap((columns) => ['/', ':', 'a', 't', 'c', 'zd'].map((key) => ({ columns, key }))),
  )(
    '$columns columns wide, the end of what is typed after $key is seen, whatever its letters are',
    ({ columns, key }) => {
      const items = [ticket('A-VERY-LONG-REFERENCE-1'), ticket('A-2')];
      for (const text of typed) {
        const session = new Session(stateWith(items, { size: { columns, rows: 12 } })).press(key);
        session.tell({ is: 'key', key: { name: 'paste', text: `${text}終わり.` } });
        const { lines, cursor } = drawn(session, { ruler: wideRuler });
        const line = (lines[cursor?.row ?? 0] ?? []).map((each) => each.text).join('');
        expect(cursor?.column).toBeLessThan(columns);
        expect(wideRuler.take(line, cursor?.column ?? 0)).toMatch(/終わり\.$/);
      }
    },
  );

  test('unsent text for a row that is not in the list says how to get there', () => {
    const more = { size: { columns: 100, rows: 30 }, remindsOf: [unsentReply('A-2'), unsentReply('B-7')] };
    const words = (start: State): string => wordsOf(new Session(start));
    const start = stateWith([ticket('A-1'), ticket('A-2')], more);
    const away = 'B-7: unsent text, not in this list;';
    expect(words(start)).toContain('A-2: unsent text; press r there to continue; ');
    expect(words(start)).toContain(`${away} press : and enter B-7, then press r to continue`);
    expect(words({ ...start, isLoaded: false })).toContain('A-2, B-7: unsent text; press r there to continue');
  });

  test.each([40, 80])('%s columns wide, the chosen status and the readers are not cut', (columns) => {
    const readers = 'Annika Bergström (the customer) and everyone at Scandia Maritime who can see the ticket';
    const session = begin({ columns, rows: 24 }).press('rHi<tab>');
    const { mode } = session.state;
    if (mode.is !== 'write') throw new Error('nothing is being written');
    const lines = linesOf(session.tell({ is: 'audience', writing: mode, audience: readers }));
    const words = lines.join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('[waiting on customer]');
    expect(words).toContain(`read by ${readers}`);
    expect(words).toMatch(/PUBLIC to A-1[\s\S]*send[\s\S]*> Hi/);
  });

  test.each([40, 47, 60, 80, 99, 120].flatMap((columns) => [10, 12, 15, 18, 24].map((rows) => ({ columns, rows }))))(
    '$columns × $rows, it is never hidden that a text is public or internal, and what sends it',
    (size) => {
      const [audience, remark] = ['Annika Bergström (the customer), '.repeat(9), 'your draft from 2h ago; '.repeat(9)];
      for (const [key, name] of Object.entries({ r: 'REPLY · PUBLIC', n: 'NOTE · INTERNAL' }))
        for (const selected of [[], ['A-1', 'A-2']].map((refs) => new Set(refs.map((ref) => ticket(ref).uuid)))) {
          const session = new Session(stateWith([ticket('A-1'), ticket('A-2')], { size, selected }));
          const { mode } = session.press(`${key}Hi<tab>`).state;
          if (mode.is !== 'write') throw new Error('nothing is being written');
          const writing = { ...mode, attach: ['a/very/long/name.txt', 'another.txt'], remark };
          const told = new Session({ ...session.state, mode: writing }).tell({ is: 'audience', writing, audience });
          const lines = linesOf(told);
          const words = lines.join('\n');
          expect(words).toContain(name);
          expect(words).toContain('^S send');
          expect(words).toContain('[waiting on customer]');
          expect(words).toMatch(/^ > Hi/m);
        }
    },
  );

  test('the filter does not touch the badge, however long it is', () => {
    for (const more of Array.from({ length: 60 }, (_, at) => 'x'.repeat(at))) {
      const [head] = linesOf(begin({ columns: 100, rows: 30 }).press(`/printer${more}`));
      expect(head).toMatch(/[\w…] +● live/);
    }
  });

  test('all statuses are shown, at the cost of the list', () => {
    const session = begin({ columns: 40, rows: 10 });
    const status = ['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'];
    const { words } = session.state;
    session.tell({ is: 'words', words: { ...words, ticket: { ...words.ticket, status } } });
    const lines = linesOf(session.press('s'));
    expect(lines.length).toBe(10);
    expect(status.filter((word) => !lines.join('\n').includes(shownWord(word)))).toEqual([]);
    expect(lines.join('\n')).not.toContain('more');
  });

  test.each([
    { key: 'a', many: 'people' },
    { key: 't', many: 'tags' },
    { key: 'S', many: 'lists' },
    { key: 'x', many: 'items' },
  ])('more $many than there is room for are counted, and arrow keys reach each', ({ key }) => {
    const names = Array.from({ length: 40 }, (_, at) => `Name${String(at).padStart(2, '0')}`);
    const people = Object.fromEntries(names.map((name) => [name, { name }]));
    const row = { checklist: names.map((text) => ({ id: text, text, done: false })) };
    const { words } = stateWith([]);
    const session = new Session(
      stateWith([ticket('A-1', row)], {
        ...{ size: { columns: 40, rows: 10 }, me: undefined, people },
        words: { ...words, sources: names, team: names, ticket: { ...words.ticket, tags: names } },
      }),
    ).press(key);
    const screen = (): string => textOf(session);
    const shownNow = (): number => screen().match(/Name\d\d/g)?.length ?? 0;
    expect(screen()).toContain(`${40 - shownNow()} more ↓`);
    session.press('<up>');
    expect(screen()).toMatch(/▸(?:\S+ )?Name39/);
    expect(screen()).toContain(`${40 - shownNow()} more ↑`);
    session.press('<down>');
    for (const name of names) {
      expect(screen()).toContain(name);
      session.press('<down>');
    }
  });

  test.each([40, 80])('%s columns wide, a long notice is wrapped, and a question has its keys', (columns) => {
    const text =
      'CASA-16: the reply may have arrived; check first; BERG-19, SCM-7: unsent text; press r or n there to continue';
    const session = begin({ columns, rows: 24 }).tell({ is: 'said', notice: { text, tone: 'plain' } });
    expect(wordsOf(session)).toContain(text);
    expect(linesOf(session).length).toBe(24);
    const why = 'Annika changed the priority to urgent, which is rather long, and then some';
    session.press('ph').answer({ is: 'conflict', why, row: { priority: 'urgent' } });
    const words = wordsOf(session.press('v'));
    expect(words).toContain(`! A-1: ${why} m set high t leave urgent`);
    // Beside the list, the row has it too.
    expect(words.split(`A-1: ${why}`)).toHaveLength(2);
  });

  test('a long title leaves room for the counts', () => {
    const title = 'waiting on us, high or urgent priority, unassigned';
    for (const columns of [80, 99]) {
      const session = new Session(stateWith([ticket('A-1'), ticket('A-2')], { size: { columns, rows: 24 }, title }));
      expect(linesOf(session.press(' '))[0]).toMatch(/waiting .*… {3}2\/2 {2}2 left {2}0 done {3}1 selected/);
    }
  });

  test.each(Array.from({ length: 18 }, (_, at) => 40 + at))(
    '%s columns wide, what is cut of a title and of the state ends with a sign',
    (columns) => {
      const subject = 'A title that is far too long for one line of a screen that is as small as this';
      const row = { subject, category: 'technical_issue', orgName: 'Fundación Casa Azul', assignees: ['sean'] };
      const session = new Session(stateWith([ticket('A-1', row)], { size: { columns, rows: 14 } }));
      const lines = linesOf(session);
      const cut = lines.map((line) => line.trimEnd()).filter((line) => /^A-1 |technical issue/.test(line));
      expect(cut).toHaveLength(2);
      expect(cut.filter((line) => !line.endsWith('…'))).toEqual([]);
    },
  );

  test.each([
    ['一二三四五六七八九十のとても長い件名でございますので', 'A-1 一二三四五六七八九十のとても長い件…'],
    ['Averyveryverylongwordthatfitsintonolineofthisscreen', 'A-1 Averyveryverylongwordthatfitsintono…'],
    ['What a word: Averyveryverylongwordthatfitsintonoline', 'A-1 What a word: Averyveryverylongwordt…'],
  ])('of a title whose next word fits into no line, as much is shown as there is room for: %s', (subject, title) => {
    const session = new Session(stateWith([ticket('A-1', { subject })], { size: { columns: 40, rows: 14 } }));
    expect(textOf(session, { ruler: wideRuler }).split('\n')).toContain(title);
  });

  test.each([
    [80, 24, 8],
    [100, 30, 20],
    [120, 40, 20],
    [200, 60, 20],
  ])('%s × %s, one line has keys, one is for notices, and %s rows are seen', (columns, rows, count) => {
    const items = Array.from({ length: 20 }, (_, at) => ticket(`A-${at + 1}`));
    const session = new Session(stateWith(items, { size: { columns, rows } }));
    const lines = linesOf(session);
    expect(lines.at(-1)).toMatch(/ r reply .* q quit {2}\? more\s*$/);
    expect(lines.at(-3)).toMatch(/^─+$/);
    expect(lines.filter((line) => /^[▸ ] .* Subject of/.test(line)).length).toBeGreaterThanOrEqual(count);
    const reminder = 'B-2: unsent text';
    const said = session.tell({ is: 'said', notice: { text: 'A-1: done', tone: 'good' } });
    said.state = { ...said.state, reminder };
    expect(linesOf(said).at(-2)).toContain('B-2: unsent text  ✓ A-1: done');
  });

  test.each([80, 200])('%s columns wide, the row at the cursor is inverse, without colour too', (columns) => {
    const session = begin({ columns, rows: 24 }).press('j');
    const { lines } = drawn(session);
    const inverse = lines.filter((line) => line.some(({ styles }) => styles.includes('inverse')));
    expect(inverse.map((line) => line.map(({ text }) => text).join(''))).toEqual([
      expect.stringMatching(/^▸ .*A-2 Subject of A-2/),
    ]);
    expect(inversePaint(inverse[0] ?? [])).toMatch(/^\u001b\[7m▸/);
  });

  test.each([
    [80, 24],
    [120, 40],
  ])('%s × %s, half of the screen shows a long text', (columns, rows) => {
    const session = begin({ columns, rows }).press('r');
    session.tell({
      is: 'key',
      key: { name: 'paste', text: Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join('\n') },
    });
    const lines = linesOf(session);
    expect(lines.filter((line) => /^ [> ] Line \d+\./.test(line)).length).toBeGreaterThanOrEqual(rows / 2);
    expect(lines).toHaveLength(rows);
    expect(lines.join('\n')).toMatch(/A-1 Subject/);
    expect(lines.join('\n')).not.toMatch(/─\n─/);
  });

  test('how long a task is overdue is whole', () => {
    const now = new Date('2026-11-18T12:00:00Z');
    const late = { ...ticket('A-1', { due: '2026-08-09' }), kind: 'task' as const };
    const state = stateWith([late], { kind: 'task', size: { columns: 80, rows: 24 } });
    expect(textOf({ state }, { setting: { ...setting, now } })).toContain('▸  overdue 101d ');
  });

  test('that cannot be read, keys neither decide nor send, but go on with the text', () => {
    const size = { columns: 19, rows: 7 };
    expect(begin(size).press('sr.zd').state).toEqual({ ...begin(size).state, isTouched: true });
    const session = begin({ columns: 40, rows: 10 }).press('rTyped').tell({ is: 'size', size }).press('x<ctrl+s>');
    expect(session.take('send')).toEqual([]);
    expect(linesOf(session)).toEqual(['too small', '', '', '', '', '', '']);
    expect(session.press('q').state.mode).toMatchObject({ field: { text: 'Typedxq' } });
    session.press('<ctrl+c>');
    expect(session.state.isOver).toBe(true);
    expect(begin(size).press('q').state.isOver).toBe(true);
  });
});
