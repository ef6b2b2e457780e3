import { describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { forgetLedger, killAt, stepsOf } from '../support/computer/kill-at.js';
import { start, tracker } from '../support/computer/program.js';
import { usesNode } from '../support/computer/program-file.js';
import { runHere } from '../support/run-here.js';
import { startMeddledService } from '../support/servers/meddled-service.js';
import { allTests } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';

const service = allTests(startMeddledService);
const lanes = ['CASA-16', 'CASA-17', 'BERG-9', 'SCM-3'].map((ref) => ({ ref, home: allTests(makeHome) }));
type Lane = (typeof lanes)[number];

const agent = { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' };

const propose = ({ ref }: Lane, text: string): readonly string[] => [
  ...['tickets', 'reply', ref, '-b', text, '--once', text, '--json'],
];

/** How often a text has reached the server. */
const arrivals = (text: string): number =>
  service.requests.filter(({ method, body }) => method !== 'GET' && body.includes(`"${text}"`)).length;

interface Kept {
  readonly ref: string;
  readonly state: string;
  readonly flags: { readonly body?: string };
}

const draftsOf = async (home: Home): Promise<readonly Kept[]> => {
  const { stdout } = await runHere(home, 'drafts --json', { env: service.env });
  return JSON.parse(stdout);
};

/** A person sends the proposal at a terminal, as far as the program lives; gives whether the answer was typed. */
async function accept({ home }: Lane, step: number) {
  const env = { ...service.env, ACCESSIBLE: '1', ...killAt(home, step) };
  const terminal = startAtTerminal(home, ['tracker', 'drafts', 'send', '1'], { env });
  let isAnswered = false;
  const answer = async (): Promise<void> => {
    await terminal.waitFor(/What do you want to do/);
    isAnswered = true;
    terminal.type('2\r');
  };
  await answer().catch(() => undefined);
  const { code } = await terminal.ended;
  return { wasKilled: code === 137, isAnswered };
}

/** The steps of the last program that was not killed. */
const allSteps = ({ home }: Lane): readonly number[] => Array.from({ length: stepsOf(home) }, (_, at) => at + 1);

/** Runs `work` in each lane for a part of these steps. */
async function atEach(steps: readonly number[], work: (lane: Lane, step: number) => Promise<void>): Promise<void> {
  const inLane = async (lane: Lane, at: number): Promise<void> => {
    for (const step of steps.filter((_, index) => index % lanes.length === at)) {
      await work(lane, step);
      forgetLedger(lane.home);
    }
  };
  await Promise.all(lanes.map(inLane));
}

describe('R98: two processes that propose the same with a large file at the same moment', () => {
  const home = allTests(makeHome);

  test('make one proposal, which both name', async () => {
    const file = home.write('photo.jpg', 'x'.repeat(30_000_000));
    for (const text of ['One.', 'Two.']) {
      const words = ['reply', 'SCM-3', text, '--attach', file, '--json'];
      const both = [1, 2].map(async () => await tracker(home, words, { env: { ...service.env, ...agent } }));
      const named = (await Promise.all(both)).map(({ stdout }) => String(JSON.parse(stdout).draft));
      const { ref } = (await draftsOf(home)).find(({ flags }) => flags.body === text) ?? {};
      // Another text is a part of the same proposal.
      const [head] = (await draftsOf(home)).toReversed();
      expect({ text, isKept: ref !== undefined, named }).toEqual({ text, isKept: true, named: [head?.ref, head?.ref] });
    }
    expect((await draftsOf(home)).map(({ flags }) => flags.body)).toEqual(['Two.', 'One.']);
  });
});

describe.skipIf(!usesNode || !hasTerminal)('R98: kill -9 (needs @lydell/node-pty)', () => {
  const [first] = lanes as [Lane];

  test('while a person sends a proposal: nothing goes out without their word, or twice, and nothing is lost', async () => {
    await runHere(first.home, propose(first, 'whole'), { env: { ...service.env, ...agent } });
    expect([await accept(first, Infinity), arrivals('whole')]).toEqual([{ wasKilled: false, isAnswered: true }, 1]);
    forgetLedger(first.home);
    const all = allSteps(first);
    const seen: string[] = [];
    // Until the answer, few steps differ.
    await atEach(
      all.filter((step) => step % 4 === 0 || step > all.length * 0.45),
      async (lane, step) => {
        const text = `send ${step}.`;
        await runHere(lane.home, propose(lane, text), { env: { ...service.env, ...agent } });
        const { wasKilled, isAnswered } = await accept(lane, step);
        const sent = arrivals(text);
        const [draft, ...others] = await draftsOf(lane.home);
        const state = draft?.state ?? 'done';
        if (wasKilled) seen.push(state);
        const may = state === 'doubtful' ? [0, 1] : [state === 'done' ? 1 : 0];
        expect({ step, state, others, isMeant: isAnswered || sent === 0, mayBe: may.includes(sent) }).toEqual({
          ...{ step, state, others: [], isMeant: true, mayBe: true },
        });
        // Nothing but a person goes on with it.
        const decide = state === 'proposed' ? ['drafts send 1 -y'] : [];
        for (const line of ['drafts send --waiting -y', 'tasks list -L 1', ...decide])
          await runHere(lane.home, line, { env: service.env });
        expect([step, arrivals(text)]).toEqual([step, sent]);
      },
    );
    expect(new Set(seen)).toEqual(new Set(['proposed', 'unsent', 'doubtful', 'done']));
  });

  test('while a person sends a proposal of two parts: neither is left undecided once the first is sent', async () => {
    const proposeBoth = async (lane: Lane, text: string): Promise<readonly string[]> => {
      const both = [`${text} One.`, `${text} Two.`];
      for (const each of both) await runHere(lane.home, propose(lane, each), { env: { ...service.env, ...agent } });
      return both;
    };
    const sent = await proposeBoth(first, 'parts');
    expect(await accept(first, Infinity)).toEqual({ wasKilled: false, isAnswered: true });
    expect(sent.map(arrivals)).toEqual([1, 1]);
    forgetLedger(first.home);
    const seen = new Set<string>();
    await atEach(
      allSteps(first).filter((step) => step % 3 === 0),
      async (lane, step) => {
        const [one = '', two = ''] = await proposeBoth(lane, `both ${step}.`);
        const { isAnswered } = await accept(lane, step);
        const kept = await draftsOf(lane.home);
        const stateOf = (text: string): string => kept.find(({ flags }) => flags.body === text)?.state ?? 'done';
        const states = [one, two].map(stateOf);
        const isWhole = arrivals(one) === 0 || stateOf(two) !== 'proposed';
        expect({ step, states, isWhole }).toEqual({ step, states, isWhole: true });
        expect([step, isAnswered || arrivals(one) + arrivals(two) === 0]).toEqual([step, true]);
        seen.add(states.join(', '));
        await runHere(lane.home, 'drafts send --waiting', { env: service.env });
        // What may have arrived holds the other one.
        const isSent = states.every((state) => ['done', 'waiting'].includes(state));
        const expected = isSent ? [1, 1] : expect.anything();
        expect([step, states, [one, two].map(arrivals)]).toEqual([step, states, expected]);
        if (states[0] === 'proposed') expect([step, arrivals(one), arrivals(two)]).toEqual([step, 0, 0]);
      },
    );
    for (const each of ['waiting, waiting', 'doubtful, waiting', 'done, waiting', 'done, doubtful', 'done, done'])
      expect(seen).toContain(each);
  });

  test('while an agent proposes with a key: one proposal at most, and the same one afterwards', async () => {
    const env = { ...service.env, ...agent };
    const whole = propose(first, 'proposal');
    await start(first.home, ['tracker', ...whole], { env: { ...env, ...killAt(first.home, Infinity) } }).ended;
    forgetLedger(first.home);
    const seen: number[] = [];
    const steps = allSteps(first).filter((step) => step % 3 === 0);
    await atEach(steps, async (lane, step) => {
      const words = propose(lane, `propose ${step}.`);
      await start(lane.home, ['tracker', ...words], { env: { ...env, ...killAt(lane.home, step) } }).ended;
      seen.push((await draftsOf(lane.home)).length);
      const [second, third] = [await runHere(lane.home, words, { env }), await runHere(lane.home, words, { env })];
      const { draft } = JSON.parse(second.stdout);
      expect({ step, code: third.code, stdout: third.stdout }).toEqual({ step, code: 0, stdout: second.stdout });
      expect((await draftsOf(lane.home)).map(({ ref, state }) => [step, ref, state])).toEqual([
        [step, String(draft), 'proposed'],
      ]);
    });
    expect(new Set(seen)).toEqual(new Set([0, 1]));
    expect(service.requests.filter(({ method, body }) => method !== 'GET' && body.includes('propos'))).toEqual([]);
  });
});
