import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { lateRuler } from '../../src/output/text/width.js';
import type { State } from '../../src/triage/model/state.js';
import type { PlainParts } from '../../src/triage/plain/questions.js';
import { runPlain } from '../../src/triage/plain/run-plain.js';
import type { TriageWork } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { stateWith, ticket } from './state.js';

const nothing = async (): Promise<undefined> => undefined;

/** A server that takes everything. */
const server: TriageWork = {
  async run(effect, dispatch) {
    if (effect.do !== 'send') return;
    const { decision } = effect;
    const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
    dispatch({ is: 'sent', decision, outcomes, words: '' });
  },
  ...{ stop: () => undefined, edit: nothing, watch: nothing, end: async () => false, body: nothing },
  ...{ keepUnsent: () => undefined, setting: () => setting },
};

/** Questions on a terminal of this width, which are answered like this until nothing is left to say but q. */
function asking(columns: number, answers: readonly string[], { keys, ...more }: Asking) {
  const written: string[] = [];
  const left = [...answers];
  const output = { columns: () => columns, write: async (text: string) => void written.push(text) };
  const stdin = { stream: () => Object.assign(keys ?? new PassThrough(), { isTTY: keys !== undefined }) };
  const prompt = { line: async () => left.shift() ?? 'q', ...more.prompt };
  const io = { stdin, stdout: output, stderr: output };
  const run = async (work: TriageWork, start: State) =>
    await runPlain({
      context: { io, prompt, signal: new AbortController().signal },
      ...{ paint: () => '', ruler: lateRuler(), effects: [], onState: () => undefined, work, start },
    } as unknown as PlainParts);
  return { written, run };
}

interface Asking {
  readonly keys?: PassThrough;
  readonly prompt?: object;
}

/** A server that answers the first decision once this text has been written. */
function slowServer(written: readonly string[], text: RegExp, then: () => void): TriageWork {
  const run: TriageWork['run'] = async (effect, dispatch) => {
    if (effect.do === 'send') {
      await vi.waitUntil(() => text.test(written.join('')), { timeout: 5_000 });
      then();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await server.run(effect, dispatch);
  };
  return { ...server, run };
}

test('a wait is named, and what is typed meanwhile is ignored', async () => {
  const keys = new PassThrough();
  const { written, run } = asking(80, ['p', '3', 'q'], { keys });
  const work = slowServer(written, /sending/, () => keys.write('q'));
  expect(await run(work, stateWith([ticket('A-1'), ticket('A-2')]))).toMatchObject({ isOver: true, pending: [] });
  expect(written.join('')).toMatch(/sending…\nA-1: medium → high\nwhat you typed in the meantime was ignored\n$/);
});

test('what is said is broken between words, and names what the menu has', async () => {
  const readers = 'Annika Bergström (the customer) and everyone at Scandia Maritime who can see the ticket';
  const lines = async ({ onLine }: { onLine: (line: string) => void }) => {
    onLine('Hello.');
    return '.';
  };
  const { written, run } = asking(40, ['r', '2', 'q'], { prompt: { lines } });
  const tellReaders: TriageWork['run'] = async (effect, dispatch) => {
    if (effect.do === 'begin') dispatch({ is: 'audience', writing: effect.writing, audience: readers });
  };
  await run({ ...server, run: tellReaders }, stateWith([ticket('A-1')], { isSpoken: true }));
  const shown = written.join('').split('\n');
  expect(shown.filter((line) => line.length > 40)).toEqual([]);
  const words = shown.join(' ');
  expect(words).toContain(`it will be read by ${readers}.`);
  expect(words).toContain('Send it? 1 yes, 2 keep as a draft, 3 send, then waiting on customer');
  expect(words).toContain('A-1: saved as a draft; choose reply to continue');
});

test.each([
  ['waiting on us', 'nothing is waiting on us; choose lists to see another list'],
  ['my tickets', 'nothing left here; choose lists to see another list'],
])('an empty list of %s says so, and offers only what needs no row', async (title, said) => {
  const asked: string[] = [];
  const line = async ({ check }: { check: (text: string) => string | undefined }) => {
    asked.push(check('r') ?? 'r is offered');
    return 'q';
  };
  const { written, run } = asking(80, [], { prompt: { line } });
  await run(server, stateWith([], { isSpoken: true, title }));
  expect(written.join('')).toBe(`\n${said}\n\n1 undo, 2 filter, 3 lists, 4 find, 5 reload, 6 sort, 7 quit\n`);
  expect(asked).toEqual(['a number from 1 to 7, or the name of an action']);
});
