import { expect, test } from 'vitest';
import { lateRuler } from '../../src/output/text/width.js';
import type { Effect } from '../../src/triage/model/step.js';
import { type PlainParts, runPlain } from '../../src/triage/plain.js';
import type { Dispatch, Work } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { brief, stateWith, ticket } from './state.js';

/** A server that cannot be reached the first few times. */
function serverAwayFor(times: number) {
  const tried: string[] = [];
  const pauses: number[] = [];
  const run = async (effect: Effect, dispatch: Dispatch): Promise<void> => {
    if (effect.do !== 'send') return;
    const { decision } = effect;
    tried.push(brief(decision));
    const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
    if (tried.length <= times) dispatch({ is: 'held', decision, why: 'no server' });
    else dispatch({ is: 'sent', decision, outcomes, words: '' });
  };
  const nothing = async (): Promise<undefined> => undefined;
  const work: Work = {
    ...{ run, stop: () => undefined, edit: nothing, watch: nothing, end: nothing, body: nothing },
    ...{ keepUnsent: () => undefined, setting: () => setting },
    pause: async (milliseconds) => void pauses.push(milliseconds),
  };
  return { tried, pauses, work };
}

test('w at the end waits for the server, and then quits', async () => {
  const { tried, pauses, work } = serverAwayFor(3);
  const answers = ['p', '3', 'q', 'w'];
  const written: string[] = [];
  const output = { columns: () => 80, write: async (text: string) => void written.push(text) };
  const prompt = { line: async () => answers.shift() ?? 'q' };
  const parts = {
    context: { io: { stdout: output, stderr: output }, prompt, signal: new AbortController().signal },
    ...{ paint: () => '', ruler: lateRuler(), work, effects: [], onState: () => undefined },
    start: stateWith([ticket('A-1'), ticket('A-2')]),
  } as unknown as PlainParts;
  expect(await runPlain(parts)).toMatchObject({ isOver: true, pending: [] });
  expect([tried, pauses]).toEqual([Array(4).fill('priority high A-1'), [2_000, 2_000]]);
  expect(written.join('')).toContain('1 not sent yet: 1 wait, 2 keep for next time, 3 drop, 4 go back');
});
