import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { lateRuler } from '../../src/output/text/width.js';
import type { Effect } from '../../src/triage/model/step.js';
import type { PlainParts } from '../../src/triage/plain/questions.js';
import { runPlain } from '../../src/triage/plain/run-plain.js';
import type { Dispatch, TriageWork } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { brief, stateWith, ticket } from './state.js';

/** A server that cannot be reached the first few times. */
function serverAwayFor(times: number) {
  const tried: string[] = [];
  const pauses: number[] = [];
  const run = async (effect: Effect, dispatch: Dispatch): Promise<void> => {
    if (effect.do === 'retry') {
      pauses.push(effect.ms);
      setImmediate(() => dispatch({ is: 'retry' }));
    }
    if (effect.do !== 'send') return;
    const { decision } = effect;
    tried.push(brief(decision));
    const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
    if (tried.length <= times) dispatch({ is: 'held', decision, why: 'no server' });
    else dispatch({ is: 'sent', decision, outcomes, words: '' });
  };
  const nothing = async (): Promise<undefined> => undefined;
  const work: TriageWork = {
    ...{ run, stop: () => undefined, edit: nothing, watch: nothing, end: nothing, body: nothing },
    ...{ keepUnsent: () => undefined, setting: () => setting },
  };
  return { tried, pauses, work };
}

const screenAt = (columns: number, keys?: PassThrough) => {
  const written: string[] = [];
  const output = { columns: () => columns, write: async (text: string) => void written.push(text) };
  const stdin = { stream: () => Object.assign(keys ?? new PassThrough(), { isTTY: keys !== undefined }) };
  return { written, io: { stdin, stdout: output, stderr: output } };
};

/** A server that answers the first decision once this text has been written. */
function slowServer(written: readonly string[], text: RegExp, then: () => void): TriageWork {
  const { work } = serverAwayFor(0);
  const run: TriageWork['run'] = async (effect, dispatch) => {
    if (effect.do === 'send') {
      await vi.waitUntil(() => text.test(written.join('')), { timeout: 5_000 });
      then();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await work.run(effect, dispatch);
  };
  return { ...work, run };
}

test('a wait is named, and what is typed meanwhile is ignored', async () => {
  const keys = new PassThrough();
  const { written, io } = screenAt(80, keys);
  const answers = ['p', '3', 'q'];
  const prompt = { line: async () => answers.shift() ?? 'q' };
  const parts = {
    context: { io, prompt, signal: new AbortController().signal },
    ...{
      paint: () => '',
      ruler: lateRuler(),
      work: slowServer(written, /sending/, () => keys.write('q')),
      effects: [],
      onState: () => undefined,
    },
    start: stateWith([ticket('A-1'), ticket('A-2')]),
  } as unknown as PlainParts;
  expect(await runPlain(parts)).toMatchObject({ isOver: true, pending: [] });
  expect(written.join('')).toMatch(
    /sending…\nA-1: medium → high\n[\s\S]*\nwhat you typed in the meantime was ignored\n$/,
  );
});

test('what is said is broken between words, and names what the menu has', async () => {
  const { written, io } = screenAt(40);
  const readers = 'Annika Bergström (the customer) and everyone at Scandia Maritime who can see the ticket';
  const answers = ['r', '2', 'q'];
  const prompt = {
    line: async () => answers.shift() ?? 'q',
    lines: async ({ onLine }: { onLine: (line: string) => void }) => {
      onLine('Hello.');
      return '.';
    },
  };
  const { work } = serverAwayFor(0);
  const run: TriageWork['run'] = async (effect, dispatch) => {
    if (effect.do === 'begin') dispatch({ is: 'audience', writing: effect.writing, audience: readers });
  };
  const parts = {
    context: { io, prompt, signal: new AbortController().signal },
    ...{ paint: () => '', ruler: lateRuler(), work: { ...work, run }, effects: [], onState: () => undefined },
    start: stateWith([ticket('A-1')], { isSpoken: true }),
  } as unknown as PlainParts;
  await runPlain(parts);
  const lines = written.join('').split('\n');
  expect(lines.filter((line) => line.length > 40)).toEqual([]);
  const words = lines.join(' ');
  expect(words).toContain(`it will be read by ${readers}.`);
  expect(words).toContain('Send it? 1 yes, 2 keep as a draft, 3 send, then waiting on customer');
  expect(words).toContain('A-1: saved as a draft; choose reply to continue');
});

test.each([
  ['waiting on us', 'nothing is waiting on us; choose lists to see another list'],
  ['my tickets', 'nothing left here; choose lists to see another list'],
])('an empty list of %s says so, and offers only what needs no row', async (title, said) => {
  const { written, io } = screenAt(80);
  const asked: string[] = [];
  const prompt = {
    line: async ({ check }: { check: (text: string) => string | undefined }) => {
      asked.push(check('r') ?? 'r is offered');
      return 'q';
    },
  };
  const { work } = serverAwayFor(0);
  const parts = {
    context: { io, prompt, signal: new AbortController().signal },
    ...{ paint: () => '', ruler: lateRuler(), work, effects: [], onState: () => undefined },
    start: stateWith([], { isSpoken: true, title }),
  } as unknown as PlainParts;
  await runPlain(parts);
  expect(written.join('')).toBe(`\n${said}\n\n1 undo, 2 filter, 3 lists, 4 find, 5 reload, 6 quit\n`);
  expect(asked).toEqual(['a number from 1 to 6, or the name of an action']);
});

test('w at the end waits for the server, and then quits', async () => {
  const { tried, pauses, work } = serverAwayFor(3);
  const answers = ['p', '3', 'q', 'w'];
  const written: string[] = [];
  const output = { columns: () => 80, write: async (text: string) => void written.push(text) };
  const prompt = { line: async () => answers.shift() ?? 'q' };
  const reminder = 'unsent text for A-2; choose reply or note to continue';
  const stdin = { stream: () => new PassThrough() };
  const parts = {
    context: { io: { stdin, stdout: output, stderr: output }, prompt, signal: new AbortController().signal },
    ...{ paint: () => '', ruler: lateRuler(), work, effects: [], onState: () => undefined },
    start: stateWith([ticket('A-1'), ticket('A-2')], { reminder }),
  } as unknown as PlainParts;
  expect(await runPlain(parts)).toMatchObject({ isOver: true, pending: [] });
  expect([tried, pauses]).toEqual([Array(4).fill('priority high A-1'), [5_000, 20_000]]);
  expect(written.join('')).toContain('1 not sent yet: 1 wait, 2 keep for next time, 3 drop, 4 go back');
  expect(written[0]).toBe(`${reminder}\n`);
});
