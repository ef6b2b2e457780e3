import { expect, test } from 'vitest';
import { Session, stateWith, ticket } from './state.js';

const leaving = (): Session => new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('phplqw');

test('w at the end waits until everything is sent, and then quits', () => {
  const session = leaving();
  expect(session.state).toMatchObject({ isOver: false, mode: { is: 'leave', isWaiting: true } });
  const [first, second] = session.state.pending;
  for (const decision of [first, second]) {
    if (!decision) throw new Error('two decisions wait');
    expect(session.state.isOver).toBe(false);
    const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
    session.tell({ is: 'sent', decision, outcomes, words: '' });
  }
  expect(session.state.isOver).toBe(true);
});

test('what was refused meanwhile is shown instead', () => {
  const session = leaving();
  for (const decision of session.state.pending) {
    const outcomes = decision.targets.map((target) => ({ target, is: 'refused', why: 'gone' }) as const);
    session.tell({ is: 'sent', decision, outcomes, words: '' });
  }
  expect(session.state).toMatchObject({ isOver: false, mode: { is: 'list' }, notice: { text: 'A-2 gone' } });
});

test('Esc goes back to the list, and k keeps the rest for next time', () => {
  expect(leaving().press('<esc>').state).toMatchObject({ isOver: false, mode: { is: 'list' } });
  const kept = leaving().press('k').state;
  expect([kept.isOver, kept.pending.length]).toEqual([true, 2]);
});
