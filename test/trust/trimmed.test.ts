import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, owner } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);

const around = ['\ufeff', '\r', ' ', '\t', '\r\n', '\u00a0'];

describe.each(around)('%j around', (mark) => {
  const padded = (text: string): string => `${mark}${text}${mark}`;

  test.each([
    ['view', 'SCM-12'],
    ['view', 'ticket:CASA-9'],
    ['tasks view', 'SCM-12'],
    ['tickets view', 'CASA-9'],
    ['projects view', 'SCM'],
    ['tasks list --scope all --project', 'SCM'],
    ['tickets list --org', 'casa-azul'],
    ['tasks list --scope all -a', '@me'],
    ['wiki view', 'Commit messages'],
    ['chat list --org', 'casa-azul'],
    ['api', '/me'],
    ['open --print', 'SCM-12'],
    ['-I', 'work'],
    ['instances probe', 'work'],
  ])('the reference of %s', async (words, reference) => {
    const line = [...words.split(' '), reference];
    const usual = await world.run(line[0] === '-I' ? [...line, 'me'] : line);
    const given = [...words.split(' '), padded(reference)];
    expect(await world.run(given[0] === '-I' ? [...given, 'me'] : given)).toEqual(usual);
    expect(usual).toMatchObject({ code: 0 });
  });

  test('a reference from standard input', async () => {
    const usual = await world.run('tasks view - --json', { stdin: 'SCM-12\n' });
    expect(await world.run('tasks view - --json', { stdin: `${padded('SCM-12')}\n` })).toEqual(usual);
    expect(await world.run(['tasks', 'view', padded('-'), '--json'], { stdin: 'SCM-12\n' })).toEqual(usual);
  });

  test('the token and address in the environment', async () => {
    const usual = await world.run('me --json');
    const token = world.sandbox.signIn(owner);
    const env = { TRACKER_URL: padded(world.url), TRACKER_TOKEN: padded(token) };
    const ran = await world.run('me --json', { signedIn: false, env });
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout).user).toEqual(JSON.parse(usual.stdout).user);
  });

  test('the token in a file', async () => {
    const machine = await world.machine(owner);
    const file = join(machine.folder, 'token');
    writeFileSync(file, padded(world.sandbox.signIn(owner)));
    const env = { TRACKER_URL: world.url, TRACKER_TOKEN_FILE: file };
    expect(await machine.run('me --fields ref', { env })).toMatchObject({ code: 0 });
  });

  test('the token that login reads, its address and its name', async () => {
    const machine = await world.machine();
    const stdin = `${padded(world.sandbox.signIn(owner))}\n`;
    const words = ['login', padded(world.url), '--token', '--name', padded('here')];
    const signedIn = await machine.run(words, { stdin });
    expect(signedIn.code, signedIn.stderr).toBe(0);
    expect((await machine.run('instances -q')).stdout).toBe('here\n');
    expect(await machine.run('me', { env: { TRACKER_INSTANCE: padded('here') } })).toMatchObject({ code: 0 });
  });

  test('names in .tracker.json', async () => {
    const machine = await world.machine(owner);
    const names = { instance: padded('work'), org: padded('casa-azul'), project: padded('SCM') };
    writeFileSync(join(machine.workingFolder, '.tracker.json'), JSON.stringify(names));
    expect(await machine.run('chat list')).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a blank variable is like none', async () => {
  const blank = { TRACKER_URL: ' ', TRACKER_TOKEN: '\r\n', TRACKER_INSTANCE: '\ufeff', TRACKER_SERVICE_NAME: '\t' };
  expect(await world.run('me', { env: blank })).toEqual(await world.run('me'));
});
