import { describe, expect, test } from 'vitest';
import type { WritingMessage } from '../../src/triage/model/mode.js';
import type { MacroChoice, State } from '../../src/triage/model/state.js';
import { fieldWith } from '../../src/triage/model/texts/text-field.js';
import { wordsOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const macros: readonly MacroChoice[] = [
  { name: 'asked', kind: 'note', goes: 'stay' },
  { name: 'broken', why: 'broken.md, line 2: unknown name "statsu"' },
  { name: 'duplicate', kind: 'note', status: 'closed', needsOriginal: true },
  { name: 'refund', kind: 'reply', status: 'resolved', priority: 'high', tag: ['paid'], assignee: ['@me'], key: 'x' },
];

const start = (more: Partial<State> = {}): Session => {
  const state = stateWith([ticket('A-1'), ticket('A-2'), ticket('A-3')], more);
  return new Session({ ...state, words: { ...state.words, macros } });
};

/** The macro that was asked for comes back with its text, and what follows that. */
function fillIn(session: Session, text = 'You get it back.', more: Partial<WritingMessage> = {}): Session {
  const [asked] = session.take('macro');
  if (!asked) throw new Error('no macro was asked for');
  const { sought, writing } = asked;
  const also = { priority: 'high', tag: ['paid'] };
  const filled = { ...writing, also, field: fieldWith(text), ...more };
  return session.tell({ is: 'macro', sought, writing: { ...filled, macro: { ...writing.macro, text } } });
}

describe('a macro', () => {
  test('M lists those that may be used here, each with its key and what it does', () => {
    expect(start().press('M').state.mode).toMatchObject({
      what: 'macro',
      options: [
        { letter: 'a', text: 'asked  note, then stay' },
        { letter: 'b', text: 'broken  cannot be used' },
        { letter: 'd', text: 'duplicate  note, status closed' },
        { letter: 'x', text: 'refund  reply, status resolved, priority high, tag paid, assigned to @me' },
      ],
    });
    const customer = start({ details: new Map([['id-A-1', { canInternalNote: false, canEdit: false }]]) });
    expect(customer.press('M').state.mode).toMatchObject({ options: [{ letter: 'b' }] });
    expect(customer.press('<esc>D').state.mode.is).toBe('list');
  });

  test('of two with one key, neither has it, and both are named', () => {
    const session = start();
    const twice = macros.map((each) => (each.name === 'asked' ? { ...each, key: 'x' } : each));
    const { state } = new Session({ ...session.state, words: { ...session.state.words, macros: twice } }).press('M');
    expect(state.notice?.text).toBe('the macros asked and refund both have the key x, so neither gets it');
    expect(state.mode).toMatchObject({ options: [{ letter: 'a' }, { letter: 'b' }, { letter: 'd' }, { letter: 'r' }] });
    expect(new Session(state).press('x').state.mode).toBe(state.mode);
  });

  test('is shown whole, goes with one more key, and is one decision', () => {
    const session = start().press('Mx');
    expect(session.state.mode.is).toBe('find');
    fillIn(session.press('<ctrl+s>'));
    expect(wordsOf(session)).toMatch(
      /REPLY · PUBLIC to A-1 .*\[resolved\].*also: priority high, tag paid [\s\S]*You get it back\./,
    );
    expect(session.press('<ctrl+s>').state.pending).toEqual([]);
    expect(session.tell({ is: 'rested' }).press('<ctrl+s>').pending()).toMatchObject({
      ...{ what: 'reply', targets: [{ ref: 'A-1', seen: { status: 'open', priority: 'medium' } }] },
      message: { body: 'You get it back.', status: 'resolved', also: { priority: 'high', tag: ['paid'] } },
    });
    expect(session.state.at).toBe('id-A-2');
    session.accept();
    expect(session.state.notice?.text).toBe('A-1: reply sent, now resolved, priority high, tag paid');
    expect(session.state.items[0]?.row).toMatchObject({ status: 'resolved', priority: 'high', tags: ['paid'] });
  });

  test('is shown whole where it says more than a line has room for', () => {
    const tag = ['answered', 'sorted', 'seen by two of us'];
    const also = { priority: 'high', tag, assignee: ['@me'] };
    const session = fillIn(start({ size: { columns: 60, rows: 20 } }).press('Mx'), 'Hi.', { also, goes: 'stay' });
    expect(wordsOf(session)).toContain(`tags ${tag.join(', ')}, assigned to @me, then stay`);
  });

  test('that says so stays', () => {
    const session = fillIn(start().press('Ma')).press('<ctrl+s>');
    expect(session.rows()).toEqual(['▸~A-1', 'A-2', 'A-3']);
  });

  test('that says so stays, also after its reply was taken back', () => {
    const session = fillIn(start({ replyDelayMs: 5_000 }).press('Mx'), 'You get it back.', { goes: 'stay' });
    expect(wordsOf(session.press('<ctrl+s>u'))).toContain('tag paid, then stay');
    expect(session.press('!<ctrl+s>').rows()).toEqual(['▸~A-1', 'A-2', 'A-3']);
  });

  test('is left without a trace, unless something was written', () => {
    const session = fillIn(start().press('Mx')).press('<esc>');
    expect(session.state).toMatchObject({ mode: { is: 'list' }, notice: undefined, pending: [] });
    const written = fillIn(start().press('Mx')).press('!<esc>');
    expect(written.state.notice?.text).toBe('A-1: saved as a draft; press r to continue');
  });

  test('that cannot be used says why', () => {
    expect(start().press('Mb').state).toMatchObject({ mode: { is: 'list' }, notice: { text: macros[1]?.why } });
    const session = start().press('Mx').tell({ is: 'macro', sought: 'refund', why: 'no such person' });
    expect(session.state).toMatchObject({ mode: { is: 'list' }, notice: { text: 'no such person', tone: 'bad' } });
  });

  test('that comes once it is no longer waited for is not shown', () => {
    const session = start().press('Mx<esc>');
    expect(fillIn(session).state.mode.is).toBe('list');
  });

  test('for several gives each the text of its own, which cannot be changed there', () => {
    const texts = new Map([
      ['id-A-1', 'Dear Ana'],
      ['id-A-2', 'Dear Ben'],
    ]);
    const session = start().press('  Mx');
    const [asked] = session.take('macro');
    if (!asked) throw new Error('no macro was asked for');
    const text = 'A-1:\nDear Ana\n\nA-2:\nDear Ben';
    const writing = { ...asked.writing, field: fieldWith(text), macro: { text, texts } };
    session.tell({ is: 'macro', sought: asked.sought, writing }).press('!<ctrl+o>');
    expect(session.state.notice?.text).toBe(
      'each ticket gets a text of its own; to change one, use the macro there alone',
    );
    expect(session.take('edit')).toEqual([]);
    session.press('<ctrl+s>');
    expect(session.state.pending.map(({ message, batch }) => [message?.body, batch])).toEqual([
      ['Dear Ana', 1],
      ['Dear Ben', 1],
    ]);
  });

  test('whose field somebody has changed is asked about; the others are not', () => {
    const session = fillIn(start().press('Mx')).press('<ctrl+s>');
    const row = { status: 'closed', priority: 'low' };
    session.answer({ is: 'conflict', why: 'Zoë changed the status to closed', row }).press('k');
    expect(wordsOf(session)).toMatch(/m send and set resolved, high +t send and leave closed, low/);
    expect(session.press('t').pending().message).toMatchObject({ status: undefined, also: { tag: ['paid'] } });
  });

  test('in a reply gives its text to ^T, and what follows; the text of a note does not', () => {
    const session = start();
    const words = { ...session.state.words, templates: ['asked', 'duplicate', 'refund'] };
    const writing = new Session({ ...session.state, words }).press('rHi<ctrl+t>');
    expect(writing.state.mode).toMatchObject({ options: [{ value: 'refund' }] });
    writing.press('r');
    const [asked] = writing.take('template');
    if (!asked) throw new Error('no template was asked for');
    writing.tell({ is: 'template', name: 'refund', writing: asked.writing, text: 'You get it back.' });
    expect(writing.press('<ctrl+s>').pending().message).toMatchObject({
      ...{ body: 'Hi\nYou get it back.', status: 'resolved', also: { priority: 'high', tag: ['paid'] } },
    });
  });

  test('D asks of what a ticket is a duplicate, and so does the macro', () => {
    for (const keys of ['DA-3<enter>', 'MdA-3<enter>']) {
      const session = start().press(keys);
      expect(session.take('macro')).toMatchObject([{ name: 'duplicate', original: 'A-3', sought: 'A-3' }]);
      const original = { ref: 'A-3', uuid: 'id-A-3' };
      const shown = fillIn(start().press(keys), 'Duplicate of A-3.', { also: {}, original });
      expect(wordsOf(shown)).toMatch(/NOTE · INTERNAL to A-1 [\s\S]*also: a note on A-3/);
      shown.press('<ctrl+s>').accept();
      expect(shown.state.notice?.text).toBe('A-1: note added, now closed, duplicate of A-3');
    }
  });
});
