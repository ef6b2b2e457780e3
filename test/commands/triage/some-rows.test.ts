import { expect, test } from 'vitest';
import { type HttpReply, NetworkFailure, type Send } from '../../../src/http/message.js';
import { makeGate } from '../../support/gate.js';
import { openQueueAtHome, type TestWorld } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { opened, playTriage } from '../../support/triage.js';

/** What is answered to a change; undefined if the service takes it. */
type Answer = () => HttpReply | undefined | Promise<HttpReply | undefined>;

/** What happens to the first change of a row. */
type Trouble = Readonly<Record<string, Answer>>;

/** Triage, in which this is typed, with such trouble; gives when each row was changed, and what the screen said. */
async function play(trouble: Trouble, steps: readonly Step[]) {
  const { world, machine } = await openQueueAtHome();
  // So that triage opens with everything that can be chosen.
  await machine.run('projects list');
  const refs = await refsOf(world);
  const changes: { readonly ref: string; readonly at: number }[] = [];
  const met = new Set<string>();
  const send: Send = async (request) => {
    const { method, url } = request;
    if (method === 'GET') return await world.send(request);
    const ref = refs.get(url.pathname.split('/')[4] ?? '') ?? url.pathname;
    changes.push({ ref, at: performance.now() });
    const next = met.has(ref) ? undefined : trouble[ref];
    met.add(ref);
    return (await next?.()) ?? (await world.send(request));
  };
  const { words } = await playTriage(machine, steps, { size: { columns: 120, rows: 40 }, send });
  return { world, changes, said: words('said') };
}

async function refsOf(world: TestWorld): Promise<ReadonlyMap<string, string>> {
  const rows = (await world.json('tickets list --state all --segment all')) as { uuid: string; id: string }[];
  return new Map(rows.map(({ uuid, id }) => [uuid, id]));
}

const prioritiesOf = async (world: TestWorld, ...refs: readonly string[]): Promise<readonly unknown[]> => {
  const views = refs.map(async (ref) => (await world.json(`tickets view ${ref}`)) as { ticket: { priority: string } });
  return (await Promise.all(views)).map(({ ticket }) => ticket.priority);
};

const refuse = (): HttpReply => answerJson(400, { message: 'not this one' });

const breakOff = (): never => {
  throw new NetworkFailure('the connection was closed before the response was complete', false);
};

const setUrgent = (count: number): readonly Step[] => [
  { shows: opened, type: `${' '.repeat(count)}p` },
  { shows: /u urgent/, type: 'u' },
];

/** What is answered to four changes at once: the others once the reason is read why the second one has to wait. */
function fourAtOnce() {
  const [all, read] = [makeGate(), makeGate()];
  async function* reason(): HttpReply['body'] {
    read.open();
    yield Buffer.from('{"message":"Slow down."}');
  }
  let came = 0;
  const count = (): void => {
    if (++came === 4) all.open();
  };
  const busy: Answer = async () => {
    count();
    await all.opened;
    return { ...answer(429, '', { 'retry-after': '3' }), body: reason() };
  };
  const late =
    (reply: HttpReply | undefined): Answer =>
    async () => {
      count();
      await read.opened;
      return reply;
    };
  return { busy, late };
}

test('of several rows, each gets what the server says about it, and a busy server is left alone', async () => {
  const { busy, late } = fourAtOnce();
  const trouble = { 'CASA-8': late(undefined), 'CASA-9': busy, 'CASA-13': late(refuse()), 'BERG-10': late(undefined) };
  const { world, changes, said } = await play(trouble, [
    ...setUrgent(6),
    { shows: /the\s+rest\s+will\s+be\s+sent/, type: 'q', name: 'said' },
    { shows: /1 not sent yet/, type: 'w' },
  ]);
  expect(said).toContain('2 of 3 done: CASA-8 and BERG-10; CASA-13: priority not set: not this one;');
  expect(said).toMatch(/Slow down; \S+ asks you to wait 3 s before the next request; the rest will be sent after that/);
  const [since = Number.NaN] = changes.filter(({ ref }) => ref === 'CASA-9').map(({ at }) => at);
  const after = changes.slice(4);
  // Four are sent at a time.
  expect(after.map(({ ref }) => ref).toSorted()).toEqual(['CASA-11', 'CASA-9', 'SCM-5']);
  expect(Math.min(...after.map(({ at }) => at)) - since).toBeGreaterThan(2_990);
  expect(await prioritiesOf(world, 'CASA-8', 'CASA-9', 'CASA-13', 'BERG-10', 'CASA-11', 'SCM-5')).toEqual([
    ...['urgent', 'urgent', 'medium', 'urgent', 'urgent', 'urgent'],
  ]);
});

test.each([
  ['whose connection breaks', breakOff],
  ['for which the server is busy', () => answerJson(503, { message: 'busy' })],
  ['for which a proxy does not reach the server', () => answerJson(502, { message: 'bad gateway' })],
])('of several rows, the one %s is sent again', async (_what, trouble) => {
  const { world, changes } = await play({ 'CASA-9': trouble }, [
    ...setUrgent(3),
    { shows: /✓ CASA-9: low → urgent/, type: 'q' },
  ]);
  // They are sent at once.
  const refs = changes.map(({ ref }) => ref);
  expect([refs.slice(0, 3).toSorted(), ...refs.slice(3)]).toEqual([['CASA-13', 'CASA-8', 'CASA-9'], 'CASA-9']);
  expect(await prioritiesOf(world, 'CASA-8', 'CASA-9', 'CASA-13')).toEqual(['urgent', 'urgent', 'urgent']);
});

test('a text that may have arrived is not sent again', async () => {
  const { changes } = await play({ 'CASA-9': breakOff }, [
    { shows: opened, type: '   n' },
    { shows: /NOTE · INTERNAL[\s\S]*CASA-13/, type: 'Hello\u0013' },
    { shows: /2 of 3 done: CASA-8 and\s+CASA-13; CASA-9:\s[\s\S]*kept\s+as\s+a\s+draft/, type: 'q' },
  ]);
  expect(changes.map(({ ref }) => ref).sort()).toEqual(['CASA-13', 'CASA-8', 'CASA-9']);
});

const task = String.raw`[A-Z]+-\d+`;

test.each([
  ['is converted', {}, new RegExp(`✓ 3 tickets converted: CASA-8 → ${task}, CASA-9 → ${task}, CASA-13 → ${task}`)],
  [
    'that is converted is named, also if others are refused',
    { 'CASA-9': refuse },
    new RegExp(`! 2 of 3 converted: CASA-8 → ${task}, CASA-13 → ${task}; CASA-9: not converted: not this one`),
  ],
])('each of several tickets %s', async (_what, trouble, words) => {
  const { changes, said } = await play(trouble, [
    { shows: opened, type: '   c' },
    { shows: /convert 3 tickets to tasks in:/, type: 'WEB\r' },
    { shows: / 3 (?:tickets )?converted: [\s\S]*CASA-(?:13|9)\S? /, type: 'q', name: 'said' },
  ]);
  expect(changes.map(({ ref }) => ref)).toEqual(['CASA-8', 'CASA-9', 'CASA-13']);
  expect(said).toMatch(words);
});
