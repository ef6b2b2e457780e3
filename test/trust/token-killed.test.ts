import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { putConfig, readConfig } from '../support/config-files.js';
import { type Home, makeHome } from '../support/home.js';
import { start, tracker } from '../support/program.js';
import { canary, type SmallService, signIn, startSmallService } from '../support/service.js';
import { answerWork, credentialsFile, sentTokens, storedToken } from './token-helpers.js';

let home: Home;
let service: SmallService;

beforeEach(async () => {
  home = makeHome();
  service = await startSmallService(canary());
});
afterEach(async () => {
  await service.close();
  await home.close();
});

/** Kills the program as soon as it loads code of its own or waits for the disk, once headers with a token have arrived. */
function killBeforeAnyDelay(): Readonly<Record<string, string>> {
  const file = home.write(
    'kill.cjs',
    `const { ClientRequest } = require('node:http');
const fs = require('node:fs');
const Module = require('node:module');
let hasArrived = false;
const die = () => hasArrived && process.kill(process.pid, 'SIGKILL');
const { emit } = ClientRequest.prototype;
ClientRequest.prototype.emit = function (name, ...args) {
  // The program rehearses with a token of its own.
  if (name === 'response') hasArrived = args[0].headers['set-auth-token']?.startsWith('canary-');
  return emit.call(this, name, ...args);
};
const { fsyncSync } = fs;
fs.fsyncSync = (...args) => die() || fsyncSync(...args);
const load = Module._load;
Module._load = function (name, ...args) {
  if (name.startsWith('.') && !require.cache[Module._resolveFilename(name, ...args)]) die();
  return load.call(this, name, ...args);
};`,
  );
  return { NODE_OPTIONS: `--require=${file}` };
}

/** Answers a list and rotates the token, then kills the program; the next one sends only the new token. */
async function killedOnce(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const before = service.token();
  const killed = await start(home, ['tracker', 'tasks', 'list'], { env: { ...env, ...killBeforeAnyDelay() } }).ended;
  expect(killed.code).toBeUndefined();
  const next = service.token();
  expect(next).not.toBe(before);
  expect(filesAhead()).toHaveLength(1);
  const { length } = sentTokens(service);
  expect(await tracker(home, 'tasks list', { env })).toMatchObject({ code: 0, stderr: '' });
  expect(sentTokens(service).slice(length)).toEqual([next]);
  expect(filesAhead()).toEqual([]);
}

const filesAhead = (): readonly string[] =>
  readdirSync(dirname(credentialsFile(home))).filter((name) => name.startsWith('credentials.json.new-'));

describe('R68: a token of a killed process is found by the next one (#10.17)', () => {
  test('of an instance', async () => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    answerWork(service, service.rotating);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    // Long ago, so that this process does not take turns with others and hold the lock already.
    const { work } = readConfig(home, 'credentials').tokens as { readonly work: object };
    putConfig(home, 'credentials', JSON.stringify({ tokens: { work: { ...work, rotatedAt: 1 } }, signIns: 1 }));
    await killedOnce();
    expect(storedToken(home, 'work')).toBe(service.token());
  });

  test('of TRACKER_TOKEN', async () => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    answerWork(service, service.rotating);
    const env = { TRACKER_TOKEN: service.token(), TRACKER_URL: service.origin };
    await killedOnce(env);
    await killedOnce(env);
  });

  test('of TRACKER_TOKEN_FILE', async () => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    answerWork(service, service.rotating);
    const file = home.write('token', service.token());
    await killedOnce({ TRACKER_TOKEN_FILE: file, TRACKER_URL: service.origin });
    expect(readFileSync(file, 'utf8').trim()).toBe(service.token());
  });
});
