import { describe, expect, test } from 'vitest';
import type { HttpReply, Send } from '../../../src/http/message.js';
import { openQueue, owner } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';
import { playScreen, type Step } from '../../support/terminal/play-screen.js';
import { until } from '../../support/until.js';

const size = { columns: 100, rows: 30 };
const send = '\u0013';
const first = /● live[\s\S]*CASA-8 [\s\S]*newest first/;

/** Triage that reads the list again while a reply is being written, and gets such an answer to it. */
async function composeWhile(bad: () => HttpReply, rest: readonly Step[]) {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const colleague = await world.machine('sean@lantern.example');
  let isBad = false;
  const connection = meddling(world.send, ({ method, url }) =>
    isBad && method === 'GET' && url.pathname === '/api/v1/tickets' ? bad() : undefined,
  );
  const played = playScreen(size, [
    { shows: first, type: 'rWe are on' },
    { shows: /> We are on/, type: ' ', name: 'composing' },
    ...rest,
  ]);
  const running = machine.run('triage', {
    ...{ terminal: size, player: played.player, send: connection, signal: AbortSignal.timeout(30_000) },
  });
  await until('the composer', () => played.shots.has('composing'));
  isBad = true;
  await colleague.run('tickets edit CASA-9 --status in_progress');
  await until('the trouble', () => played.shots.has('trouble'));
  isBad = false;
  await colleague.run('tickets edit CASA-9 --status open');
  const { code, stderr } = await running;
  expect(code, played.stuck()).toBe(0);
  return { world, machine, stderr, shots: played.shots };
}

test('a sign-in that is no longer valid leaves the screen and the text, and what is sent waits for the next one', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const [entry] = await machine.vault.instances();
  if (!entry) throw new Error('not signed in');
  const played = playScreen(size, [
    { shows: first, type: 'rWe are on' },
    { shows: /> We are on/, type: ' ', name: 'composing' },
    { shows: /○ signed out since/, type: 'it', name: 'trouble' },
    { shows: /> We are on it/, type: send },
    { shows: /you are signed out; this will be sent once you have signed in again/, type: '', name: 'held' },
    { shows: /✓ CASA-8: reply sent/, type: 'q' },
  ]);
  const running = machine.run('triage', {
    ...{ terminal: size, player: played.player, signal: AbortSignal.timeout(30_000) },
  });
  await until('the composer', () => played.shots.has('composing'));
  expect((await machine.run('logout')).code).toBe(0);
  await world.run('tickets edit CASA-9 --status in_progress', { as: 'sean@lantern.example' });
  await until('the waiting reply', () => played.shots.has('held'));
  await machine.vault.signIn(entry, world.sandbox.signIn(owner), { makeDefault: true });
  expect((await running).code, played.stuck()).toBe(0);
  // Which of the two is said depends on whether the token was read before the logout.
  expect(played.shots.get('trouble')?.join('\n')).toMatch(
    /! (?:your sign-in to work\.example is no longer valid|you are not signed in[^;]*); sign in again in another window: tracker\s+login/,
  );
  const { stdout } = await machine.run('tickets view CASA-8');
  expect(stdout.match(/We are on it/g)).toHaveLength(1);
});

test('a sign-in as somebody else sends nothing: the reply waits on disk for whoever wrote it', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const signInAs = async (email: string): Promise<void> => {
    const stdin = world.sandbox.signIn(email);
    expect(await machine.run('login work.example --name work --token', { stdin })).toMatchObject({ code: 0 });
  };
  const reply = { shows: /> We are on it/, type: send };
  const held = {
    shows: /you are signed out; this will be sent once .* tracker\s+login --name work/,
    type: '',
    name: 'held',
  };
  const replaced =
    /○ signed out since[\s\S]*you\s+are\s+now\s+signed\s+in\s+to\s+work\.example\s+as\s+Seán\s+O'Connor,\s+no\s+longer\s+as\s+Mara\s+Lindqvist;\s+sign\s+in\s+again\s+in\s+another\s+window:\s+tracker\s+login\s+--name\s+work/;
  const played = playScreen(size, [
    { shows: first, type: 'rWe are on' },
    { shows: /> We are on/, type: ' ', name: 'composing' },
    { shows: /○ signed out since/, type: 'it' },
    ...[reply, held],
    { shows: replaced, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ]);
  const running = machine.run('triage', {
    ...{ terminal: size, player: played.player, signal: AbortSignal.timeout(30_000) },
  });
  await until('the composer', () => played.shots.has('composing'));
  world.sandbox.world.db.run('DELETE FROM sessions');
  await world.run('tickets edit CASA-9 --status in_progress', { as: 'sean@lantern.example' });
  await until('the waiting reply', () => played.shots.has('held'));
  await signInAs('sean@lantern.example');
  expect((await running).code, played.stuck()).toBe(0);
  expect((await machine.run('tickets view CASA-8')).stdout).not.toContain('We are on it');
  await signInAs(owner);
  const again = playScreen(size, [{ shows: /✓ CASA-8: reply sent/, type: 'q' }]);
  const { code } = await machine.run('triage', {
    ...{ terminal: size, player: again.player, signal: AbortSignal.timeout(30_000) },
  });
  expect(code, again.stuck()).toBe(0);
  const { stdout } = await machine.run('tickets view CASA-8');
  expect(stdout.match(/We are on it/g)).toHaveLength(1);
}, 60_000);

test('where triage must end, it is said that the text is kept', async () => {
  const { stderr, code } = await failWhile('rWe are on', /> We are on/);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/your reply about CASA-8 is kept as a draft\nhint: to see it: tracker drafts\n/),
  ]);
});

test('what is typed while triage fails is not left for the shell', async () => {
  const { typedAhead } = await failWhile('j', /▸ +\S+ \S CASA-9/);
  expect(typedAhead).toEqual({ isTyped: true, isLeft: false });
});

/** Triage with an internal error in the background once this was typed and shown, and more is typed a moment later. */
async function failWhile(keys: string, shows: RegExp) {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const typedAhead = { isTyped: false, isLeft: true };
  let keyboard: (NodeJS.ReadWriteStream & Keyboard) | undefined;
  let isBroken = false;
  const connection: Send = async (request) => {
    if (!isBroken || request.url.pathname !== '/api/v1/tickets') return await world.send(request);
    setTimeout(() => {
      typedAhead.isTyped = true;
      keyboard?.write('reboot\r');
    }, 20);
    throw new Error('broken');
  };
  const played = playScreen(size, [
    { shows: first, type: keys },
    { shows, type: '', name: 'ready' },
  ]);
  const running = machine.run('triage', {
    ...{ terminal: size, player: played.player, send: connection, signal: AbortSignal.timeout(30_000) },
    env: { NO_COLOR: '1' },
    onStart: ({ io }) => {
      keyboard = io.stdin.stream() as NodeJS.ReadWriteStream & Keyboard;
      keyboard.setRawMode = (isRaw) => {
        if (!isRaw && isBroken) typedAhead.isLeft = !typedAhead.isTyped || keyboard?.readableLength !== 0;
      };
    },
  });
  await until('the screen', () => played.shots.has('ready'));
  isBroken = true;
  await world.run('tickets edit CASA-9 --status in_progress', { as: 'sean@lantern.example' });
  return { ...(await running), typedAhead };
}

interface Keyboard {
  setRawMode?: (isRaw: boolean) => void;
  readonly readableLength: number;
}

describe('a bad answer to a read in the background', () => {
  test.each([
    ['a refusal', () => answerJson(403, { message: 'no' }), /! not up to date: no/],
    ['no such path', () => answer(404, 'not here'), /! not up to date: \S+ returned 404/],
    [
      'a page for people',
      () => answer(200, '<html></html>', { 'content-type': 'text/html' }),
      /! not up to date: the response [\s\S]*is not JSON/,
    ],
  ])(
    'such as %s leaves the screen and the text, and is said until the next look, which tries again',
    async (_what, bad, said) => {
      const { machine, shots } = await composeWhile(bad, [
        { shows: /○ failing since/, type: 'it', name: 'trouble' },
        { shows: /● live[\s\S]*> We are on it/, type: send, name: 'again' },
        { shows: /✓ CASA-8: reply sent/, type: 'q' },
      ]);
      expect(shots.get('trouble')?.join('\n')).toMatch(said);
      expect(shots.get('again')?.join('\n')).not.toMatch(said);
      expect((await machine.run('tickets view CASA-8')).stdout).toContain('We are on it');
    },
  );

  test('to that of the number of notifications does not keep the list from being read', async () => {
    const world = await openQueue();
    const machine = await world.machine(owner);
    const colleague = await world.machine('sean@lantern.example');
    let bad = '';
    const connection = meddling(world.send, ({ url }) =>
      url.pathname === bad ? answerJson(bad.endsWith('badge') ? 503 : 403, { message: 'no' }) : undefined,
    );
    const played = playScreen(size, [
      { shows: first, type: '', name: 'ready' },
      { shows: /○ failing since/, type: '', name: 'trouble' },
      { shows: /\* +\S+ \S CASA-9/, type: 'q' },
    ]);
    const running = machine.run('triage', {
      ...{ terminal: size, player: played.player, send: connection, signal: AbortSignal.timeout(30_000) },
    });
    await until('the screen', () => played.shots.has('ready'));
    bad = '/api/v1/tickets';
    await colleague.run('tickets edit CASA-9 --status in_progress');
    await until('the trouble', () => played.shots.has('trouble'));
    // From now on, everything is read again.
    bad = '/api/v1/inbox/badge';
    await colleague.run('tickets edit CASA-9 --priority high');
    await colleague.run('tickets edit CASA-9 --status waiting_on_agent');
    expect((await running).code, played.stuck()).toBe(0);
  });
});
