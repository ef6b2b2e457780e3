import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { configFile, configFolder, putConfig, readConfig } from '../../support/computer/config-files.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { remarked } from '../../support/run.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { json, text } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
const first = eachTest(startSmallService);
const second = eachTest(startSmallService);

beforeEach(async () => {
  for (const service of [first, second]) service.on('POST /api/auth/sign-out', service.guarded(text('', 204)));
});

test('R23: signing out leaves the token in no file, leftovers included; twice does no harm, and other hosts stay', async () => {
  await signIn(home, first.origin, first.token());
  await signIn(home, second.origin, second.token());
  const leftovers = ['credentials.json.tmp-1763712345a1b2c3', 'credentials.json.tmp-next', 'credentials.json.damaged'];
  for (const name of leftovers) writeFileSync(join(configFolder(home), name), `{"token":"${first.token()}`);
  const out = await tracker(home, ['logout', '-I', first.origin]);
  expect(out).toEqual(
    remarked(
      '',
      `Deleted ${configFile(home, 'credentials')}.damaged, a damaged file with unusable tokens.\n` +
        `Signed out of 127.0.0.1:${first.port} (${first.origin}).\n`,
    ),
  );
  expect(first.requests.at(-1)).toMatchObject({ method: 'POST', target: '/api/auth/sign-out' });
  expect(textBelow(home.folder)).not.toContain(first.token());
  expect(readdirSync(configFolder(home)).sort()).toEqual(['config.json', 'credentials.json']);
  writeFileSync(join(configFolder(home), 'credentials.json.tmp-next'), first.token());
  expect((await tracker(home, ['logout', '-I', first.origin])).stderr).toBe('You were not signed in.\n');
  expect(textBelow(home.folder)).not.toContain(first.token());
  expect((await tracker(home, ['tasks', 'list', '-q', '-I', second.origin])).stdout).toBe('ABC-1\n');
});

test('R23: what is no yes to the end of a session is not taken for one', async () => {
  for (const status of [300, 302, 304]) {
    first.on('POST /api/auth/sign-out', text('', status));
    await signIn(home, first.origin, first.token());
    const stderr = expect.stringContaining(`returned ${status}`);
    expect(await tracker(home, 'logout')).toMatchObject({ code: 0, stderr });
  }
});

test('R23: signing out of everything forgets successors, unknown instances and what is damaged', async () => {
  const given = canary();
  first.take(given);
  first.on('GET /api/v1/tasks', first.rotating(json({ tasks: [task] })));
  const env = { TRACKER_URL: first.origin, TRACKER_TOKEN: given };
  expect((await tracker(home, 'tasks list -q', { env })).stdout).toBe('ABC-1\n');
  expect(textBelow(configFolder(home))).toContain(first.token());
  await signIn(home, second.origin, second.token());
  putConfig(home, 'config', '{"instances":');
  const out = await tracker(home, 'logout --all', { env });
  expect(out).toEqual(
    remarked(
      '',
      'warning: TRACKER_TOKEN is set: its token stays valid, here and on its server\n' +
        `Signed out of 127.0.0.1:${second.port} (${second.origin}).\n`,
    ),
  );
  expect(textBelow(home.folder)).not.toMatch(/canary-/);
  putConfig(home, 'credentials', `{"tokens":"${canary()}`);
  const again = await tracker(home, 'logout --all');
  expect(again.code).toBe(0);
  expect(again.stderr).toContain('is damaged: its sessions cannot be ended on their servers\n');
  expect(textBelow(home.folder)).not.toMatch(/canary-/);
  expect(await tracker(home, 'logout --all')).toEqual({ code: 0, stdout: '', stderr: 'You were not signed in.\n' });
});

test('R69: linked files stay links through sign-in, rotation, repair and sign-out, even before their targets exist', async () => {
  const elsewhere = join(home.folder, 'dotfiles');
  for (const folder of [elsewhere, configFolder(home)]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of ['config', 'credentials'] as const) symlinkSync(`../../dotfiles/${name}`, configFile(home, name));
  const areLinks = (): boolean =>
    (['config', 'credentials'] as const).every((name) => lstatSync(configFile(home, name)).isSymbolicLink());
  first.on('GET /api/v1/tasks', first.rotating(json({ tasks: [task] })));
  await signIn(home, first.origin, first.token());
  expect([areLinks(), readdirSync(elsewhere).sort()]).toEqual([true, ['config', 'credentials']]);
  expect((await tracker(home, 'tasks list')).code).toBe(0);
  expect([areLinks(), textBelow(elsewhere).includes(first.token())]).toEqual([true, true]);
  writeFileSync(join(elsewhere, 'credentials'), 'damaged');
  writeFileSync(join(elsewhere, 'credentials.tmp-1763712345a1b2c3'), 'canary-left');
  await signIn(home, first.origin, first.token());
  expect([areLinks(), readdirSync(elsewhere).sort()]).toEqual([true, ['config', 'credentials', 'credentials.damaged']]);
  expect((await tracker(home, 'logout --all')).code).toBe(0);
  expect([areLinks(), readdirSync(elsewhere).sort()]).toEqual([true, ['config', 'credentials']]);
  expect(textBelow(home.folder)).not.toMatch(/canary-/);
  expect(existsSync(`${configFile(home, 'credentials')}.damaged`)).toBe(false);
});

test('R69: what another version has stored is kept, at the top and inside of entries', async () => {
  await signIn(home, first.origin, first.token());
  const name = `127.0.0.1:${first.port}`;
  const config = readConfig(home, 'config');
  const { instances } = config as { instances: Record<string, object> };
  putConfig(
    home,
    'config',
    JSON.stringify({
      ...config,
      future: { 'deep.er': [1, null] },
      instances: { [name]: { ...instances[name], colour: 'red' }, 'x.y': 7 },
    }),
  );
  putConfig(home, 'credentials', JSON.stringify({ ...readConfig(home, 'credentials'), later: [1] }));
  first.on('GET /api/v1/tasks', first.rotating(json({ tasks: [task] })));
  expect((await tracker(home, 'tasks list')).code).toBe(0);
  await signIn(home, first.origin, first.token());
  await signIn(home, second.origin, second.token());
  expect((await tracker(home, ['instances', 'use', name])).code).toBe(0);
  expect((await tracker(home, 'logout')).code).toBe(0);
  expect(readConfig(home, 'config')).toMatchObject({
    future: { 'deep.er': [1, null] },
    instances: { [name]: { colour: 'red', url: first.origin }, 'x.y': 7 },
  });
  expect(readConfig(home, 'credentials')).toMatchObject({ later: [1] });
});

test('R65: a file that is gone is a sign-out, no damage', async () => {
  await signIn(home, first.origin, first.token());
  home.secrets.allowIn(/^gone$/);
  renameSync(configFile(home, 'credentials'), join(dirname(home.folder), 'gone'));
  expect((await tracker(home, 'tasks list')).code).toBe(3);
});
