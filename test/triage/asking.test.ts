import { expect, test } from 'vitest';
import { brief, Session, stateWith, ticket } from './state.js';

const logging = (): Session =>
  new Session(stateWith([{ ...ticket('A-1'), kind: 'task' }, ticket('A-2')], { kind: 'task' })).press('l');

test('a time that is none is refused where it was entered, and can be mended there', () => {
  const session = logging().press('nonsense<enter>');
  expect(session.state).toMatchObject({
    mode: { is: 'ask', what: 'log', field: { text: 'nonsense' } },
    notice: { text: 'nonsense is not a duration; they look like 90, 90m, 1h30m, 1:30 or 1.5h', tone: 'bad' },
  });
  expect(session.press('<ctrl+u>1h30m<enter>').sent()).toEqual(['log 1h30m A-1']);
});

test('more time than a day has is asked about first, and so is its repetition', () => {
  const session = logging().press('130h<enter>');
  expect(session.take('send')).toEqual([]);
  expect(session.state.mode).toMatchObject({
    title: '130h on A-1 is more than 24 hours on one day, and cannot be undone',
  });
  expect(session.press('<enter>n').take('send')).toEqual([]);
  expect(session.state.mode).toEqual({ is: 'list' });
  const tasks = ['A-1', 'A-2'].map((ref) => ({ ...ticket(ref), kind: 'task' as const }));
  const confirmed = new Session(stateWith(tasks, { kind: 'task' })).press('l130h<enter>y');
  expect(confirmed.take('send').map(({ decision }) => `${brief(decision)} ${decision.isConfirmed}`)).toEqual([
    'log 130h A-1 true',
  ]);
  confirmed.accept().press('.');
  expect([confirmed.take('send'), confirmed.state.mode]).toMatchObject([[], { is: 'pick', what: 'log' }]);
});
