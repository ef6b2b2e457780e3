import { expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, start } from '../../support/computer/program.js';
import { usesNode } from '../../support/computer/program-file.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, startServiceFor } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { answerAll, commands, echoAll, formats, isLocal } from './commands.js';
import { answerWork, expectNothingTold, sentTokens, storedToken } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

test.each(formats)('R28: no command reveals a token with --debug %s', async (format) => {
  answerAll(service);
  let succeeded = 0;
  for (const words of commands) {
    const ended = await tracker(home, `${words} --debug ${format}`.trim());
    expect({ words, code: ended.code }).not.toEqual({ words, code: 3 });
    expectNothingTold(ended, [...sentTokens(service), service.token()]);
    if (ended.code !== 0) continue;
    succeeded++;
    expect({ words, isTraced: /^(?:debug: |\{"debug":)/m.test(ended.stderr) }).toEqual({
      words,
      isTraced: !isLocal(words),
    });
  }
  expect(succeeded).toBeGreaterThan(4);
  expect(storedToken(home, 'work')).toBe(service.token());
});

function expectSilence(words: string, { stdout, stderr }: Outcome, secret = service.token()): void {
  expect({ words, stdout, stderr, isTold: (stdout + stderr).includes(secret) }).toMatchObject({ isTold: false });
}

test.each([
  ['', 400],
  ['--json', 422],
  ['--debug', 403],
  ['--json --debug', 404],
] as const)('R28: a server that quotes the token in its refusals is not quoted with %s', async (flags, status) => {
  echoAll(service, status);
  for (const words of commands) {
    const ended = await tracker(home, `${words} ${flags}`.trim());
    if (!isLocal(words)) expect({ words, code: ended.code }).not.toEqual({ words, code: 0 });
    expectSilence(words, ended);
  }
});

test('R28: nor in warnings, nor when it quotes what signs in or out', async () => {
  const quoting = json({ message: `no: ${service.token()}` }, 500);
  service.on('POST /api/auth/sign-out', quoting);
  expectSilence('logout', await tracker(home, 'logout --debug'));
  const token = canary();
  service.on('GET /api/v1/me', json({ message: `bad ${token}` }, 403));
  for (const flags of ['', ' --json', ' --debug']) {
    const words = `login ${service.origin} --token${flags}`;
    const ended = await tracker(home, words, { stdin: token });
    expect(ended.code).not.toBe(0);
    expectSilence(words, ended, token);
  }
});

test('R28: nor when the token comes from the environment, or has just been rotated', async () => {
  const env = { TRACKER_TOKEN: service.token(), TRACKER_URL: service.origin };
  echoAll(service, 400);
  expectSilence('environment', await tracker(home, 'tasks list', { env }));
  const next = canary();
  service.on('GET /api/v1/tasks', json({ message: `your new one is ${next}` }, 400, { 'set-auth-token': next }));
  expectSilence('rotated', await tracker(home, 'tasks list'), next);
});

/** Places where the program is made to break with a message that quotes its token. */
const crashes: Readonly<Record<string, string>> = {
  'before the request is sent': `const http = require('node:http');
http.request = () => { throw new Error('Invalid header: Bearer ' + process.env.CANARY); };`,
  'when the answer is parsed': `const { parse } = JSON;
JSON.parse = (text, ...more) => { if (text.includes('"tasks"')) throw new SyntaxError(process.env.CANARY); return parse(text, ...more); };`,
  'outside of everything, as an exception': `const http = require('node:http');
const { emit } = http.ClientRequest.prototype;
http.ClientRequest.prototype.emit = function (name, ...more) {
  if (name === 'response') setImmediate(() => { throw new Error('lost ' + process.env.CANARY); });
  return emit.call(this, name, ...more); };`,
  'outside of everything, as a rejection': `const http = require('node:http');
const { emit } = http.ClientRequest.prototype;
http.ClientRequest.prototype.emit = function (name, ...more) {
  if (name === 'response') { void Promise.reject(new Error('lost ' + process.env.CANARY)); return true; }
  return emit.call(this, name, ...more); };`,
  'with a value that is no error': `const http = require('node:http');
http.request = () => { throw { token: process.env.CANARY, toString: () => process.env.CANARY }; };`,
};

test.skipIf(!usesNode).each(Object.entries(crashes))('R28: a crash %s reveals no token', async (where, source) => {
  answerWork(service, service.guarded);
  const file = home.write('crash.cjs', source);
  const env = { NODE_OPTIONS: `--require=${file}`, CANARY: service.token() };
  // With --debug, all is said that is said without, and more.
  for (const flags of [' --debug', ' --json --debug']) {
    const ended = await start(home, ['tracker', ...`tasks list${flags}`.split(' ')], { env }).ended;
    expect({ where, flags, code: ended.code }).toEqual({ where, flags, code: 1 });
    expect(ended.stderr).not.toBe('');
    expectSilence(`${where}${flags}`, ended);
  }
});
