import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import type { Machine, Ran } from '../../support/computer/machine.js';
import { makeGate } from '../../support/gate.js';
import { onBusy } from '../../support/on-busy.js';
import { openQueueAtHome, type TestWorld } from '../../support/run.js';
import { hanging } from '../../support/servers/hanging.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { opened, playTriage, send } from '../../support/triage.js';

/** A reply, another one, a note and a conversion, of which the server takes no more than the first. */
const fourDecisions: readonly Step[] = [
  { shows: opened, type: `rOne${send}` },
  { shows: /~ +\S+ \S CASA-8[\s\S]*▸ +\S+ \S CASA-9/, type: `rTwo${send}` },
  { shows: /~ +\S+ \S CASA-9[\s\S]*▸ +\S+ +CASA-13/, type: `nThree${send}` },
  { shows: /~ +\S+ +CASA-13/, type: 'jc' },
  { shows: /convert \S+ to a task in:/, type: 'WEB\r' },
];

interface Left {
  readonly world: TestWorld;
  readonly machine: Machine;
  readonly ran: Ran;
  /** How long it took to end (milliseconds). */
  readonly took: number;
}

/** Opens triage with a server that answers, and gives the screen that shows this. */
async function openAndQuit(machine: Machine, shows: RegExp): Promise<string> {
  return (await playTriage(machine, [{ shows, type: 'q', name: 'seen' }])).shot('seen');
}

/** Decides all that while the server hangs, and then quits with this key. */
async function leaveHanging(key: string, decisions = fourDecisions, count = 4): Promise<Left> {
  const { world, machine } = await openQueueAtHome();
  // So that triage opens with everything that can be chosen.
  await machine.run('projects list');
  await openAndQuit(machine, opened);
  const { send: service, hangs } = hanging(world.send);
  let since = 0;
  const wait = async (): Promise<void> => {
    // Texts that are being sent are not kept for their own sake then.
    await pause(400);
    since = performance.now();
  };
  const steps = [
    ...decisions,
    { shows: new RegExp(`(?:~[\\s\\S]*){${count}}`), before: async () => await hangs, type: 'q' },
    { shows: new RegExp(`${count} not sent yet`), before: wait, type: key },
  ];
  const ran = await playTriage(machine, steps, { send: service });
  return { world, machine, ran, took: performance.now() - since };
}

/** What waits to be sent. */
const pendingIn = ({ machine }: Left): readonly string[] =>
  draftsOf(machine).flatMap(({ state, words }) => (state === 'waiting' ? [words.join(' ')] : []));

const draftsIn = ({ machine }: Left) =>
  draftsOf(machine)
    .map(({ words, flags, state }) => [words.join(' '), flags.body, state === 'doubtful'])
    .sort();

const bodiesOf = async ({ world }: Left, ref: string): Promise<readonly string[]> => {
  const { messages } = (await world.json(`tickets view ${ref}`)) as { messages: { body: string }[] };
  return messages.map(({ body }) => body).filter((body) => ['One', 'Two', 'Three'].includes(body));
};

const tasksMade = async ({ world }: Left): Promise<number> =>
  ((await world.json('tasks list --scope all')) as { title: string }[]).length;

test('k while the server hangs quits at once, and keeps all that had not begun', async () => {
  const left = await leaveHanging('k');
  expect(left.took).toBeLessThan(onBusy(1_000));
  expect(left.ran.stderr).toMatch(/CASA-8: the reply may have arrived; check [^\n]*\n$/);
  // Next time, all that had not begun is sent, and only the first reply is doubtful.
  const before = await tasksMade(left);
  const seen = await openAndQuit(left.machine, /BERG-10: converted to/);
  expect(await Promise.all(['CASA-8', 'CASA-9', 'CASA-13'].map((ref) => bodiesOf(left, ref)))).toEqual([
    ...[[], ['Two'], ['Three']],
  ]);
  expect(seen).toMatch(/ 1 done /);
  // What is said at the start is not hidden by what was sent then.
  expect(seen).toMatch(/ CASA-8: (?:unsent text|the reply may have arrived); [^│─]+\s✓\s+BERG-10: converted to \S+\s/);
  expect(await tasksMade(left)).toBe(before + 1);
  expect(draftsIn(left)).toEqual([['tickets reply CASA-8', 'One', true]]);
  expect(pendingIn(left)).toEqual([]);
});

test('what is kept is sent by the next command at a terminal too', async () => {
  const left = await leaveHanging('k');
  const { code, stderr } = await left.machine.run('me', { terminal: { columns: 80 } });
  expect(code).toBe(0);
  expect(stderr.match(/Sent what was waiting/g)).toHaveLength(3);
  expect(pendingIn(left)).toEqual([]);
});

test('d while the server hangs quits at once, and sends nothing that had not begun', async () => {
  const left = await leaveHanging('d');
  expect(left.took).toBeLessThan(onBusy(1_000));
  expect(left.ran.stderr).toMatch(/CASA-8: the reply may have arrived; check [^\n]*\n$/);
  const before = await tasksMade(left);
  await openAndQuit(left.machine, /● live[\s\S]*newest first/);
  expect(await Promise.all(['CASA-8', 'CASA-9', 'CASA-13'].map((ref) => bodiesOf(left, ref)))).toEqual([[], [], []]);
  expect(await tasksMade(left)).toBe(before);
  expect(draftsIn(left)).toEqual([
    ['tickets note CASA-13', 'Three', false],
    ['tickets reply CASA-8', 'One', true],
    ['tickets reply CASA-9', 'Two', false],
  ]);
  expect(pendingIn(left)).toEqual([]);
});

test('a value whose request was cut off by quitting is in doubt, and not sent the next time', async () => {
  const left = await leaveHanging(
    'k',
    [
      { shows: opened, type: 's' },
      { shows: /r resolved/, type: 'r' },
    ],
    1,
  );
  expect(left.ran.stderr).toMatch(/CASA-8: the new status \(resolved\) may have arrived; check before you do it again/);
  await left.world.run('tickets edit CASA-8 --status closed', { as: 'sean@lantern.example' });
  await openAndQuit(left.machine, /CASA-8: the new status \(resolved\) may have arrived; check first/);
  expect(await left.world.json('tickets view CASA-8')).toMatchObject({ ticket: { status: 'closed' } });
});

test('what is only read when triage ends is cut off at once', async () => {
  const { world, machine } = await openQueueAtHome();
  await machine.run('config set memory off');
  const reading = makeGate();
  let isReady = false;
  let isLate = false;
  let wasLate: boolean | undefined;
  const service: Send = async (request) => {
    if (!isReady || request.url.pathname.endsWith('/events')) return await world.send(request);
    // As a connection does.
    request.signal.throwIfAborted();
    setTimeout(() => {
      isLate = true;
    }, 300).unref();
    reading.open();
    return await new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => {
        wasLate = isLate;
        reject(request.signal.reason);
      });
    });
  };
  const setReady = (): void => {
    isReady = true;
  };
  const steps = [
    { shows: opened, before: setReady, type: 'j' },
    { shows: /▸[^\n]*CASA-9/, before: async () => await reading.opened, type: 'q' },
  ];
  await playTriage(machine, steps, { send: service });
  expect(wasLate).toBe(false);
});
