import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interruption } from '../../../src/contract/errors.js';
import type { HttpRequest, Send } from '../../../src/http/message.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeGate } from '../../support/gate.js';
import { openQueueAtHome } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';
import { answerTriage, opened, playTriage, send as sendKey } from '../../support/triage.js';

const busyFor = (status: number, seconds: number) =>
  answer(status, '{"message":"busy"}', { 'content-type': 'application/json', 'retry-after': `${seconds}` });

/** The service, which refuses the first changes, and when each was asked for (milliseconds). */
function busy(service: Send, { status, seconds, times }: { status: number; seconds: number; times: number }) {
  const asked: number[] = [];
  const isChange = ({ method, url }: HttpRequest): boolean => method === 'PATCH' || url.pathname.endsWith('/messages');
  const send = meddling(service, (request) => {
    if (!isChange(request)) return undefined;
    asked.push(performance.now());
    return asked.length > times ? undefined : busyFor(status, seconds);
  });
  return { send, asked };
}

const always = Number.POSITIVE_INFINITY;

test.each([429, 503])('with --plain, a wait for the end sends it after a %i once the time is over', async (status) => {
  const { world, machine } = await openQueueAtHome();
  const { send, asked } = busy(world.send, { status, seconds: 1, times: 1 });
  const { code, stdout } = await answerTriage(machine, ['p\n', 'h\n', 'q\n', 'w\n'], { send });
  expect([code, asked.length]).toEqual([0, 2]);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect(stdout).toMatch(/CASA-8: \w+ to high/);
});

test.each([
  ['in two hours', 7_200, 'today', '2h', '18:40'],
  ['tomorrow', 86_400, 'another day', '1d', '21 Nov, 16:40'],
])(
  'a wait that ends %s says why, how long and until when, on the screen and with --plain',
  async (...[, seconds, , wait, end]) => {
    const { world, machine } = await openQueueAtHome();
    const { send } = busy(world.send, { status: 503, seconds, times: always });
    const signal = AbortSignal.timeout(30_000);
    const steps = [
      { shows: opened, type: 'p' },
      { shows: /h high/, type: 'h' },
      { shows: new RegExp(`busy; it asks you to wait ${wait} before the next\\s+request; this will`), type: 'q' },
      { shows: new RegExp(`1 not sent yet: {2}w wait until ${end} {2}k keep`), type: 'w' },
      { shows: new RegExp(`1 not sent yet, waiting until ${end}:`), type: 'd' },
    ];
    await playTriage(machine, steps, { send, signal });
    const ending = new AbortController();
    const { stdout } = await answerTriage(machine, ['p\n', 'h\n', 'q\n', 'w\n'], {
      ...{ send, signal: AbortSignal.any([signal, ending.signal]) },
      player: (written) => {
        if (written.includes('Ctrl-C keeps the rest')) ending.abort(interruption());
      },
    });
    expect(signal.aborted).toBe(false);
    expect(stdout).toContain(`1 not sent yet: w wait until ${end}; k keep for next time`);
    expect(stdout).toContain(`\nwaiting until ${end}; Ctrl-C keeps the rest for next time\n`);
  },
);

test('each time the list has to wait, it says why, until the list is there', async () => {
  const { world, machine } = await openQueueAtHome();
  let isBusy = true;
  const send = meddling(world.send, ({ url }) => {
    if (!isBusy || !/\/tickets$/.test(url.pathname)) return undefined;
    isBusy = false;
    return busyFor(429, 1);
  });
  const refuse = async (): Promise<void> => {
    isBusy = true;
  };
  const waits = /returned 429; trying again in 1 s…/;
  const isThere = /^(?![\s\S]*trying again)[\s\S]*● live[\s\S]*newest first[\s\S]*\? more/;
  const steps = [
    { shows: waits, type: '' },
    { shows: isThere, before: refuse, type: 'R' },
    { shows: waits, type: '' },
    { shows: isThere, before: refuse, type: 'Sa' },
    { shows: waits, type: '' },
    { shows: isThere, type: 'q' },
  ];
  await playTriage(machine, steps, { send });
});

test('nor does quitting and starting again', async () => {
  const { world, machine } = await openQueueAtHome();
  const { send, asked } = busy(world.send, { status: 429, seconds: 60, times: 1 });
  await answerTriage(machine, ['p\n', 'h\n', 'q\n', 'k\n'], { send });
  const { stdout } = await answerTriage(machine, ['j\n', 'q\n', 'k\n'], { send });
  expect(stdout).toMatch(/1 not sent yet: the server asks you to wait another \d+ s/);
  expect(asked.length).toBe(1);
});

test('u takes back a reply to several tickets as a whole, also after a restart', async () => {
  const { world, machine } = await openQueueAtHome();
  const { send, asked } = busy(world.send, { status: 429, seconds: 60, times: 1 });
  const takenBack = {
    shows: /CASA-\d+, CASA-\d+ and\s+CASA-\d+: the reply was not sent \(kept as drafts\)\s/,
    type: 'q',
  };
  const waits = /wait 60 s before the next\s+request; this will be sent after/;
  const kept = [
    { shows: opened, type: `   krHello${sendKey}` },
    { shows: waits, type: 'q' },
    { shows: /3 not sent yet/, type: 'k' },
  ];
  await playTriage(machine, kept, { send });
  await playTriage(
    machine,
    [{ shows: /live[\s\S]*3 not sent yet: the server asks you to wait/, type: 'u' }, takenBack],
    {
      send,
    },
  );
  expect(asked).toHaveLength(1);
  const drafts = draftsIn(join(machine.folder, 'state'));
  expect(drafts.map(({ words }) => words[2]).toSorted()).toEqual(['CASA-13', 'CASA-8', 'CASA-9']);
});

test('a row whose server has asked to wait is asked for once at a time while triage opens', async () => {
  const { world, machine } = await openQueueAtHome();
  const again = makeGate();
  const open = async (send: Send, before = async (): Promise<void> => undefined) => {
    const steps = [{ shows: /live[\s\S]*CASA-8 [\s\S]*Of 9,800, no/, before, type: 'q' }];
    await playTriage(machine, steps, { line: 'triage -s open --sort updated', send });
  };
  await open(world.send);
  // Nobody knows what has become of it.
  const lost = meddling(world.send, ({ method }) => (method === 'PATCH' ? answer(500, '{}') : undefined));
  await machine.run('tickets edit CASA-8 -p low', { send: lost });
  const asked: number[] = [];
  const send = meddling(world.send, ({ url }) => {
    if (!/\/tickets\/[0-9a-f-]{36}$/.test(url.pathname)) return undefined;
    asked.push(performance.now());
    if (asked.length > 1) again.open();
    return asked.length > 1 ? undefined : busyFor(429, 1);
  });
  await open(send, async () => await again.opened);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test('u takes back replies of which the first is about to be sent, and its text has one draft', async () => {
  const { world, machine } = await openQueueAtHome();
  const gate = makeGate();
  let isSending = false;
  const posts: string[] = [];
  const send: Send = async (request) => {
    const { method, url } = request;
    if (url.pathname.endsWith('/messages')) posts.push(url.pathname);
    if (isSending && method === 'GET' && /\/tickets\/[0-9a-f-]{36}$/.test(url.pathname)) await gate.opened;
    return await world.send(request);
  };
  const begin = (): void => {
    isSending = true;
  };
  const steps = [
    { shows: opened, type: '  rHello' },
    { shows: /Hello/, before: begin, type: sendKey },
    { shows: /~[\s\S]*CASA-8[\s\S]*~[\s\S]*CASA-9/, type: 'u' },
    {
      shows: /CASA-8 and CASA-9: the reply was not sent \(kept as drafts\)/,
      before: gate.open,
      type: 'p',
    },
    { shows: /h high/, type: 'h' },
    // Sent after what was to be sent before.
    { shows: /CASA-8: \w+ → high/, type: 'q' },
  ];
  await playTriage(machine, steps, { send });
  expect(posts).toEqual([]);
  const drafts = draftsIn(join(machine.folder, 'state'));
  expect(drafts.map(({ words, state }) => [words[2], state === 'doubtful']).toSorted()).toEqual([
    ...[
      ['CASA-8', false],
      ['CASA-9', false],
    ],
  ]);
});
