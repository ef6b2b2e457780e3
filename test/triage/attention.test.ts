import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Event } from '../../src/triage/model/update.js';
import { Attention } from '../../src/triage/session.js';
import { list, Session, stateWith, ticket } from './state.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listWith = (status: string): Event => list([ticket('A-1', { status }), ticket('A-2')]);

/** A screen whose second row is at the cursor, and whose first somebody has closed. */
function changed() {
  const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('j').tell(listWith('closed'));
  const attention = new Attention((seen) => session.tell(seen));
  const wait = (ms: number, keys = ''): void => {
    session.press(keys);
    attention.drawn(session.state);
    vi.advanceTimersByTime(ms);
  };
  const saw = () => session.press('sr').state.pending[0]?.targets[0]?.seen?.status;
  return { session, attention, wait, saw };
}

test('a change at the cursor has been seen after a second, however often the screen is drawn', () => {
  const { wait, saw } = changed();
  wait(500, 'k');
  wait(600);
  expect(saw()).toBe('closed');
});

test.each([
  ['it was not at the cursor', '', 2_000],
  ['it was there too shortly', 'k', 900],
  ['something was chosen meanwhile', 'ks', 2_000],
])('it has not been seen if %s', (_why, keys, ms) => {
  const { wait, session, saw } = changed();
  wait(ms, keys);
  session.press('<esc>');
  if (session.state.at !== 'id-A-1') session.press('k');
  expect(saw()).toBe('open');
});

test('of two changes, the second has not been seen with the first', () => {
  const { wait, session, saw } = changed();
  wait(900, 'k');
  session.tell(listWith('paused'));
  wait(200);
  expect(saw()).toBe('closed');
});

test('nothing is seen once the screen is gone', () => {
  const { attention, wait, saw } = changed();
  wait(500, 'k');
  attention.end();
  vi.advanceTimersByTime(1_000);
  expect(saw()).toBe('open');
});
