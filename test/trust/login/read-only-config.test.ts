import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, tracker } from '../../support/computer/program.js';
import { startSmallService } from '../../support/sandbox/service.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork, credentialsFile, giveAway, permissionsUntestable, plainUser } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let token: string;
/** Where `config.json` leads to: a folder that only root may write to, as home-manager makes it. */
let store: string;
const declared = '{"settings":{"timeout":7},"instances":{"declared":{"url":"https://declared.example"}}}';

beforeEach(async () => {
  token = service.token();
  answerWork(service, service.guarded);
  store = join(home.folder, 'store');
  mkdirSync(store);
  writeFileSync(join(store, 'settings.json'), declared);
  mkdirSync(join(home.folder, '.config/tracker'), { recursive: true, mode: 0o700 });
  giveAway(home);
  chmodSync(join(store, 'settings.json'), 0o400);
  chmodSync(store, 0o555);
  symlinkSync(join(store, 'settings.json'), join(dirname(credentialsFile(home)), 'config.json'));
});
afterEach(() => chmodSync(store, 0o755));

const run = async (words: string, stdin = ''): Promise<Outcome> => await tracker(home, words, { ...plainUser, stdin });
const login = async (flags = ''): Promise<Outcome> =>
  await run(`login ${service.origin} --token${flags && ` ${flags}`}`, token);
const instances = async (): Promise<string> => (await run('instances --fields ref,signedIn,default')).stdout;

describe.skipIf(permissionsUntestable)('a config.json that may not be written', () => {
  it('does not stop a sign-in, which keeps its server with its token', async () => {
    const { code, stderr } = await login('--name work');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        `warning: cannot write ${store}/settings.json: EACCES; the server is stored in ${credentialsFile(home)} instead\n`,
      ),
    });
    expect(await instances()).toBe('declared\tfalse\tfalse\nwork\ttrue\ttrue\n');
    for (const words of ['tasks list', 'tasks list -I work', 'status'])
      expect([words, (await run(words)).code]).toEqual([words, 0]);
    expect((await run('__complete bash -- tracker,-I,')).code).toBe(0);
    expect(readFileSync(join(store, 'settings.json'), 'utf8')).toBe(declared);
    expect((await login('--name second')).code).toBe(0);
    expect((await run('instances use work')).code).toBe(0);
    expect(await instances()).toBe('declared\tfalse\tfalse\nwork\ttrue\ttrue\nsecond\ttrue\tfalse\n');
    expect((await run('logout')).stderr).toContain('The default instance is now second.\n');
    expect((await run('instances remove second --yes')).code).toBe(0);
    expect(await instances()).toBe('declared\tfalse\tfalse\n');
    expect(readFileSync(credentialsFile(home), 'utf8')).not.toContain(service.origin);
  });

  it('keeps the server while tokens rotate, and logout --all removes it', async () => {
    await login('--name work');
    answerWork(service, service.rotating);
    for (const words of ['tasks list', 'tasks list']) expect((await run(words)).code).toBe(0);
    expect(await instances()).toContain('work\ttrue\ttrue\n');
    expect((await run('logout --all')).code).toBe(0);
    expect(await instances()).toBe('declared\tfalse\tfalse\n');
  });

  it('still refuses settings, and takes the server back once it may be written', async () => {
    expect((await login('--name work')).code).toBe(0);
    const set = await run('config set timeout 9');
    expect({ code: set.code, stderr: set.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`error: cannot write ${store}/settings.json: EACCES\n`),
    });
    chmodSync(store, 0o755);
    rmSync(join(store, 'settings.json'), { force: true });
    expect((await login('--name work')).stderr).not.toContain('instead');
    expect(readFileSync(join(store, 'settings.json'), 'utf8')).toContain(service.origin);
    expect(await instances()).toBe('work\ttrue\ttrue\n');
    expect((await run('instances remove work --yes')).code).toBe(0);
    expect(await instances()).toBe('');
  });
});
