import { expect, test } from 'vitest';
import { lateRuler } from '../../src/output/text/width.js';
import type { State } from '../../src/triage/model/state.js';
import { runSession } from '../../src/triage/session.js';
import { inversePaint } from '../../src/triage/view/look.js';
import type { TriageWork } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { fakeStreams } from '../support/terminal/fake-streams.js';
import { playScreen, type Step } from '../support/terminal/play-screen.js';
import { stateWith, ticket } from './state.js';

const size = { columns: 100, rows: 30 };

/** Plays a screen with two tickets until it is over. */
async function play(steps: readonly Step[], more: Partial<TriageWork>): Promise<State> {
  const work: TriageWork = {
    ...{ run: async () => undefined, edit: async () => undefined, watch: async () => undefined },
    ...{ keepUnsent: () => undefined, end: async () => false, setting: () => setting },
    ...{ stop: () => undefined, body: async () => undefined, ...more },
  };
  const played = playScreen(size, steps);
  const { io } = fakeStreams({ terminal: size, player: played.player });
  const start = stateWith([ticket('A-1'), ticket('A-2')], { details: new Map([['id-A-1', {}]]), size });
  const signal = AbortSignal.timeout(10_000);
  const parts = { io, paint: inversePaint, ruler: lateRuler(), signal, start, effects: [], onState: () => undefined };
  const end = await runSession({ ...parts, work });
  expect(end.isOver, played.stuck()).toBe(true);
  return end;
}

test('while a detail is laid out, which may take long, keys are answered on the screen', async () => {
  let giveUp: ((body: undefined) => void) | undefined;
  const steps = [
    { shows: /▸[^\n]*A-1/, type: 'j' },
    { shows: /▸[^\n]*A-2/, type: 'q' },
  ];
  const body: TriageWork['body'] = async () => await new Promise((resolve) => (giveUp = resolve));
  await play(steps, { stop: () => giveUp?.(undefined), body });
});

test('what becomes of a decision once the screen has closed is kept too, so that nothing is sent again', async () => {
  const kept: State[] = [];
  let answer = (): void => undefined;
  const steps = [
    { shows: /▸[^\n]*A-1/, type: 'ph' },
    { shows: /~[^\n]*A-1/, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ];
  await play(steps, {
    async run(effect, dispatch) {
      if (effect.do !== 'send') return;
      const { decision } = effect;
      const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
      answer = () => dispatch({ is: 'sent', decision, outcomes, words: '' });
    },
    stop: () => answer(),
    keepUnsent: (state) => void kept.push(state),
  });
  expect(kept.slice(-2).map(({ isOver, pending }) => [isOver, pending.length])).toEqual([
    [true, 1],
    [true, 0],
  ]);
});
