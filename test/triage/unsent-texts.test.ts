import { describe, expect, test } from 'vitest';
import { textOf, wordsOf } from './drawn.js';
import { list, Session, stateWith, ticket, unsentReply } from './state.js';

const items = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** The marks of the rows, the cursor left out. */
const marksIn = (session: Session): readonly string[] =>
  textOf(session)
    .split('\n')
    .flatMap((line) => /^.(.).* A-\d +Subject/.exec(line)?.[1] ?? []);

const begin = (more: Parameters<typeof stateWith>[1] = {}): Session =>
  new Session(
    stateWith(items, { unsent: { texts: [unsentReply('A-2')], queued: [] }, size: { columns: 90, rows: 70 }, ...more }),
  );

test('what an earlier session left is named by reference, with its key', () => {
  const reply = unsentReply('A-1');
  const uuid = { ...reply, receivers: reply.receivers.map((each) => ({ ...each, ref: `ticket:${each.uuid}` })) };
  const note = { ...unsentReply('A-3'), what: 'note' } as const;
  const strange = { ...uuid, receivers: [{ ref: 'ticket:id-Z', uuid: 'id-Z' }] };
  const words = wordsOf(
    begin({ unsent: { texts: [], queued: [] }, remindsOf: [uuid, note, unsentReply('A-1', 'A-2'), strange] }),
  );
  expect(words).toContain('A-1: unsent text; press r there to continue; ');
  expect(words).toContain('A-1 and A-2: unsent text; select them and press r to continue; ');
  expect(words).toContain('A-3: unsent text; press n there to continue; 1 unsent text elsewhere: tracker drafts');
});

test('several texts alike about a row are one remark', () => {
  const texts = [unsentReply('A-1'), unsentReply('A-1'), { ...unsentReply('A-1'), what: 'note' } as const];
  const words = wordsOf(begin({ unsent: { texts, queued: [] } }));
  expect(words).toContain('✎ unsent reply; press r to continue (the newest of 2) ✎ unsent note; press n to continue');
});

test('of a row that is gone meanwhile it is said, and where the text is, since no key can go on with it', () => {
  const session = begin({ unsent: { texts: [unsentReply('A-1')], queued: [] }, details: new Map([['id-A-1', {}]]) });
  session.tell({ is: 'no-detail', uuid: 'id-A-1', why: 'there is no ticket A-1', isMissing: true });
  expect(wordsOf(session)).toContain('! there is no ticket A-1 ✎ unsent reply, kept in tracker drafts');
});

describe('a pen', () => {
  test('is at rows with unsent text for as long as there is one, whatever is pressed or read', () => {
    const session = begin();
    expect(marksIn(session)).toEqual([' ', '✎', ' ']);
    session.press('jkR').tell(list(items, 'reload'));
    expect(marksIn(session)).toEqual([' ', '✎', ' ']);
    session.tell({ is: 'unsent', unsent: { texts: [], queued: [] } });
    expect(marksIn(session)).toEqual([' ', ' ', ' ']);
    session.tell({ is: 'unsent', unsent: { texts: [unsentReply('A-1', 'A-3')], queued: [] } });
    expect(marksIn(session)).toEqual(['✎', ' ', '✎']);
  });

  test('stands back for what waits to be sent and for what was refused', () => {
    const session = begin().press('jph');
    expect(marksIn(session)[1]).toBe('~');
    session.answer({ is: 'refused', why: 'no' });
    expect(marksIn(session)[1]).toBe('!');
  });

  test('is also at a row that was looked for, and by its reference where its uuid is not known', () => {
    const text = unsentReply('a-2');
    const unknown = { ...text, receivers: text.receivers.map((each) => ({ ...each, uuid: undefined })) };
    const session = begin({
      items: items.slice(0, 1),
      fresh: items.slice(0, 1),
      unsent: { texts: [unknown], queued: [] },
    });
    session.press(':printed<enter>').tell({
      ...{ is: 'found', text: 'printed', items: [ticket('A-2')] },
      options: [{ text: 'A-2', value: 'id-A-2' }],
    });
    expect(marksIn(session)).toEqual([' ', '✎']);
  });

  test('is explained beside the row and by ?, with the key that goes on with the text', () => {
    const note = { ...unsentReply('A-1', 'A-3'), what: 'note' } as const;
    const session = begin({ unsent: { texts: [unsentReply('A-1'), note], queued: [] } });
    expect(wordsOf(session)).toContain('✎ unsent reply; press r to continue');
    expect(wordsOf(session)).toContain('✎ unsent note to A-1 and A-3; select them and press n to continue');
    expect(wordsOf(session.press('?'))).toContain('✎ unsent text; r or n to continue');
  });
});
