import { describe, expect, test } from 'vitest';
import type { HttpReply, Send } from '../../../src/http/message.js';
import { openQueueAtHome, owner } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { opened, playTriage, send } from '../../support/triage.js';

const as = 'sean@lantern.example';

/** Triage that reads the list again while a reply is being written, and gets such an answer to it. */
async function composeWhile(bad: () => HttpReply, rest: readonly Step[]) {
  const { world, machine } = await openQueueAtHome();
  let isBad = false;
  const connection = meddling(world.send, ({ method, url }) =>
    isBad && method === 'GET' && url.pathname === '/api/v1/tickets' ? bad() : undefined,
  );
  const readAgain = (to: boolean, status: string) => async () => {
    isBad = to;
    await world.run(`tickets edit CASA-9 --status ${status}`, { as });
  };
  const steps = [
    { shows: opened, type: 'rWe are on' },
    { shows: /> We are on/, before: readAgain(true, 'in_progress'), type: ' ' },
    { shows: /○ failing since/, before: readAgain(false, 'open'), type: 'it', name: 'trouble' },
    ...rest,
  ];
  return { machine, ...(await playTriage(machine, steps, { send: connection })) };
}

test('a sign-in that is no longer valid leaves the screen and the text, and what is sent waits for the next one', async () => {
  const { world, machine } = await openQueueAtHome();
  const [entry] = await machine.vault.instances();
  if (!entry) throw new Error('not signed in');
  const signOut = async (): Promise<void> => {
    expect((await machine.run('logout')).code).toBe(0);
    await world.run('tickets edit CASA-9 --status in_progress', { as });
  };
  const signIn = async () => await machine.vault.signIn(entry, world.sandbox.signIn(owner), { makeDefault: true });
  const { shot } = await playTriage(machine, [
    { shows: opened, type: 'rWe are on' },
    { shows: /> We are on/, before: signOut, type: ' ' },
    { shows: /○ signed out since/, type: 'it', name: 'trouble' },
    { shows: /> We are on it/, type: send },
    { shows: /you are signed out; this will be sent once you have signed in again/, before: signIn, type: '' },
    { shows: /✓ CASA-8: reply sent/, type: 'q' },
  ]);
  // Which of the two is said depends on whether the token was read before the logout.
  expect(shot('trouble')).toMatch(
    /! (?:your sign-in to work\.example is no longer valid|you are not signed in[^;]*); sign in again in another window: tracker\s+login/,
  );
  const { stdout } = await machine.run('tickets view CASA-8');
  expect(stdout.match(/We are on it/g)).toHaveLength(1);
});

test('a sign-in as somebody else sends nothing: the reply waits on disk for whoever wrote it', async () => {
  const { world, machine } = await openQueueAtHome();
  const signInAs = async (email: string): Promise<void> => {
    const stdin = world.sandbox.signIn(email);
    expect(await machine.run('login work.example --name work --token', { stdin })).toMatchObject({ code: 0 });
  };
  const endSession = async (): Promise<void> => {
    world.sandbox.world.db.run('DELETE FROM sessions');
    await world.run('tickets edit CASA-9 --status in_progress', { as });
  };
  const replaced =
    /○ signed out since[\s\S]*you\s+are\s+now\s+signed\s+in\s+to\s+work\.example\s+as\s+Seán\s+O'Connor,\s+no\s+longer\s+as\s+Mara\s+Lindqvist;\s+sign\s+in\s+again\s+in\s+another\s+window:\s+tracker\s+login\s+--name\s+work/;
  await playTriage(machine, [
    { shows: opened, type: 'rWe are on' },
    { shows: /> We are on/, before: endSession, type: ' ' },
    { shows: /○ signed out since/, type: 'it' },
    { shows: /> We are on it/, type: send },
    {
      shows: /you are signed out; this will be sent once .* tracker\s+login --name work/,
      before: async () => await signInAs('sean@lantern.example'),
      type: '',
    },
    { shows: replaced, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ]);
  expect((await machine.run('tickets view CASA-8')).stdout).not.toContain('We are on it');
  await signInAs(owner);
  await playTriage(machine, [{ shows: /✓ CASA-8: reply sent/, type: 'q' }]);
  const { stdout } = await machine.run('tickets view CASA-8');
  expect(stdout.match(/We are on it/g)).toHaveLength(1);
});

test('where triage must end, it is said that the text is kept', async () => {
  const { stderr } = await failWhile('rWe are on', /> We are on/);
  expect(stderr).toMatch(/your reply about CASA-8 is kept as a draft\nhint: to see it: tracker drafts\n/);
});

test('what is typed while triage fails is not left for the shell', async () => {
  const { typedAhead } = await failWhile('j', /▸ +\S+ \S CASA-9/);
  expect(typedAhead).toEqual({ isTyped: true, isLeft: false });
});

/** Triage with an internal error in the background once this was typed and shown, and more is typed a moment later. */
async function failWhile(keys: string, shows: RegExp) {
  const { world, machine } = await openQueueAtHome();
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
  const fail = async (): Promise<void> => {
    isBroken = true;
    await world.run('tickets edit CASA-9 --status in_progress', { as });
  };
  const steps = [
    { shows: opened, type: keys },
    { shows, before: fail, type: '' },
  ];
  const ran = await playTriage(machine, steps, {
    ...{ send: connection, env: { NO_COLOR: '1' }, code: 1 },
    onStart: ({ io }) => {
      keyboard = io.stdin.stream() as NodeJS.ReadWriteStream & Keyboard;
      keyboard.setRawMode = (isRaw) => {
        if (!isRaw && isBroken) typedAhead.isLeft = !typedAhead.isTyped || keyboard?.readableLength !== 0;
      };
    },
  });
  return { ...ran, typedAhead };
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
      const { machine, shot } = await composeWhile(bad, [
        { shows: /● live[\s\S]*> We are on it/, type: send, name: 'again' },
        { shows: /✓ CASA-8: reply sent/, type: 'q' },
      ]);
      expect(shot('trouble')).toMatch(said);
      expect(shot('again')).not.toMatch(said);
      expect((await machine.run('tickets view CASA-8')).stdout).toContain('We are on it');
    },
  );

  test('to that of the number of notifications does not keep the list from being read', async () => {
    const { world, machine } = await openQueueAtHome();
    let bad = '';
    const connection = meddling(world.send, ({ url }) =>
      url.pathname === bad ? answerJson(bad.endsWith('badge') ? 503 : 403, { message: 'no' }) : undefined,
    );
    const breakList = async (): Promise<void> => {
      bad = '/api/v1/tickets';
      await world.run('tickets edit CASA-9 --status in_progress', { as });
    };
    // From then on, everything is read again.
    const breakCount = async (): Promise<void> => {
      bad = '/api/v1/inbox/badge';
      await world.run('tickets edit CASA-9 --priority high', { as });
      await world.run('tickets edit CASA-9 --status waiting_on_agent', { as });
    };
    const steps = [
      { shows: opened, before: breakList, type: '' },
      { shows: /○ failing since/, before: breakCount, type: '' },
      { shows: /\* +\S+ \S CASA-9/, type: 'q' },
    ];
    await playTriage(machine, steps, { send: connection });
  });
});
