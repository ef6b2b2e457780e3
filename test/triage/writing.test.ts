import { describe, expect, test } from 'vitest';
import type { Sentence } from '../../src/contract/errors.js';
import type { WritingMessage } from '../../src/triage/model/mode.js';
import type { Item } from '../../src/triage/model/state.js';
import { edit, fieldWith, type TextField, typed } from '../../src/triage/model/texts/text-field.js';
import type { Event } from '../../src/triage/model/update.js';
import { wordsOf } from './drawn.js';
import { Session, stateWith, ticket, unsentReply } from './state.js';

const writingIn = ({ state }: Session): WritingMessage => {
  if (state.mode.is !== 'write') throw new Error(`nothing is being written: ${state.mode.is}`);
  return state.mode;
};

const found = (typed: string): Event => ({ is: 'file', typed, path: typed, why: undefined });

describe('a message', () => {
  const begin = (key = 'r'): Session => new Session(stateWith([ticket('A-1'), ticket('A-2')])).press(key);

  test('a file without a text is not kept, and that is said', () => {
    const session = begin('+').press('a.txt<enter>').tell(found('a.txt'));
    expect(writingIn(session).attach).toEqual(['a.txt']);
    expect(session.press('<esc>').state).toMatchObject({
      mode: { is: 'list' },
      notice: { text: 'the file was not kept, because there is no text' },
    });
    expect(session.press('n<esc>').state.notice).toBeUndefined();
  });

  test('gives back the file that was attached last, and says with which key while there is one', () => {
    const session = begin().press('Hi<ctrl+f>a.txt<enter>').tell(found('a.txt'));
    session.press('<ctrl+f>b.txt<enter>').tell(found('b.txt'));
    expect(wordsOf(session)).toMatch(/with a\.txt, b\.txt[\s\S]*\^X remove last file/);
    session.press('<ctrl+x>');
    expect(writingIn(session)).toMatchObject({ field: { text: 'Hi' }, attach: ['a.txt'] });
    session.press('<ctrl+x><ctrl+x>');
    expect(writingIn(session).attach).toEqual([]);
    expect(wordsOf(session)).not.toContain('^X');
  });

  test('that is empty is not sent, and leaves no draft', () => {
    const session = begin('n').press('<ctrl+s>');
    expect(session.take('send')).toEqual([]);
    expect(session.press('<esc>').state.mode.is).toBe('list');
  });

  test('that may have arrived is called that, and is sent again only once that has been said', () => {
    const unsent = { texts: [{ ...unsentReply('A-1'), isDoubtful: true }], queued: [] };
    const session = new Session(stateWith([ticket('A-1')], { unsent }));
    expect(wordsOf(session)).toContain('reply that may have arrived; press r to continue');
    const writing = writingIn(session.press('r'));
    session.tell({
      is: 'begun',
      writing: { ...writing, field: fieldWith('Hi'), draft: '7', isDoubtful: true },
      inEditor: false,
    });
    session.press(' there<ctrl+s>');
    expect(session.state).toMatchObject({
      pending: [],
      notice: { text: 'the reply may have arrived, so look above; ^S again sends it once more', tone: 'bad' },
    });
    expect(session.press('<ctrl+s>').pending().message?.body).toBe('Hi there');
  });

  test('that cannot be kept says so where it is written', () => {
    const session = new Session(stateWith([ticket('A-1')])).press('rHi');
    const writing = writingIn(session);
    session.tell({ is: 'draft', writing, draft: undefined, why: 'ENOSPC' });
    expect(session.state.notice).toBeUndefined();
    expect(writingIn(session.press('!')).unkept).toBe('ENOSPC');
    session.tell({ is: 'draft', writing, draft: 'dabcde' });
    expect(writingIn(session)).toMatchObject({ draft: 'dabcde', unkept: undefined });
  });

  test('a new text from the editor ends what was said about an earlier one', () => {
    const session = begin().press('Hi');
    session.tell({ is: 'said', notice: { text: 'the editor ended with exit code 1', tone: 'plain' } });
    session.tell({ is: 'text', writing: { ...writingIn(session), field: fieldWith('Hi there') } });
    expect(session.state.notice).toBeUndefined();
  });

  test('begun in the editor goes back to the list if nothing was written', () => {
    const notice = { text: 'nothing was written, so nothing was sent', tone: 'bad' } as const;
    const ended = (key: string, text: string) => {
      const session = begin(key);
      const writing = writingIn(session);
      session.tell({ is: 'begun', writing, inEditor: key === 'E' });
      if (key !== 'E') session.press('<ctrl+o>');
      const [edit] = session.take('edit');
      if (text === '') session.tell({ is: 'said', notice });
      else session.tell({ is: 'text', writing: { ...writing, field: fieldWith(text) } });
      if (edit?.isFirst) session.tell({ is: 'edited', writing });
      return session.state;
    };
    expect(ended('E', '')).toMatchObject({ mode: { is: 'list' }, notice });
    expect(ended('E', 'Hi').mode.is).toBe('write');
    expect(ended('r', '').mode.is).toBe('write');
  });

  test('goes to each selected row as a message of its own, and only the first has the draft', () => {
    const session = new Session(stateWith([ticket('A-1'), ticket('A-2'), ticket('A-3')])).press('  rHi');
    const writing = writingIn(session);
    expect(writing).toMatchObject({ targets: [{ ref: 'A-1' }, { ref: 'A-2' }] });
    expect(session.press('<ctrl+t>').state.notice?.text).toMatch(/one at a time/);
    session.tell({ is: 'draft', writing, draft: 'dabcde' }).tell({ is: 'audience', writing, audience: 'read by Zoë' });
    expect(writingIn(session).audience).toBe('read by Zoë');
    expect(session.press('<esc>').state.selected.size).toBe(2);
    expect(session.state.notice?.text).toBe('A-1 and A-2: saved as a draft; select them and press r to continue');
    session.press('rHi').tell({ is: 'draft', writing, draft: 'dabcde' }).press('<ctrl+s>');
    expect(session.sent()).toEqual(['reply  A-1', 'reply  A-2']);
    expect(session.state.pending.map(({ message }) => message?.draft)).toEqual(['dabcde', undefined]);
    expect(session.rows()).toEqual(['~A-1', '~A-2', '▸A-3']);
    expect(session.state.selected.size).toBe(0);
  });

  test('to several rows has one result for all of them', () => {
    const session = new Session(stateWith([ticket('A-1'), ticket('A-2'), ticket('A-3')])).press('   rHi<ctrl+s>');
    const result = (ref: string, why?: string): Sentence | undefined => {
      const decisions = session.state.pending.filter(({ targets }) => targets[0]?.ref === ref);
      if (why === undefined) return session.answer({ is: 'done' }, decisions).state.notice?.text;
      return session.answer({ is: 'refused', why }, decisions, { text: 'draft' }).state.notice?.text;
    };
    expect(result('A-3')).toBe('A-3: reply sent');
    expect(result('A-1', 'try later')).toBe(
      '1 of 2 done: A-3; A-1: try later; kept as a draft; press r there to continue',
    );
    expect(result('A-2')).toBe('2 of 3 done: A-3 and A-2; A-1: try later; kept as a draft; press r there to continue');
    expect(session.state.notice?.tone).toBe('bad');
    session.press('<esc>nOne<ctrl+s>');
    expect(session.accept().state.notice?.text).toMatch(/^A-\d: note added$/);
  });

  test('is refused for selected rows of several kinds, which stay selected', () => {
    const task: Item = { ...ticket('B-2'), kind: 'task' };
    const session = new Session(stateWith([ticket('A-1'), task, ticket('A-3')])).press('  r');
    expect(session.state).toMatchObject({ mode: { is: 'list' }, notice: { tone: 'bad' } });
    expect(session.state.selected.size).toBe(2);
    expect(writingIn(session.press('<esc>r')).targets).toEqual([{ row: 'id-A-3', uuid: 'id-A-3', ref: 'A-3' }]);
  });

  test('a draft that arrives late does not bring back a message that was left', () => {
    const session = begin();
    const writing = writingIn(session);
    session.press('<esc>').tell({ is: 'begun', writing, inEditor: false });
    expect(session.state.mode.is).toBe('list');
    expect(session.tell({ is: 'draft', writing, draft: 'dabcde' }).state.mode.is).toBe('list');
  });

  test('a file that cannot be attached is refused where it was typed, and can be corrected there', () => {
    const session = begin().press('Hi<ctrl+f>nope.txt<enter>');
    expect(session.take('check-file')).toEqual([{ do: 'check-file', typed: 'nope.txt' }]);
    session.tell({ is: 'file', typed: 'nope.txt', path: 'nope.txt', why: 'no such file' });
    expect(session.state).toMatchObject({
      mode: { is: 'ask', field: { text: 'nope.txt' }, resume: { field: { text: 'Hi' }, attach: [] } },
      notice: { text: 'no such file', tone: 'bad' },
    });
    session.press('<ctrl+u>a.txt<enter>').tell(found('nope.txt'), found('a.txt'));
    expect(writingIn(session)).toMatchObject({ field: { text: 'Hi' }, attach: ['a.txt'] });
  });
});

describe('a text field', () => {
  const after = (field: TextField, ...keys: readonly string[]): string => {
    const { text, at } = keys.reduce((now, key) => edit(now, key) ?? typed(now, key), field);
    return `${text.slice(0, at)}|${text.slice(at)}`;
  };

  test.each([
    ['one two', ['ctrl+u'], '|'],
    ['one', ['home', 'x'], 'x|one'],
    ['one', ['ctrl+a', 'ctrl+k'], '|'],
    ['ab\ncde', ['up'], 'ab|\ncde'],
    ['ab\ncde', ['up', 'up'], '|ab\ncde'],
    ['abc\nd', ['up', 'down'], 'abc\nd|'],
    ['ab\ncd', ['home', 'backspace'], 'ab|cd'],
    ['👍c\nab', ['left', 'up', 'x'], 'x|👍c\nab'],
    ['ab\n👩‍👩‍👧c', ['up', 'left', 'down', 'x'], 'ab\nx|👩‍👩‍👧c'],
    ['e\u0301\nab', ['left', 'up', 'x'], 'x|e\u0301\nab'],
    ['👩‍👩‍👧x', ['left', 'backspace'], '|x'],
    ['e\u0301', ['backspace'], '|'],
    ['ab', ['left', 'delete'], 'a|'],
  ])('%j and %j give %j', (text, keys, expected) => {
    expect(after(fieldWith(text), ...keys)).toBe(expected);
  });
});
