import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.js';
import { shell, start, tracker } from '../support/program.js';
import { canary, type SmallService, signIn, startSmallService, task } from '../support/service.js';
import { loadTerminals } from '../support/terminal.js';

let home: Home;
let service: SmallService;
let given: string;

beforeEach(async () => {
  home = makeHome();
  given = canary();
  service = await startSmallService(given);
});
afterEach(async () => {
  await service.close();
  await home.close();
});

const hasDevices = process.platform === 'linux';
const terminals = await loadTerminals();
const listed = { code: 0, stdout: expect.stringContaining(task.title) };

function clone(make: (file: string) => void): string {
  const folder = join(home.folder, 'clone');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  make(join(folder, '.tracker.json'));
  return folder;
}

test.skipIf(!hasDevices)('R27: a .tracker.json that is a device, a pipe or too large is ignored', async () => {
  await signIn(home, service.origin, given);
  for (const [make, why] of [
    [(file: string) => symlinkSync('/dev/zero', file), 'is not an ordinary file'],
    [(file: string) => expect(spawnSync('mkfifo', [file]).status).toBe(0), 'is not an ordinary file'],
    [(file: string) => writeFileSync(file, `{"x":"${'x'.repeat(70_000)}"}`), 'is larger than 64 kB'],
  ] as const) {
    const folder = clone(make);
    const stderr = `warning: ${join(folder, '.tracker.json')} is ignored because it ${why}\n`;
    expect(await tracker(home, 'tasks list', { folder })).toEqual({ ...listed, stderr });
  }
});

test.skipIf(!terminals || !hasDevices)('R27: a .tracker.json that leads to the terminal waits for nobody', async () => {
  await signIn(home, service.origin, given);
  const folder = clone((file) => symlinkSync('/dev/tty', file));
  const { code, raw } = (await terminals?.(home, ['sh', '-c', `cd ${folder} && tracker tasks list`]).ended) ?? {};
  expect(code).toBe(0);
  expect(raw).toContain('is not an ordinary file');
  expect(raw).toContain(task.title);
});

test.skipIf(!hasDevices)('R12: login --token with an endless standard input is a usage error at once', async () => {
  const line = `tracker login ${service.origin} --token < /dev/zero`;
  const { code, stdout, stderr } = await shell(home, line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: standard input holds more than 64 kB\n$/);
  const running = start(home, ['tracker', 'login', service.origin, '--token'], { stdin: 'x'.repeat(70_000) });
  expect(await running.ended).toMatchObject({ code: 2, stdout: '', stderr });
});
