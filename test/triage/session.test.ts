import { expect, test } from 'vitest';
import { span } from '../../src/output/text/span.js';
import { lateRuler } from '../../src/output/text/width.js';
import type { State } from '../../src/triage/model/state.js';
import { runSession } from '../../src/triage/session.js';
import { inversePaint } from '../../src/triage/view/look.js';
import type { DetailBody, Dispatch, TriageWork, WorkingParts } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { fakeStreams } from '../support/terminal/fake-streams.js';
import { playScreen, type Step } from '../support/terminal/play-screen.js';
import { stateWith, ticket } from './state.js';

const size = { columns: 100, rows: 30 };

/** Plays a screen with two tickets until it is over. */
async function play(
  steps: readonly Step[],
  { onOpen = () => undefined, ...more }: Partial<TriageWork & Pick<WorkingParts, 'onOpen'>>,
): Promise<State> {
  const work: TriageWork = {
    ...{ run: async () => undefined, watch: async () => undefined },
    ...{ keepUnsent: () => undefined, end: async () => false, setting: () => setting },
    ...{ stop: () => undefined, body: async () => undefined, ...more },
  };
  const played = playScreen(size, steps);
  const { io } = fakeStreams({ terminal: size, player: played.player });
  const start = stateWith([ticket('A-1'), ticket('A-2')], { details: new Map([['id-A-1', {}]]), size });
  const signal = AbortSignal.timeout(10_000);
  const parts = { io, paint: inversePaint, ruler: lateRuler(), signal, start, effects: [], onState: () => undefined };
  const end = await runSession({ ...parts, onOpen, work });
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

test('after keys that scroll far beyond the end, all in one piece, the first one up is seen at once', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => [span(`Line ${at}.`)]);
  const whole: DetailBody = { lines, starts: [0], lastWords: 0, news: undefined, times: () => '' };
  const steps = [
    { shows: /J\/K scroll/, type: `${'J'.repeat(60)}K` },
    { shows: /J\/K scroll, 4 more/, type: '\r' },
    { shows: /j\/k scroll/, type: `Gk` },
    { shows: /j\/k scroll, 2 more/, type: '?' },
    { shows: /Decide[\s\S]*more ↓/, type: '\u001b[6~'.repeat(20) },
    { shows: /^(?![\s\S]*more ↓)[\s\S]*go to the next refused/, type: `${'\u001b[6~'.repeat(20)}\u001b[5~` },
    { shows: /\d more ↓/, type: '\u0003\u0003' },
  ];
  await play(steps, { body: async () => whole });
});

test('what becomes of a decision once the screen has closed is kept too, so that nothing is sent again', async () => {
  const kept: State[] = [];
  let answer = (): void => undefined;
  let tell: Dispatch = () => undefined;
  const steps = [
    { shows: /▸[^\n]*A-1/, type: 'ph' },
    { shows: /~[^\n]*A-1/, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ];
  await play(steps, {
    onOpen: (dispatch) => (tell = dispatch),
    async run(effect) {
      if (effect.do !== 'send') return;
      const { decision } = effect;
      const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
      answer = () => tell({ is: 'sent', decision, outcomes, words: '' });
    },
    stop: () => answer(),
    keepUnsent: (state) => void kept.push(state),
  });
  expect(kept.slice(-2).map(({ isOver, pending }) => [isOver, pending.length])).toEqual([
    [true, 1],
    [true, 0],
  ]);
});
