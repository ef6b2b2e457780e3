import { expect, test } from 'vitest';
import { putConfig, readConfig } from '../../support/computer/config-files.js';
import { helperName, putHelper } from '../../support/computer/credential-helper.js';
import { makeHome } from '../../support/computer/home.js';
import { start, tracker } from '../../support/computer/program.js';
import { usesNode } from '../../support/computer/program-file.js';
import { canary, signIn, startSmallService } from '../../support/sandbox/service.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startSmallService(canary()));

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

test.skipIf(!usesNode).each(['none', 'a helper'])(
  'R68, R90: a token is stored before anything is loaded or waited for, where the server is known to rotate, with %s (#10.17)',
  async (keeper) => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    if (keeper !== 'none') putHelper(home);
    if (keeper !== 'none') expect((await tracker(home, `config set credential-helper ${helperName}`)).code).toBe(0);
    answerWork(service, service.rotating);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    const before = service.token();
    // Long ago, so that this process does not take turns with others and hold the lock already.
    const { work } = readConfig(home, 'credentials').tokens as { readonly work: object };
    putConfig(home, 'credentials', JSON.stringify({ tokens: { work: { ...work, rotatedAt: 1 } }, signIns: 1 }));
    const killed = await start(home, ['tracker', 'tasks', 'list'], { env: killBeforeAnyDelay() }).ended;
    expect(killed.code).toBeUndefined();
    expect(service.token()).not.toBe(before);
    expect((await tracker(home, 'token')).stdout).toBe(`${service.token()}\n`);
    const { code, stderr } = await tracker(home, 'tasks list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  },
);
