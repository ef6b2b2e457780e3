import { beforeEach, describe, expect, test } from 'vitest';
import { load } from '../../support/browser/login-form.js';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, start } from '../../support/computer/program.js';
import { usesNode } from '../../support/computer/program-file.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { expectNothingTold, interruptAtHeaders, sentTokens, stallAfterHeaders } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let first: string;

beforeEach(async () => {
  first = service.token();
  await signIn(home, service.origin, first, ['--name', 'work']);
});

const expectSilence = (ended: Outcome, ...secrets: readonly string[]): void =>
  expectNothingTold(ended, [...sentTokens(service), service.token(), ...secrets]);

describe('R28: --debug masks', () => {
  test('R28: the token that is signed in with, and those of set-auth-token', async () => {
    service.on('GET /api/v1/me', service.rotating(json({ user: { id: 'u', name: 'Ann' } })));
    const next = canary();
    service.take(next);
    const ended = await tracker(home, `login ${service.origin} --token --name more --debug`, { stdin: next });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('new token');
    expectSilence(ended, next);
    service.on('POST /api/auth/sign-out', service.rotating(json({})));
    expectSilence(await tracker(home, 'logout -I more --debug'), next);
  });

  test('R28: what the callback carries', async () => {
    const running = start(home, ['tracker', 'login', service.origin, '--no-browser', '--debug', '--name', 'web']);
    const [address] = await running.waitFor(/^http:\S+\/login\?\S+$/m);
    const { searchParams } = new URL(address);
    const token = canary();
    service.take(token);
    const callback = `http://127.0.0.1:${searchParams.get('port')}/callback?token=${token}&state=`;
    expect((await load(`${callback}wrong`)).status).toBe(400);
    await load(callback + searchParams.get('state'));
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('Signed in to') });
    expectSilence(ended, token);
    expect(ended.stderr).not.toContain('/callback?');
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT'] as const)(
  'R28: an end by %s tells no token',
  async (signal) => {
    service.on('GET /api/v1/tasks', service.rotating(stallAfterHeaders));
    const running = start(home, ['tracker', 'tasks', 'list', '--debug']);
    await service.received(service.requests.length + 1);
    running.kill(signal);
    expectSilence(await running.ended);
  },
);

test.skipIf(!usesNode)('R28: an end at the very moment of the headers reveals no token', async () => {
  service.on('GET /api/v1/tasks', service.rotating(stallAfterHeaders));
  const ended = await start(home, ['tracker', 'tasks', 'list', '--debug'], { env: interruptAtHeaders(home) }).ended;
  expect(ended.code).toBe(130);
  expectSilence(ended);
});

test('R28: a password in what was typed is not repeated, whatever is wrong with it', async () => {
  const secret = canary().replace('canary', 'secret');
  const address = `https://ann:${secret}@h.example/`;
  const here = service.origin.replace('//', `//user:${secret}@`);
  const cases: readonly (readonly [string, Readonly<Record<string, string>>?])[] = [
    ['tasks list', { TRACKER_INSTANCE: address }],
    ['tasks list', { TRACKER_URL: address.replace('//', '/') }],
    ['tasks list', { TRACKER_URL: address.replace('//', '///') }],
    [`tasks list -I ann:${secret}@h`],
    [`tasks list -I https:ann:${secret}@h.example`],
    [`login ${address.replace('//', '///')}`],
    [`login https://ann:p/${secret}@h.example/`],
    [`login https:ann:${secret}@h.example`],
    [`login ${service.origin} --name ${address}`],
    [`instances use ${address}`],
    [`instances remove ann:p@${secret}@h`],
    [`instances probe https:/ann:${secret}@h`],
    [`tasks view task:https:/ann:${secret}@h`],
    [`tasks view https://h.example/#access_token=${secret}`],
    [`open ${address}`],
    [`open https://h.example/?token=${secret}`],
    [`api ann:${secret}@h.example`],
    [`api //ann:${secret}@h.example`],
    [`api https://h.example/#${secret}`],
    [`tasks list ${address}`],
    [address],
    [`login ${here} --token --debug`],
    [`tasks list -I ${here} --debug`],
    [`instances probe ${here} --debug`],
    ['whoami --debug', { TRACKER_URL: here }],
  ];
  for (const [words, env = {}] of cases) {
    const ended = await tracker(home, words, { env });
    expect({ words, env, code: ended.code, shown: ended.stderr.includes(secret) }).toEqual({
      words,
      env,
      code: expect.toSatisfy((code: number) => code > 0),
      shown: false,
    });
  }
});

test('R28: a token that a server quotes cut, in other letters or encoded is not shown', async () => {
  const base64 = Buffer.from(first).toString('base64url');
  for (const message of [`${'x'.repeat(375)} bad token ${first}`, first.toUpperCase(), base64]) {
    service.on('GET /api/v1/me', json({ message }, 400));
    const { code, stderr } = await tracker(home, 'whoami --debug');
    expect(code).toBe(1);
    expect(stderr).toContain('***');
    for (const part of [first.slice(0, 9), base64.slice(0, 9)])
      expect(stderr.toLowerCase()).not.toContain(part.toLowerCase());
  }
});

test.skipIf(!usesNode)('R28: NODE_DEBUG makes Node print nothing, and the command ends as without it', async () => {
  const env = { NODE_DEBUG: 'http,net,undici', NODE_DEBUG_NATIVE: 'HTTP_PARSER' };
  const listed = await start(home, ['tracker', 'tasks', 'list'], { env }).ended;
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expectSilence(listed);
  expect((await start(home, ['tracker', 'tasks', 'list', '--nope'], { env }).ended).code).toBe(2);
});
