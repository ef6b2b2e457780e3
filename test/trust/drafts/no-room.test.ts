import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeHome } from '../../support/computer/home.js';
import { tracker } from '../../support/computer/program.js';
import { mountSmallDisk } from '../../support/computer/small-disk.js';
import { openAtHome } from '../../support/run.js';
import { startServiceFor, task } from '../../support/sandbox/service.js';
import { refusingWrites } from '../../support/servers/meddling.js';
import { json, shortBody } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'mine']));
beforeEach(() => {
  // There is a file where the folder of the ledger should be, whoever runs the tests.
  const state = join(home.folder, '.local/state/tracker');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'ledger'), '');
  chmodSync(join(state, 'ledger'), 0o600);
});

const comment = ['tasks', 'comment', task.uuid, '-F', '-'];
const route = `POST /api/v1/tasks/${task.uuid}/comments`;
const noRoom = { TMPDIR: '/dev/null/nowhere' };

test('R70: a text that no file takes is printed, and so is what became of it', async () => {
  service.on(route, shortBody('{"id":', 201));
  const { code, stderr } = await tracker(home, comment, { stdin: 'one\n\u001b[31mtwo\n', env: noRoom });
  expect(code).toBe(8);
  expect(stderr).toMatch(/warning: what you wrote could not be saved; here it is\none\n[^\u001b]*two\nerror: /);
  expect(stderr).toContain('check before you run it again');
  expect(stderr).not.toContain('in tracker itself');
});

test('R70: in JSON it is one line', async () => {
  service.on(route, json({ message: 'on fire' }, 500));
  const { code, stderr } = await tracker(home, [...comment, '--json'], { stdin: 'one\ntwo\n', env: noRoom });
  expect(code).toBe(1);
  const told = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line)));
  expect(told.some((line) => line.includes('here it is: one\\ntwo'))).toBe(true);
  expect(told.at(-1)).toContain('on fire');
});

test.each([
  ['500', json({ message: 'on fire' }, 500), 1, 'hint: send it again with --body-file '],
  ['201 that breaks off', shortBody('{"id":', 201), 8, 'hint: check whether it has arrived; if not, add --body-file '],
])('R70: a text without a draft is a file, and %s says what to do with it', async (_what, answer, exitCode, hint) => {
  service.on(route, answer);
  const { code, stderr } = await tracker(home, comment, { stdin: 'one\n' });
  expect(code).toBe(exitCode);
  expect(stderr).toContain(hint);
  const [, file = ''] = /what you wrote is kept in (\S+)/.exec(stderr) ?? [];
  expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual(['one', 0o600]);
});

const probe = mountSmallDisk(16);
probe?.remove();

test.skipIf(!probe).each(['tickets reply CASA-8 -y', 'tickets note CASA-8', 'tasks comment SCM-1'])(
  'R70: a draft is deleted once %s has sent it, even if it could not be changed',
  async (command) => {
    const disk = mountSmallDisk(64);
    if (!disk) throw new Error('it could be mounted a moment ago');
    try {
      const { world, machine } = await openAtHome();
      const env = { TRACKER_STATE_DIR: disk.folder };
      await machine.run(`${command} -b one`, { env, send: refusingWrites(world.send, 400) });
      const [draft] = draftsIn(disk.folder);
      disk.leave(0);
      const sent = await machine.run(`${command} --from-draft ${draft?.id} -b two`, { env });
      expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('could not save a draft') });
      expect(draftsIn(disk.folder)).toEqual([]);
    } finally {
      disk.remove();
    }
  },
);
