import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textBelow } from '../../support/computer/files.js';
import { missing } from '../../support/computer/missing.js';
import { openWorld, owner, refused } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

/** What is said where the default was signed out of and nothing can take its place. */
const noneLeft = 'You are not signed in to any other server.\n';

describe('logout', () => {
  test('ends the session on the server and removes the token from every file', async () => {
    const world = await openWorld();
    const machine = await world.machine(owner);
    const token = (await machine.run('token')).stdout.trim();
    await machine.run('tasks -q');
    world.takeRequests();
    expect(await machine.run('logout')).toEqual({
      code: 0,
      stdout: '',
      stderr: `Signed out of work (https://work.example).\n${noneLeft}`,
    });
    expect(world.takeRequests()).toEqual(['POST /api/auth/sign-out']);
    expect(textBelow(machine.folder)).not.toContain(token);
    expect(await machine.run('tasks')).toEqual(
      refused(3, 'you are not signed in to work (https://work.example)', 'tracker login --name work'),
    );
    expect(await machine.run('logout')).toEqual({ code: 0, stdout: '', stderr: 'You were not signed in.\n' });
    const again = await machine.run('login --token', { stdin: token });
    expect(again.code).toBe(3);
  });

  test('an unreachable server keeps nobody signed in here', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    const send: typeof world.send = async () => answerJson(500, { message: 'no' });
    expect(await machine.run('logout', { send })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'warning: the session on https://work.example may still be open: it returned 500\n' +
        `Signed out of work (https://work.example).\n${noneLeft}`,
    });
    expect((await machine.run('tasks')).code).toBe(3);
  });
});

describe('logout', () => {
  test('of all servers', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    await machine.run('login work.example --token --name second', { stdin: world.sandbox.signIn(owner) });
    expect((await machine.run('logout --all')).stderr).toBe(
      'Signed out of work (https://work.example), second (https://work.example).\n',
    );
    expect((await machine.run('instances --fields ref,signedIn')).stdout).toBe('work\tfalse\nsecond\tfalse\n');
  });

  test('(true.25) of the default makes another one the default, or says that there is none; and refuses unknown columns first', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    await machine.run('login work.example --token --name second', { stdin: world.sandbox.signIn(owner) });
    const refusedFirst = await machine.run('logout --fields nope');
    expect(refusedFirst.stderr).toContain('unknown name in --fields: "nope"');
    expect(await machine.run('logout')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Signed out of second (https://work.example).\n' + 'The default instance is now work.\n',
    });
    expect((await machine.run('me')).code).toBe(0);
    expect((await machine.run('logout')).stderr).toBe(`Signed out of work (https://work.example).\n${noneLeft}`);
  });

  test('(true.25) of the only known server says that there is no other', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    expect((await machine.run('logout')).stderr).toBe(`Signed out of work (https://work.example).\n${noneLeft}`);
    expect((await machine.run('logout')).stderr).toBe('You were not signed in.\n');
  });

  test('with nothing to do prints no record', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const how = { signedIn: false };
    expect((await world.run('logout --csv', how)).stdout).toBe('signedOut\r\n');
    expect((await world.run('logout --tsv', how)).stdout).toBe('');
    expect((await world.run('logout -q', how)).stdout).toBe('');
    expect((await world.run('logout --json', how)).stdout).toBe('{"signedOut":[]}\n');
  });

  test('where nobody ever signed in', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    expect(await world.run('logout', { signedIn: false })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'You were not signed in.\n',
    });
    expect(await world.run('logout -I nowhere', { signedIn: false })).toEqual(
      refused(2, '-I: there is no instance "nowhere" (known: none)', 'tracker login URL'),
    );
  });

  test('of an instance deletes what was left next to the file of tokens, and says so', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    const config = join(machine.folder, 'config');
    const leave = (): void => {
      for (const name of [
        'credentials.json.tmp-1763712345a1b2c3',
        'credentials.json.damaged',
        'credentials.json.damaged-2',
      ])
        writeFileSync(join(config, name), 'canary');
      writeFileSync(join(config, 'config.json.damaged'), 'settings');
    };
    const deleted =
      `Deleted ${config}/credentials.json.damaged, a damaged file with unusable tokens.\n` +
      `Deleted ${config}/credentials.json.damaged-2, a damaged file with unusable tokens.\n`;
    const outcomes = [`Signed out of work (https://work.example).\n${noneLeft}`, 'You were not signed in.\n'];
    for (const outcome of outcomes) {
      leave();
      expect(await machine.run('logout')).toEqual({ code: 0, stdout: '', stderr: deleted + outcome });
      expect(readdirSync(config).sort()).toEqual(['config.json', 'config.json.damaged', 'credentials.json']);
    }
    leave();
    expect(JSON.parse((await machine.run('logout --json')).stdout)).toEqual({
      signedOut: [],
      deleted: [join(config, 'credentials.json.damaged'), join(config, 'credentials.json.damaged-2')],
    });
    leave();
    expect((await machine.run('instances remove work --yes')).stderr).toBe(
      `${deleted}Forgot work (https://work.example).\n`,
    );
    expect(textBelow(machine.folder)).not.toContain('canary');
  });

  test.each([
    [{ TRACKER_TOKEN: 'canary' }, 'TRACKER_TOKEN'],
    [{ TRACKER_TOKEN_FILE: missing }, 'TRACKER_TOKEN_FILE'],
    [{ TRACKER_TOKEN: 'canary', TRACKER_TOKEN_FILE: missing }, 'TRACKER_TOKEN'],
  ])('says that a token of the environment stays (%j)', async (env, variable) => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    const warning = `warning: ${variable} is set: its token stays valid, here and on its server\n`;
    for (const flag of ['', '--all']) {
      const { code, stderr } = await machine.run(`logout ${flag}`, { env });
      expect([code, stderr.startsWith(warning)]).toEqual([0, true]);
    }
  });

  test('of all servers forgets every token, whether or not its instance is known', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    await machine.vault.keepSuccessor('hash', 'canary-successor');
    const config = join(machine.folder, 'config');
    const credentials = (): Record<string, unknown> =>
      JSON.parse(readFileSync(join(config, 'credentials.json'), 'utf8'));
    const { tokens } = credentials();
    const stranger = { url: 'https://elsewhere.example', token: 'canary-stranger', signIn: 9 };
    writeFileSync(
      join(config, 'credentials.json'),
      JSON.stringify({
        ...credentials(),
        signIns: 9,
        tokens: { ...Object(tokens), stranger, odd: 'canary', blank: { token: 'a b' } },
      }),
    );
    writeFileSync(join(config, 'config.json'), '{');
    expect(await machine.run('logout --all')).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'warning: the session on https://elsewhere.example may still be open: cannot reach elsewhere.example: no such host\n' +
        'Signed out of work (https://work.example), stranger (https://elsewhere.example).\n',
    });
    expect(credentials()).toEqual({ signIns: 9 });
    expect(readFileSync(join(config, 'config.json'), 'utf8')).toBe('{');
    expect(await machine.run('logout --all')).toEqual({ code: 0, stdout: '', stderr: 'You were not signed in.\n' });
  });

  test('of all servers deletes a damaged file of tokens', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    const file = join(machine.folder, 'config', 'credentials.json');
    writeFileSync(file, '{"tokens":{"work":{"token":"canary');
    expect((await machine.run('logout')).stderr).toBe(
      `error: ${file} is damaged and was left as it is\n` +
        'hint: sign in again with: tracker login; the damaged file is kept; to delete it: tracker logout --all\n',
    );
    expect(await machine.run('logout --all')).toEqual({
      code: 0,
      stdout: '',
      stderr:
        `warning: ${file} is damaged: its sessions cannot be ended on their servers\n` +
        `Deleted ${file}.damaged, a damaged file with unusable tokens.\n` +
        'Removed all tokens from this computer.\n',
    });
    expect(textBelow(machine.folder)).not.toContain('canary');
    expect((await machine.run('instances --fields ref,signedIn')).stdout).toBe('work\tfalse\n');
  });

  test('makes no folder where there is nothing to forget', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    for (const words of ['logout', 'logout --all'])
      expect((await machine.run(words)).stderr).toBe('You were not signed in.\n');
    expect(readdirSync(machine.folder).sort()).toEqual(['here']);
  });
});
