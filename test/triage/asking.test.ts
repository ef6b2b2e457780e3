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
  expect(
    session
      .press('<ctrl+u>1h30m<enter>')
      .take('send')
      .map(({ decision }) => brief(decision)),
  ).toEqual(['log 1h30m A-1']);
});

test.each(['90', '90m', '1.5h', '1h 30m', '2H'])('%s is a time', (text) => {
  expect(logging().press(`${text}<enter>`).take('send')).toHaveLength(1);
});

test.each(['0', 'h', 'm', '1x', '-5'])('%s is none', (text) => {
  expect(logging().press(`${text}<enter>`).take('send')).toHaveLength(0);
});
