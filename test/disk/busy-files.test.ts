import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/computer/folder.js';
import { builtFile } from '../support/computer/program-file.js';

/** Makes Node behave as on Windows, where each of these is refused so many times before it is done. */
const asOnWindows = (refusals: number): string => `
  const fs = require('node:fs');
  Object.defineProperty(process, 'platform', { value: 'win32' });
  process.getuid = undefined;
  for (const [name, isRefused] of [
    ['renameSync', () => true],
    ['unlinkSync', () => true],
    ['openSync', (path, flags) => flags === 'wx' && path.endsWith('.lock')],
  ]) {
    const original = fs[name];
    const times = new Map();
    fs[name] = (...given) => {
      const count = times.get(given[0]) ?? 0;
      times.set(given[0], count + 1);
      if (isRefused(...given) && count < ${refusals}) throw Object.assign(new Error('refused'), { code: 'EPERM' });
      return original(...given);
    };
  }`;

function setEditor(refusals: number) {
  const folder = makeFolder();
  writeFileSync(join(folder, 'windows.cjs'), asOnWindows(refusals));
  for (const name of ['roaming', 'local']) mkdirSync(join(folder, name));
  const env = { PATH: process.env.PATH, APPDATA: join(folder, 'roaming'), LOCALAPPDATA: join(folder, 'local') };
  const words = ['--require', join(folder, 'windows.cjs'), builtFile, 'config', 'set', 'editor', 'notepad'];
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  return { status, stderr, config: join(folder, 'roaming', 'tracker', 'config') };
}

test('what another program has open for a moment is replaced, removed and locked all the same', () => {
  const { status, stderr, config } = setEditor(3);
  expect([status, stderr]).toEqual([0, 'Set editor to notepad.\n']);
  expect(readdirSync(config)).toEqual(['config.json']);
  expect(JSON.parse(readFileSync(join(config, 'config.json'), 'utf8'))).toMatchObject({
    settings: { editor: 'notepad' },
  });
});

test('what stays open is said to be', () => {
  const { status, stderr } = setEditor(1_000);
  expect([status, stderr]).toEqual([1, expect.stringContaining('config.json.lock: EPERM')]);
});
