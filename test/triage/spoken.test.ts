import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { Line } from '../../src/output/text/span.js';
import { lateRuler } from '../../src/output/text/width.js';
import type { State } from '../../src/triage/model/state.js';
import { runSpoken, type SpokenParts } from '../../src/triage/spoken/run-spoken.js';
import type { Dispatch, TriageWork } from '../../src/triage/work.js';
import { setting } from '../output/fake-io.js';
import { stateWith, ticket } from './state.js';

const nothing = async (): Promise<undefined> => undefined;

/** A server that takes everything. */
const serverFor = (tell: Dispatch): TriageWork => ({
  async run(effect) {
    if (effect.do !== 'send') return;
    const { decision } = effect;
    const outcomes = decision.targets.map((target) => ({ target, is: 'done' }) as const);
    tell({ is: 'sent', decision, outcomes, words: '' });
  },
  ...{ stop: () => undefined, watch: nothing, end: async () => false, body: nothing },
  ...{ keepUnsent: () => undefined, setting: () => setting },
});

/** Questions on a terminal of this width, which are answered like this until nothing is left to say but q. */
function asking(columns: number, answers: readonly string[], { keys, ...more }: Asking) {
  const written: string[] = [];
  const left = [...answers];
  const output = { columns: () => columns, write: async (text: string) => void written.push(text) };
  const stdin = { stream: () => Object.assign(keys ?? new PassThrough(), { isTTY: keys !== undefined }) };
  const prompt = { line: async () => left.shift() ?? 'q', ...more.prompt };
  const io = { stdin, stdout: output, stderr: output };
  let take: Dispatch = () => undefined;
  const tell: Dispatch = (event) => take(event);
  const run = async (given: TriageWork, start: State) => {
    const work: TriageWork = {
      ...given,
      async watch(signal) {
        const { items, title, kind } = start;
        tell({ is: 'list', items, people: {}, title, kind, fill: 'first' });
        await given.watch(signal);
      },
    };
    return await runSpoken({
      context: { io, prompt, signal: new AbortController().signal, settings: { stored: {} } },
      ...{ paint: (line: Line) => line.map(({ text }) => text).join(''), ruler: lateRuler() },
      ...{ effects: [], onOpen: (given: Dispatch) => (take = given), onState: () => undefined, work, start },
    } as unknown as SpokenParts);
  };
  return { written, tell, server: serverFor(tell), run };
}

interface Asking {
  readonly keys?: PassThrough;
  readonly prompt?: object;
}

/** A server that answers a decision once that is due. */
function slowServer(server: TriageWork, isDue: () => boolean, then: () => void): TriageWork {
  const run: TriageWork['run'] = async (effect) => {
    if (effect.do === 'send') {
      await vi.waitUntil(isDue, { timeout: 5_000 });
      then();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await server.run(effect);
  };
  return { ...server, run };
}

const lines = (written: readonly string[]): string => written.join('');

test('a wait is named, and what is typed meanwhile is ignored', async () => {
  const keys = new PassThrough();
  const { written, run, server } = asking(80, ['p', 'h', 'q'], { keys });
  const isDue = () => lines(written).includes('sending');
  const work = slowServer(server, isDue, () => keys.write('q'));
  expect(await run(work, stateWith([ticket('A-1'), ticket('A-2')]))).toMatchObject({ isOver: true, pending: [] });
  expect(lines(written)).toMatch(/sending\.\.\.\nA-1: medium to high\nwhat you typed in the meantime was ignored\n$/);
});

test('what is said is broken between words', async () => {
  const readers = 'Annika Bergström (the customer) and everyone at Scandia Maritime who can see the ticket';
  const texts = async ({ onLine }: { onLine: (line: string) => void }) => {
    onLine('Hello.');
    return '.';
  };
  const { written, run, server, tell } = asking(40, ['r', '2', 'q'], { prompt: { lines: texts } });
  const tellReaders: TriageWork['run'] = async (effect) => {
    if (effect.do === 'begin') tell({ is: 'audience', writing: effect.writing, audience: readers });
  };
  await run({ ...server, run: tellReaders }, stateWith([ticket('A-1')], { isSpoken: true }));
  const shown = lines(written).split('\n');
  expect(shown.filter((line) => line.length > 40)).toEqual([]);
  const words = shown.join(' ');
  expect(words).toContain(`Public reply, read by ${readers} `);
  expect(words).toContain('Send it? 1 yes; 2 keep as draft; 3 yes, then waiting on customer; ? more');
  expect(words).toContain('A-1: saved as a draft; press r to continue');
});

test.each([
  ['waiting on us', 'nothing is waiting on us; press S to see another list'],
  ['my tickets', 'nothing left here; press S to see another list'],
])('an empty list of %s says so, and says why a key does nothing', async (title, said) => {
  const asked: (string | undefined)[] = [];
  const line = async ({ check }: { check: (text: string) => string | undefined }) => {
    asked.push(check('r'), check('S'), check('7'));
    return 'q';
  };
  const { written, run, server } = asking(80, [], { prompt: { line } });
  await run(server, stateWith([], { isSpoken: true, title }));
  expect(lines(written)).toBe(`${title}: 0 tickets; inbox 3\n${said.replace('; ', '\n')}\n`);
  expect(asked).toEqual([
    expect.stringMatching(/^write a public reply or task comment: /),
    undefined,
    'no list 7; ? lists all keys',
  ]);
});

test('a key that is too early for a list says so in words', async () => {
  const asked: (string | undefined)[] = [];
  const line = async ({ check }: { check: (text: string) => string | undefined }) => {
    asked.push(check('s'), check('esc'));
    return 'q';
  };
  const { run, server } = asking(80, [], { prompt: { line } });
  await run(server, stateWith([ticket('A-1')], { isSpoken: true, awaited: { name: 'my tickets' } }));
  expect(asked).toEqual(['set the status: reading my tickets...; Esc keeps this list', undefined]);
});

test('what others do is said as it happens, while a key is waited for', async () => {
  const line = async () => {
    tell({ is: 'badge', badge: { is: 'offline', since: '2026-11-20T16:40:00Z' } });
    const items = [ticket('A-1'), ticket('A-2', { priority: 'high' }), ticket('A-3')];
    tell({ is: 'list', items, people: {}, title: 'waiting on us', kind: 'ticket', fill: 'again' });
    // Whose it is shows only in its detail.
    tell({ is: 'detail', uuid: 'id-A-3', detail: { ticket: {} }, item: ticket('A-3') });
    await vi.waitUntil(() => lines(written).includes('new: A-3'));
    return 'q';
  };
  const { written, run, server, tell } = asking(80, [], { prompt: { line } });
  await run(server, stateWith([ticket('A-1'), ticket('A-2')], { isSpoken: true, isTouched: true }));
  expect(lines(written)).toMatch(/1 of 2\n\nnow offline\n(?:Key: \n)?new: A-3 Subject of A-3\nKey: $/);
});

test('a key is for what was read out', async () => {
  const answers = ['p', 'q'];
  const line = async () => {
    const answer = answers.shift() ?? 'q';
    const list = { people: {}, title: 'another', kind: 'ticket', fill: 'another' } as const;
    if (answer === 'p') tell({ is: 'list', items: [ticket('B-1')], ...list });
    return answer;
  };
  const { written, run, server, tell } = asking(80, [], { prompt: { line } });
  const end = await run(server, stateWith([ticket('A-1')], { isSpoken: true }));
  expect(end.mode).toEqual({ is: 'list' });
  expect(lines(written)).toMatch(/another: 1 ticket; inbox 3\nB-1 Subject of B-1\n/);
});

test('an answer is for the choices that were read out, not for those that have replaced them', async () => {
  const assignableUsers = [
    { id: 'me', name: 'Mara' },
    { id: 'sean', name: 'Seán' },
    { id: 'zoe', name: 'Zoë' },
  ];
  const detail = { ticket: {}, assignableUsers, messages: [] };
  const answered = [{ id: 'm1', kind: 'reply', authorId: 'zoe', internal: true, createdAt: '2026-11-20T16:40:00Z' }];
  const answers = ['a', '2', '2', 'q'];
  const line = async () => {
    const answer = answers.shift() ?? 'q';
    // Who has answered last comes second.
    if (answers.length === 2)
      tell({ is: 'detail', uuid: 'id-A-1', detail: { ...detail, messages: answered }, item: undefined });
    return answer;
  };
  const { written, run, server, tell } = asking(80, [], { prompt: { line } });
  const start = stateWith([ticket('A-1')], { isSpoken: true, details: new Map([['id-A-1', detail]]) });
  await run(server, start);
  expect(lines(written)).toMatch(
    /assign A-1 to: 1 Mara \(me\); 2 Seán; 3 Zoë\nmeanwhile, the choices have changed\nassign A-1 to: 1 Mara \(me\); 2 Zoë; 3 Seán\nA-1: assigned to Zoë\n/,
  );
});

test('who is named is assigned, and a tag added: only the number of what was read out takes it back', async () => {
  const assignableUsers = [
    { id: 'me', name: 'Mara' },
    { id: 'sean', name: 'Seán' },
  ];
  const details = new Map([['id-A-1', { ticket: {}, assignableUsers, messages: [] }]]);
  const start = stateWith([ticket('A-1', { assignees: ['sean'], tags: ['paid'] })], { isSpoken: true, details });
  const { written, run, server } = asking(80, ['a sean', '2', 't paid', '', 'q'], {});
  const end = await run(server, start);
  expect(lines(written)).toMatch(
    /\nSeán is assigned already; 2 to unassign\nassign A-1 to: 1 Mara \(me\); 2 Seán, unassign\nA-1: Seán unassigned\npaid is set already; 3 to remove\ntags of A-1: 1 print; 2 mail; 3 paid, remove\nnothing changed\n/,
  );
  expect(end.items[0]?.row.tags).toEqual(['paid']);
});
