import { expect, test } from 'vitest';
import { lateRuler } from '../../src/output/text/width.js';
import { runSession } from '../../src/triage/session.js';
import { inversePaint } from '../../src/triage/view/look.js';
import type { TriageWork } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { fakeStreams } from '../support/terminal/fake-streams.js';
import { playScreen } from '../support/terminal/play-screen.js';
import { stateWith, ticket } from './state.js';

const size = { columns: 100, rows: 30 };

test('(true.42) while a detail is laid out, which may take long, keys are answered on the screen', async () => {
  let giveUp: ((body: undefined) => void) | undefined;
  const work: TriageWork = {
    ...{ run: async () => undefined, edit: async () => undefined, watch: async () => undefined },
    ...{ keepUnsent: () => undefined, end: async () => false, setting: () => setting },
    stop: () => giveUp?.(undefined),
    body: async () => await new Promise((resolve) => (giveUp = resolve)),
  };
  const played = playScreen(size, [
    { shows: /▸[^\n]*A-1/, type: 'j' },
    { shows: /▸[^\n]*A-2/, type: 'q' },
  ]);
  const { io } = fakeStreams({ terminal: size, player: played.player });
  const start = stateWith([ticket('A-1'), ticket('A-2')], { details: new Map([['id-A-1', {}]]), size });
  const signal = AbortSignal.timeout(10_000);
  const parts = {
    io,
    paint: inversePaint,
    ruler: lateRuler(),
    work,
    signal,
    start,
    effects: [],
    onState: () => undefined,
  };
  expect((await runSession(parts)).isOver, played.stuck()).toBe(true);
});
