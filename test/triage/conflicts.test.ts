import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { asciiRuler } from '../../src/output/text/width.js';
import { unsent } from '../../src/triage/model/conflicts.js';
import { drawScreen } from '../../src/triage/view/screen.js';
import { setting } from '../output/fake-io.js';
import { Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** What was decided with these keys, in conflict with what somebody else has done. */
function conflicting(keys: string, why: string, row: Row, size = { columns: 80, rows: 24 }): Session {
  const session = new Session(stateWith(three, { size })).press(keys);
  for (const decision of session.state.pending)
    session.tell({
      ...{ is: 'sent', decision, words: '' },
      outcomes: decision.targets.map((target) => ({ target, is: 'conflict', why, row }) as const),
    });
  return session;
}

const linesOf = ({ state }: Session): readonly string[] =>
  drawScreen(state, { ruler: asciiRuler, setting, body: [], news: undefined }).lines.map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );

const replied = (size?: { readonly columns: number; readonly rows: number }): Session =>
  conflicting(
    'rHi there<tab><ctrl+s>',
    'reply not sent: Seán changed the status to paused',
    { status: 'paused' },
    size,
  );

describe('the question about a conflict says what its keys do', () => {
  test('for a value, on one line', () => {
    const session = conflicting('sr', 'Seán changed the status to closed', { status: 'closed' });
    expect(linesOf(session)).toContain(' ! A-1: Seán changed the status to closed  v look');
    expect(linesOf(session.press('v'))).toContain(
      ' ! A-1: Seán changed the status to closed  m set resolved  t leave closed',
    );
  });

  test.each([
    ['amara<enter>', 'm assign Mara  t leave it as it is'],
    ['gb', 'm set billing  t leave none'],
  ])('after %s', (keys, expected) => {
    const session = conflicting(keys, 'Seán changed something', { category: null, assignees: [] }).press('v');
    expect(linesOf(session).join('\n')).toContain(expected);
  });

  test.each([
    { columns: 80, rows: 24 },
    { columns: 100, rows: 30 },
    { columns: 40, rows: 10 },
  ])('for a reply, $columns × $rows, that both send it', (size) => {
    const words = linesOf(replied(size).press('v')).join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('m send and set waiting_on_customer t send and leave paused r edit');
  });

  test('only where they work', () => {
    expect(linesOf(replied().press('vs')).join('\n')).not.toMatch(/ m send| t send/);
  });
});

describe('a message in conflict', () => {
  test('is opened again by r, and is then no longer about to be sent', () => {
    const session = replied();
    session.take('send');
    session.press('vr');
    expect(session.state.mode).toMatchObject({
      ...{ is: 'write', what: 'reply', row: 'id-A-1', field: { text: 'Hi there' }, status: 'waiting_on_customer' },
      remark: 'reply not sent: Seán changed the status to paused',
    });
    expect([unsent(session.state), session.rows()[0]]).toEqual([[], '▸A-1']);
    expect(session.take('send')).toEqual([]);
    expect(session.press('!<ctrl+s>').take('send')).toMatchObject([
      {
        decision: {
          targets: [{ ref: 'A-1', valueSeen: 'paused' }],
          message: { body: 'Hi there!', status: 'waiting_on_customer' },
        },
      },
    ]);
  });

  test('goes on in the draft that it has', () => {
    const session = new Session(stateWith(three)).press('rHi<tab><ctrl+s>');
    const [decision] = session.state.pending;
    if (!decision?.message) throw new Error('nothing is sent');
    session.tell({
      ...{ is: 'sent', decision: { ...decision, message: { ...decision.message, draft: 'the-draft' } }, words: '' },
      outcomes: decision.targets.map((target) => ({ target, is: 'conflict', why: 'no', row: {} }) as const),
    });
    session.take('begin');
    const [begin] = session.press('vr').take('begin');
    expect(begin?.writing).toMatchObject({ draft: 'the-draft', field: { text: 'Hi' } });
    expect(session.press('<esc>').take('keep').at(-1)?.writing).toMatchObject({ draft: 'the-draft' });
    expect([session.take('forget'), unsent(session.state)]).toEqual([[], []]);
  });

  test('stays in question while a note is written, and until a file is chosen for it', () => {
    expect(unsent(replied().press('vnNote').state)).toHaveLength(1);
    const asking = replied().press('v+a.txt<enter>');
    expect(unsent(asking.state)).toHaveLength(1);
    asking.tell({ is: 'file', typed: 'a.txt', path: 'a.txt', why: undefined });
    expect(unsent(asking.state)).toEqual([]);
    expect(asking.state.mode).toMatchObject({ is: 'write', attach: ['a.txt'], field: { text: 'Hi there' } });
  });
});
