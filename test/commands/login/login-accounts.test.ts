import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, owner, type Ran, refused } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const theo = 'theo@quill-and-moss.example';
const [mara, theoName] = ['Mara Lindqvist', 'Theo Adeyemi-Clarke'];
const url = 'https://work.example';

const world = eachTest(() => openWorld({ seed: 'demo:1' }));
const machine = eachTest(() => world.machine(owner));
/** `work` is Mara's and the default, `theo` somebody else's session on the same server. */
beforeEach(async () => {
  await login('work.example --name theo', theo);
  await machine.run('instances use work');
  world.takeRequests();
});

const login = async (words: string, email: string, env: Record<string, string> = {}): Promise<Ran> =>
  await machine.run(`login ${words} --token`, { stdin: world.sandbox.signIn(email), env });
const who = async (instance: string): Promise<string> => {
  const { stdout, stderr } = await machine.run(`whoami -I ${instance} --fields user.name`);
  return stdout.trim().split('\t')[1] ?? stderr;
};
const names = async (): Promise<string> => (await machine.run('instances -q')).stdout;
const project = (content: string): void => writeFileSync(join(machine.workingFolder, '.tracker.json'), content);

describe('signing in again goes to the instance that was chosen', () => {
  test.each([
    ['-I', '-I theo', {}],
    ['TRACKER_INSTANCE', '', { TRACKER_INSTANCE: 'theo' }],
    ['--name', '--name theo', {}],
    ['.tracker.json', '', {}],
  ])('by %s', async (how, words, env) => {
    if (how === '.tracker.json') project('{"instance": "theo"}');
    expect((await login(words, theo, env)).stderr).toBe(
      `Signed in to ${url} as ${theoName} <${theo}>, stored as theo, now the default instance.\n`,
    );
    expect([await who('work'), await who('theo'), await names()]).toEqual([mara, theoName, 'work\ntheo\n']);
    expect((await login(words, owner, env)).stderr).toBe(
      `Signed in to ${url} as ${mara} <${owner}>, stored as theo, replacing ${theoName}.\n`,
    );
    expect([await who('work'), await who('theo'), await names()]).toEqual([mara, mara, 'work\ntheo\n']);
  });

  test('an address together with -I, or two names, are usage errors', async () => {
    const both = await machine.run('login work.example -I theo --token', { stdin: 'x' });
    expect(both).toEqual(
      refused(2, 'a URL and -I cannot be used together', 'to store the sign-in under a name, use --name NAME'),
    );
    const two = await machine.run('login -I theo --name work --token', { stdin: 'x' });
    expect(two).toEqual(refused(2, '-I theo and --name work are different instances', 'leave out one of them'));
    expect(await machine.run('login work.example -I nosuch --token', { stdin: 'x' })).toMatchObject({ code: 2 });
    expect(await machine.run('login -I nosuch --token', { stdin: 'x' })).toEqual(
      refused(2, '-I: there is no instance "nosuch" (known: work, theo)', 'tracker instances list'),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test('an address in -I or TRACKER_URL stands for that address, and may get a name', async () => {
    expect((await login('-I https://work.example --name third', theo)).stderr).toContain('stored as third, now');
    expect((await login('', owner, { TRACKER_URL: url })).stderr).toContain(`as ${mara} <${owner}>, stored as `);
    expect([await who('work'), await who('theo'), await who('third')]).toEqual([mara, theoName, theoName]);
  });

  test('the hint of a signed-out or refused instance signs in to it again', async () => {
    const hint = 'tracker login --name theo';
    await machine.run('logout -I theo');
    expect(await machine.run('whoami -I theo')).toEqual(refused(3, `you are not signed in to theo (${url})`, hint));
    expect((await login('--name theo', theo)).code).toBe(0);
    expect([await who('work'), await who('theo')]).toEqual([mara, theoName]);
    world.sandbox.world.db.run('DELETE FROM sessions');
    expect(await machine.run('whoami -I theo')).toEqual(
      refused(3, 'your sign-in to work.example is no longer valid; sign in again', hint),
    );
  });
});

describe('signing in as somebody else without a name', () => {
  test.each([
    ['with the address', 'work.example'],
    ['without it', ''],
  ])('%s keeps the other account', async (_how, words) => {
    const priya = 'sigrid.odegard@scandia-maritime.example';
    expect((await login(words, priya)).stderr).toBe(
      `Signed in to ${url} as Sigrid Ødegård <${priya}>, stored as work-2 alongside work (${mara}), now the default instance.\n`,
    );
    expect([await who('work'), await who('theo'), await who('work-2')]).toEqual([mara, theoName, 'Sigrid Ødegård']);
    expect((await login(words, priya)).stderr).toBe(
      `Signed in to ${url} as Sigrid Ødegård <${priya}>, stored as work-2.\n`,
    );
    expect(await names()).toBe('work\ntheo\nwork-2\n');
  });

  test('finds the instance of the same person at that address', async () => {
    expect((await login('work.example', theo)).stderr).toBe(
      `Signed in to ${url} as ${theoName} <${theo}>, stored as theo alongside work (${mara}), now the default instance.\n`,
    );
    expect(await who('work')).toBe(mara);
    expect(await names()).toBe('work\ntheo\n');
  });

  test('a token refused for a known name is to be tried again under it', async () => {
    const refusal = (hint: string) => refused(3, 'work.example rejected this token; nothing was stored', hint);
    const run = async (words: string) => await machine.run(`login ${words} --token`, { stdin: 'nonsense' });
    expect(await run('-I theo')).toEqual(refusal('tracker login --name theo'));
    expect(await run('work.example')).toEqual(refusal(`tracker login ${url}`));
    expect(await run('work.example --name new')).toEqual(refusal(`tracker login ${url} --name new`));
  });
});

describe('a project file that names an instance nobody knows', () => {
  test('says how to make it, and that works in its folder', async () => {
    const fresh = await world.machine();
    writeFileSync(join(fresh.workingFolder, '.tracker.json'), '{"instance": "work"}');
    for (const words of ['tasks', 'login --token', 'login --name work --token'])
      expect(await fresh.run(words, { stdin: 'x' }), words).toEqual(
        refused(2, '.tracker.json: there is no instance "work" (known: none)', 'tracker login URL --name work'),
      );
    const stdin = world.sandbox.signIn(owner);
    expect(await fresh.run('login work.example --name work --token', { stdin })).toMatchObject({ code: 0 });
    expect((await fresh.run('whoami')).code).toBe(0);
  });
});
