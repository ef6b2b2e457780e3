import { describe, expect, test } from 'vitest';
import { unsent } from '../../src/triage/model/decisions/conflicts.js';
import { brief, list, Session, stateWith, ticket } from './state.js';

const leaving = (): Session => new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('phplqw');

test('w at the end waits until everything is sent, and then quits', () => {
  const session = leaving();
  expect(session.state).toMatchObject({ isOver: false, mode: { is: 'leave', isWaiting: true } });
  expect(session.answer({ is: 'done' }, [session.pending()]).state.isOver).toBe(false);
  expect(session.accept().state.isOver).toBe(true);
});

test('so it does if everything is sent while the question is open', () => {
  const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('phjplq');
  expect(session.state).toMatchObject({ isOver: false, mode: { is: 'leave' } });
  expect(session.accept().state.isOver).toBe(true);
});

test.each(['w', ''])('what was refused meanwhile is shown instead (after %j)', (key) => {
  const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press(`phjplq${key}`);
  session.answer({ is: 'refused', why: 'gone' });
  expect(session.state).toMatchObject({ isOver: false, mode: { is: 'list' }, notice: { text: 'A-2: gone' } });
});

test('Esc goes back to the list, and k keeps the rest for next time', () => {
  expect(leaving().press('<esc>').state).toMatchObject({ isOver: false, mode: { is: 'list' } });
  const kept = leaving().press('k').state;
  expect([kept.isOver, kept.pending.length]).toEqual([true, 2]);
});

test.each([
  ['a filter', '/zoe'],
  ['a reply', 'rHello'],
  ['a template for a reply', 'rHello<ctrl+t>'],
  ['a file for a reply', 'rHello<ctrl+f>/tmp'],
  ['a choice', 't'],
  ['a question', 'fprint'],
  ['a search', 'fprint<enter>'],
  ['the help', '?'],
  ['the list', ''],
])('Ctrl-C leaves %s as Esc does, and pressed again, ends triage', (_what, keys) => {
  const words = { ...stateWith([]).words, templates: ['thanks', 'later'] };
  const begin = (): Session => new Session(stateWith([ticket('A-1'), ticket('A-2')], { words })).press(`ph${keys}`);
  const once = begin();
  once.press('<ctrl+c>');
  expect(once.state.isOver).toBe(false);
  expect(once.state.filter).toBe('');
  once.press('<ctrl+c>');
  expect(once.state).toMatchObject({ isOver: true, pending: [{ value: 'high' }] });
});

test('Ctrl-C after another key is the first again', () => {
  const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('ph/a<ctrl+c>j<ctrl+c>');
  expect(session.state).toMatchObject({ isOver: false, mode: { is: 'leave' } });
});

describe('a conflict that has not been answered', () => {
  const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];
  const conflict = (session: Session): Session =>
    session.answer({ is: 'conflict', why: 'Priya was first', row: { priority: 'urgent' } });
  const conflicting = (): Session => conflict(new Session(stateWith(three)).press('phj'));

  test('is asked about before triage ends: keep, drop, or back', () => {
    expect(conflicting().press('q').state).toMatchObject({ isOver: false, mode: { is: 'leave' } });
    expect(conflicting().press('q<esc>').state).toMatchObject({ isOver: false, mode: { is: 'list' } });
    const kept = conflicting().press('qk').state;
    expect([kept.isOver, unsent(kept).map(brief)]).toEqual([true, ['priority high A-1']]);
    const dropped = conflicting().press('qd').state;
    expect([dropped.isOver, unsent(dropped)]).toEqual([true, []]);
  });

  test('is kept as it was made, so that the next triage finds the conflict again', () => {
    const [decision] = unsent(conflicting().state);
    expect(decision).toMatchObject({ isHeld: true, targets: [{ ref: 'A-1', seen: { priority: 'medium' } }] });
  });

  test.each([['reload'], ['another']] as const)('stays on the screen after %s without its row', (fill) => {
    const session = conflicting().tell(list([ticket('A-3')], fill));
    expect(session.rows()).toEqual(['▸A-3', '!A-1']);
    session.take('send');
    expect(session.press('vm').sent()).toEqual(['priority high A-1']);
  });

  test('has a row even if its decision was made in another list', () => {
    const session = new Session(stateWith(three)).press('ph');
    session.tell(list([ticket('B-1')], 'another'));
    expect(conflict(session).rows()).toEqual(['▸B-1', '!A-1']);
    expect(session.press('vt').rows()).toEqual(['B-1', '▸A-1']);
  });
});
