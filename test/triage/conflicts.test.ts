import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { unsent } from '../../src/triage/model/decisions/conflicts.js';
import { linesOf, textOf, wordsOf } from './drawn.js';
import { list, Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** What was decided with these keys, in conflict with what somebody else has done. */
function conflicting(keys: string, why: string, row: Row, size = { columns: 80, rows: 24 }): Session {
  return new Session(stateWith(three, { size })).press(keys).answer({ is: 'conflict', why, row });
}

const replied = (size?: { readonly columns: number; readonly rows: number }): Session =>
  conflicting(
    'rHi there<tab><ctrl+s>',
    'reply not sent: Seán changed the status to paused',
    { status: 'paused' },
    size,
  );

describe('the question about a conflict says what its keys do', () => {
  test.each([
    ['amara<enter>', 'm assign Mara  t leave it as it is'],
    ['gb', 'm set billing  t leave none'],
  ])('after %s', (keys, expected) => {
    const session = conflicting(keys, 'Seán changed something', { category: null, assignees: [] }).press('v');
    expect(textOf(session)).toContain(expected);
  });

  test.each([
    { columns: 80, rows: 24 },
    { columns: 100, rows: 30 },
    { columns: 40, rows: 10 },
  ])('for a reply, $columns × $rows, that both send it', (size) => {
    const words = wordsOf(replied(size).press('v'));
    expect(words).toContain('m send and set waiting on customer t send and leave paused r edit');
  });

  test('only where they work', () => {
    expect(textOf(replied().press('vs'))).not.toMatch(/ m send| t send/);
  });
});

describe('with other rows in trouble', () => {
  /** The first row is in conflict, the second refused, and the cursor on the third. */
  const troubled = (size?: { readonly columns: number; readonly rows: number }): Session => {
    const session = new Session(stateWith([...three, ticket('A-4')], { ...(size && { size }) })).press('  phj');
    const decision = session.pending();
    const [first, second] = decision.targets;
    if (!first || !second) throw new Error('two rows were decided about');
    const why = 'Seán changed the priority to urgent';
    const conflict = { target: first, is: 'conflict', why, row: { priority: 'urgent' } } as const;
    const refused = { target: second, is: 'refused', why: 'priority not set: is closed.' } as const;
    return session.tell({ is: 'sent', decision, outcomes: [conflict, refused], words: '' });
  };

  test('v goes from one to the next, and round', () => {
    const session = troubled();
    const visited = [1, 2, 3].map(() => session.press('v').state.at);
    expect(visited).toEqual(['id-A-1', 'id-A-2', 'id-A-1']);
    expect(textOf(session)).toContain('m set high  t leave urgent  v next');
  });

  test('v goes to the row that was named last first', () => {
    const session = new Session(stateWith([...three, ticket('A-4')])).press('ph').answer({ is: 'refused', why: 'no' });
    session.press('jjph').answer({ is: 'refused', why: 'no' }).press('j');
    expect(session.state.at).toBe('id-A-4');
    expect([1, 2, 3].map(() => session.press('v').state.at)).toEqual(['id-A-3', 'id-A-1', 'id-A-3']);
    session.press('kph').answer({ is: 'refused', why: 'no' }).press('k');
    expect([1, 2, 3].map(() => session.press('v').state.at)).toEqual(['id-A-2', 'id-A-3', 'id-A-1']);
  });

  test('v goes to a row that a filter hides', () => {
    const session = troubled().press('/A-4<enter>v');
    expect(session.rows()).toContain('▸!A-1');
    expect(textOf(session)).toContain('▸!');
  });

  test('of which none is in conflict, the notice says how to find them', () => {
    const session = troubled()
      .press('vt')
      .tell({ is: 'said', notice: { text: 'x', tone: 'bad' } });
    expect(textOf(session)).not.toContain('v look');
    session.press('kkkk  pl');
    session.answer({ is: 'refused', why: 'priority not set' });
    expect(textOf(session)).toMatch(/^ ! none of 2 done; A-1 and A-2: priority not set +v look$/m);
    expect(session.press('?').state.mode.is).toBe('actions');
  });

  test.each([
    { columns: 100, rows: 30 },
    { columns: 80, rows: 24 },
  ])('$columns × $rows, what has just been said is shown in full beside the question', (size) => {
    const text = `undone: ${['A-3', 'A-4', 'A-5'].map((ref) => `${ref}: priority high → low`).join('; ')}`;
    const session = troubled(size).tell({
      is: 'undone',
      steps: 1,
      restored: [],
      notice: { text, tone: 'good', canUndo: true },
    });
    const words = wordsOf(session);
    expect(words).toContain(`✓ ${text} u undo ! A-1: Seán changed the priority to urgent v look`);
    const short = session.tell({ is: 'said', notice: { text: 'copied A-3', tone: 'good' } });
    expect(textOf(short)).toMatch(/^ ✓ copied A-3 {2,}! A-1: Seán changed the priority to urgent {2}v look$/m);
  });

  test('help explains the keys for them, and those of the composer', () => {
    const help = (session: Session): string => textOf(session.press('?'));
    const first = help(new Session(stateWith(three)));
    expect(first).toMatch(
      /While writing\s[\s\S]* {2}\^S send {2}Tab next status \(Shift-Tab: back\)[\s\S]* {2}\^O editor {2}\^T template {2}\^P preview {2}\^F file\s[\s\S]*\^X remove last file {2}Esc draft/,
    );
    const tall = stateWith(three, { size: { columns: 100, rows: 60 } });
    expect(help(new Session(tall))).toContain('z        put off');
    const words = help(troubled({ columns: 80, rows: 90 }));
    expect(words).toMatch(/ m +set your value \(a message is sent\)/);
    expect(words).toMatch(/ t +leave theirs \(a message is sent too\)/);
    expect(words).toMatch(/ v +go to the next refused or changed row/);
  });
});

describe('a message in conflict', () => {
  test('stays in question while a note is written, and until a file is chosen for it', () => {
    expect(unsent(replied().press('vnNote').state)).toHaveLength(1);
    const asking = replied().press('v+a.txt<enter>');
    expect(unsent(asking.state)).toHaveLength(1);
    asking.tell({ is: 'file', typed: 'a.txt', path: 'a.txt', why: undefined });
    expect(unsent(asking.state)).toEqual([]);
    expect(asking.state.mode).toMatchObject({ is: 'write', attach: ['a.txt'], field: { text: 'Hi there' } });
  });
});

test('Shift-Tab goes back through the statuses, of which a sign shows that there are more', () => {
  const session = new Session(stateWith(three)).press('rHi');
  expect(textOf(session)).toContain('[stay]/waiting on customer/resolved/in progress/…');
  const status = () => (session.state.mode.is === 'write' ? session.state.mode.status : 'none');
  const back = [1, 2, 3, 4, 5].map(() => {
    session.press('<shift+tab>');
    return status();
  });
  expect(back).toEqual(['open', 'in_progress', 'resolved', 'waiting_on_customer', undefined]);
  expect(session.press('<tab><tab><shift+tab>') && status()).toBe('waiting_on_customer');
});

test('a selected row that somebody else has changed shows both', () => {
  const items = [ticket('A-1'), ticket('A-2'), ticket('A-3')];
  const changed = [ticket('A-1', { status: 'paused' }), ticket('A-2'), ticket('A-3')];
  const session = new Session(stateWith(items)).press('  ').tell(list(changed)).read();
  const rows = linesOf(session).slice(3, 6);
  expect(rows.map((line) => line.slice(0, 2))).toEqual(['•*', ' •', '▸ ']);
});
