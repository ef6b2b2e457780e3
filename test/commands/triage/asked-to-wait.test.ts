import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDrafts } from '../../../src/compose/saved/store.js';
import { interruption } from '../../../src/contract/errors.js';
import type { HttpRequest, Send } from '../../../src/http/message.js';
import { openQueue, owner } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';
import { playScreen, type Step } from '../../support/terminal/play-screen.js';

const size = { columns: 100, rows: 30 };

/** The service, which refuses the first changes, and when each was asked for (milliseconds). */
function busy(service: Send, { status, seconds, times }: { status: number; seconds: number; times: number }) {
  const asked: number[] = [];
  const isChange = ({ method, url }: HttpRequest): boolean => method === 'PATCH' || url.pathname.endsWith('/messages');
  const send = meddling(service, (request) => {
    if (!isChange(request)) return undefined;
    asked.push(performance.now());
    if (asked.length > times) return undefined;
    return answer(status, '{"message":"busy"}', { 'content-type': 'application/json', 'retry-after': `${seconds}` });
  });
  return { send, asked };
}

const always = Number.POSITIVE_INFINITY;

test.each([429, 503])('with --plain, a wait for the end sends it after a %i once the time is over', async (status) => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const { send, asked } = busy(world.send, { status, seconds: 1, times: 1 });
  const { code, stdout } = await machine.run('triage --plain', {
    ...{ terminal: size, send, signal: AbortSignal.timeout(30_000) },
    keys: ['p\n', '3\n', 'q\n', 'w\n'],
  });
  expect([code, asked.length]).toEqual([0, 2]);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect(stdout).toMatch(/CASA-8: \w+ → high/);
});

test.each([
  ['in two hours', 7_200, 'today', '2h', '18:40'],
  ['tomorrow', 86_400, 'another day', '1d', '21 Nov, 16:40'],
])(
  'a wait that ends %s says why, how long and until when, on the screen and with --plain',
  async (...[, seconds, , wait, end]) => {
    const world = await openQueue();
    const machine = await world.machine(owner);
    const { send } = busy(world.send, { status: 503, seconds, times: always });
    const played = playScreen(size, [
      { shows: /live[\s\S]*CASA-8 [\s\S]*newest first/, type: 'p' },
      { shows: /h high/, type: 'h' },
      { shows: new RegExp(`! busy; \\S+ asks you to wait ${wait} before the next request; this\\s+will`), type: 'q' },
      { shows: new RegExp(`1 not sent yet: {2}w wait until ${end} {2}k keep`), type: 'w' },
      { shows: new RegExp(`1 not sent yet, waiting until ${end}:`), type: 'd' },
    ]);
    const signal = AbortSignal.timeout(30_000);
    const { code } = await machine.run('triage', { terminal: size, player: played.player, send, signal });
    expect(code, played.stuck()).toBe(0);
    const ending = new AbortController();
    const { stdout } = await machine.run('triage --plain', {
      ...{ terminal: size, send, signal: AbortSignal.any([signal, ending.signal]) },
      keys: ['p\n', '3\n', 'q\n', 'w\n'],
      player: (written) => {
        if (written.includes('Ctrl-C keeps the rest')) ending.abort(interruption());
      },
    });
    expect(signal.aborted).toBe(false);
    expect(stdout).toContain(`1 not sent yet: 1 wait until ${end}, 2 keep for next time`);
    expect(stdout).toContain(`\nwaiting until ${end}; Ctrl-C keeps the rest for next time\n`);
  },
);

test('nor does quitting and starting again', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const { send, asked } = busy(world.send, { status: 429, seconds: 60, times: 1 });
  const run = async (...keys: readonly string[]) =>
    await machine.run('triage --plain', { terminal: size, send, keys, signal: AbortSignal.timeout(30_000) });
  await run('p\n', '3\n', 'q\n', 'k\n');
  const { stdout } = await run('j\n', 'q\n', 'k\n');
  expect(stdout).toMatch(/1 not sent yet: the server has asked to wait \d+ s more/);
  expect(asked.length).toBe(1);
});

test('u takes back a reply to several tickets as a whole, also after a restart', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const { send, asked } = busy(world.send, { status: 429, seconds: 60, times: 1 });
  const run = async (steps: readonly Step[]): Promise<void> => {
    const played = playScreen(size, steps);
    const { code } = await machine.run('triage', {
      ...{ terminal: size, player: played.player, send, signal: AbortSignal.timeout(30_000) },
    });
    expect(code, played.stuck()).toBe(0);
  };
  const opened = /live[\s\S]*CASA-8 [\s\S]*newest first/;
  const takenBack = {
    shows: /CASA-\d+, CASA-\d+ and\s+CASA-\d+: the reply was not sent \(kept as drafts\)\s/,
    type: 'q',
  };
  const waits = /wait 60 s before the next request; this will be sent after/;
  await run([
    { shows: opened, type: '   krHello\u0013' },
    { shows: waits, type: 'q' },
    { shows: /3 not sent yet/, type: 'k' },
  ]);
  await run([{ shows: /live[\s\S]*3 not sent yet: the server has asked/, type: 'u' }, takenBack]);
  expect(asked).toHaveLength(1);
  const drafts = openDrafts(() => join(machine.folder, 'state')).all();
  expect(drafts.map(({ words }) => words[2]).toSorted()).toEqual(['CASA-13', 'CASA-8', 'CASA-9']);
});

test('a row whose server has asked to wait is asked for once at a time while triage opens', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const open = async (send: Send): Promise<void> => {
    const played = playScreen(size, [{ shows: /live[\s\S]*CASA-8 [\s\S]*Of 9,800, no/, type: 'q' }]);
    const { code } = await machine.run('triage -s open --sort updated', {
      ...{ terminal: size, player: played.player, send, signal: AbortSignal.timeout(30_000) },
    });
    expect(code, played.stuck()).toBe(0);
  };
  await open(world.send);
  const asked: number[] = [];
  const send = meddling(world.send, ({ url }) => {
    if (!/\/tickets\/[0-9a-f-]{36}$/.test(url.pathname)) return undefined;
    asked.push(performance.now());
    return asked.length > 1
      ? undefined
      : answer(429, '{"message":"busy"}', { 'content-type': 'application/json', 'retry-after': '1' });
  });
  await open(send);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test('u takes back replies of which the first is about to be sent, and its text has one draft', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isSending = false;
  const posts: string[] = [];
  const send: Send = async (request) => {
    const { method, url } = request;
    if (url.pathname.endsWith('/messages')) posts.push(url.pathname);
    if (isSending && method === 'GET' && /\/tickets\/[0-9a-f-]{36}$/.test(url.pathname)) await gate;
    return await world.send(request);
  };
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-8 [\s\S]*newest first/, type: '  rHello' },
    { shows: /Hello/, type: '\u0013' },
    { shows: /~[\s\S]*CASA-8[\s\S]*~[\s\S]*CASA-9/, type: 'u' },
    { shows: /CASA-8 and CASA-9: the reply was not sent \(kept as drafts\)/, type: 'p' },
    { shows: /h high/, type: 'h' },
    // Sent after what was to be sent before.
    { shows: /CASA-8: \w+ → high/, type: 'q' },
  ]);
  const { code } = await machine.run('triage', {
    terminal: size,
    player: (written, type) =>
      played.player(written, (typed) => {
        if (typed === '\u0013') isSending = true;
        if (typed === 'p') release();
        type(typed);
      }),
    send,
    signal: AbortSignal.timeout(30_000),
  });
  expect(code, played.stuck()).toBe(0);
  expect(posts).toEqual([]);
  const drafts = openDrafts(() => join(machine.folder, 'state')).all();
  expect(drafts.map(({ words, mayHaveArrived = false }) => [words[2], mayHaveArrived]).toSorted()).toEqual([
    ...[
      ['CASA-8', false],
      ['CASA-9', false],
    ],
  ]);
});
