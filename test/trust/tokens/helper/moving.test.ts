import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { configFile, putConfig, readConfig } from '../../../support/computer/config-files.js';
import { helperName, putHelper } from '../../../support/computer/credential-helper.js';
import { placesOf } from '../../../support/computer/files.js';
import { makeHome } from '../../../support/computer/home.js';
import { start } from '../../../support/computer/program.js';
import { usesNode } from '../../../support/computer/program-file.js';
import { runHere } from '../../../support/run-here.js';
import { canary, signIn, startSmallService } from '../../../support/sandbox/service.js';
import { eachTest } from '../../../support/set-up.js';
import { answerWork } from '../helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

const set = `config set credential-helper ${helperName}`;
const unset = 'config unset credential-helper -y';

/** Kills the program before it changes something for the nth time: on the disk or at the helper. */
const killing = `
const [fs, processes] = [require('node:fs'), require('node:child_process')];
let left = Number(process.env.KILL_AT);
for (const name of ['openSync', 'renameSync', 'unlinkSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    const isOurs = /(?:config|credentials)\\.json/.test(String(args[0]));
    if (isOurs && (name !== 'openSync' || args[1] === 'w') && left-- === 0) process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
const { spawn } = processes;
processes.spawn = (...args) => {
  if (/store|erase/.test(args[1]) && left-- === 0) process.kill(process.pid, 'SIGKILL');
  return spawn(...args);
};`;

test.skipIf(!usesNode).each([
  ['to a helper', unset, set],
  ['back', set, unset],
])(
  'R90: kill -9 at any moment of moving %s leaves all tokens readable, and what is moved again is moved',
  async (_, before, moving) => {
    const helper = putHelper(home);
    answerWork(service, service.guarded);
    const stored = service.token();
    await signIn(home, service.origin, stored, ['--name', 'work']);
    const given = canary();
    service.take(given);
    const env = { TRACKER_TOKEN: given, TRACKER_URL: service.origin };
    answerWork(service, service.rotating);
    expect((await runHere(home, 'tasks list', { env })).code).toBe(0);
    const successor = service.token();
    expect((await runHere(home, before)).code).toBe(0);
    const files = (['config', 'credentials'] as const).map(
      (name) => [name, readFileSync(configFile(home, name))] as const,
    );
    const keys = helper.kept();
    const preload = home.write('kill.cjs', killing);
    let kills = 0;
    for (; ; kills++) {
      const options = { env: { NODE_OPTIONS: `--require=${preload}`, KILL_AT: String(kills) } };
      const { code, stderr } = await start(home, ['tracker', ...moving.split(' ')], options).ended;
      expect((await runHere(home, 'token')).stdout).toBe(`${stored}\n`);
      expect((await runHere(home, 'token', { env })).stdout).toBe(`${successor}\n`);
      if (code !== undefined) {
        expect([code, stderr]).toEqual([0, expect.stringMatching(/crypted 2 tokens/)]);
        break;
      }
      // With the setting, nothing is left that could be read.
      if (JSON.stringify(readConfig(home, 'config')).includes('credential-helper') && moving === set)
        expect(placesOf(stored, home.folder)).toEqual([]);
      expect((await runHere(home, moving)).code).toBe(0);
      for (const each of [stored, successor]) expect(placesOf(each, home.folder).length).toBe(moving === set ? 0 : 1);
      for (const [name, content] of files) putConfig(home, name, content);
      helper.keep(keys);
    }
    expect(kills).toBeGreaterThan(7);
  },
);

test.each([
  ['of one store', (fake: string, other: string): void => symlinkSync(fake, other), []],
  [
    'of two stores, one of which erases in both',
    (fake: string, other: string): void =>
      writeFileSync(other, `#!/bin/sh\nif [ "$1" = erase ]; then exec ${fake} erase; fi\ncat ${fake}.key\n`, {
        mode: 0o755,
      }),
    ['erase'],
  ],
] as const)('R90: a move between two names %s leaves the user signed in', async (_what, make, erased) => {
  const helper = putHelper(home);
  const fake = join(dirname(home.folder), 'bin', `docker-credential-${helperName}`);
  answerWork(service, service.guarded);
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  make(fake, fake.replace(helperName, 'other'));
  const entry = { ServerURL: service.origin, Username: 'tracker', Secret: Buffer.alloc(32, 7).toString('base64') };
  writeFileSync(`${fake}.key`, JSON.stringify(entry));
  expect((await runHere(home, 'config set credential-helper other')).stderr).toContain('Encrypted 1 token.');
  const before = helper.calls().length;
  expect(await runHere(home, set)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Encrypted 1 token\.\n(?!.*erasing)/s),
  });
  expect(
    helper
      .calls()
      .slice(before)
      .filter((call) => call.startsWith('erase'))
      .map((call) => call.split(' ')[0]),
  ).toEqual(erased);
  expect((await runHere(home, 'token')).stdout).toBe(`${service.token()}\n`);
  expect(Object.keys(helper.kept())).toEqual([service.origin]);
});
