import { expect, test } from 'vitest';
import { createBodies } from '../../src/triage/view/detail-pane.js';
import { stateWith, ticket } from './state.js';

test('a body is laid out again once its times read differently, and looked at no more often than the screen is drawn', async () => {
  const item = ticket('CASA-8');
  const state = stateWith([item], { details: new Map([[item.uuid, {}]]) });
  let [laidOut, looks] = [0, 0];
  const minutes = (now: Date): string => {
    looks += 1;
    return String(Math.floor(now.getTime() / 60_000));
  };
  const bodies = createBodies({
    body: async () => {
      laidOut += 1;
      return { lines: [], starts: [], lastWords: 0, news: undefined, times: minutes };
    },
  });
  const after = async (seconds: number): Promise<boolean> => await bodies.layOut(state, new Date(seconds * 1_000));
  expect([await after(0), await after(5), await after(14)]).toEqual([true, false, false]);
  expect([laidOut, looks]).toEqual([1, 0]);
  expect([await after(16), await after(17), await after(61), await after(62)]).toEqual([false, false, true, false]);
  expect([laidOut, looks]).toEqual([2, 4]);
});
