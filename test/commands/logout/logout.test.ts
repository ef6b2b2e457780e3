import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { missing } from '../../support/computer/missing.js';
import { openWorld, owner, refused, remarked } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { eachTest } from '../../support/set-up.js';

/** What is said where the default was signed out of and nothing can take its place. */
const noneLeft = 'You are not signed in to any other server.\n';

describe('logout', () => {
  const world = eachTest(() => openWorld({ seed: 'empty:1' }));
  const machine = eachTest(() => world.machine(owner));

  test('an unreachable server keeps nobody signed in here', async () => {
    const send: typeof world.send = async () => answerJson(500, { message: 'no' });
    expect(await machine.run('logout', { send })).toEqual(
      remarked(
        '',
        'warning: the session on https://work.example may still be open: it returned 500\n' +
          `Signed out of work (https://work.example).\n${noneLeft}`,
      ),
    );
    expect((await machine.run('tasks')).code).toBe(3);
  });

  test('of the default makes another one the default, or says that there is none; and refuses unknown columns first', async () => {
    await machine.run('login work.example --token --name second', { stdin: world.sandbox.signIn(owner) });
    const refusedFirst = await machine.run('logout --fields nope');
    expect(refusedFirst.stderr).toContain('unknown name in --fields: "nope"');
    expect(await machine.run('logout')).toEqual(
      remarked('', 'Signed out of second (https://work.example).\n' + 'The default instance is now work.\n'),
    );
    expect((await machine.run('me')).code).toBe(0);
    expect((await machine.run('logout')).stderr).toBe(`Signed out of work (https://work.example).\n${noneLeft}`);
  });

  test('of the only known server says that there is no other', async () => {
    expect((await machine.run('logout')).stderr).toBe(`Signed out of work (https://work.example).\n${noneLeft}`);
    expect((await machine.run('logout')).stderr).toBe('You were not signed in.\n');
  });

  test('with nothing to do prints no record', async () => {
    const how = { signedIn: false };
    expect((await world.run('logout --csv', how)).stdout).toBe('signedOut\r\n');
    expect((await world.run('logout --tsv', how)).stdout).toBe('');
    expect((await world.run('logout -q', how)).stdout).toBe('');
    expect((await world.run('logout --brief', how)).stdout).toBe('You were not signed in.\ncomplete\n');
    expect((await world.run('logout --json', how)).stdout).toBe('{"signedOut":[]}\n');
  });

  test('where nobody ever signed in', async () => {
    expect(await world.run('logout', { signedIn: false })).toEqual(remarked('', 'You were not signed in.\n'));
    expect(await world.run('logout -I nowhere', { signedIn: false })).toEqual(
      refused(2, '-I: there is no instance "nowhere" (known: none)', 'tracker login URL'),
    );
  });

  test.each([
    [{ TRACKER_TOKEN: 'canary' }, 'TRACKER_TOKEN'],
    [{ TRACKER_TOKEN_FILE: missing }, 'TRACKER_TOKEN_FILE'],
    [{ TRACKER_TOKEN: 'canary', TRACKER_TOKEN_FILE: missing }, 'TRACKER_TOKEN'],
  ])('says that a token of the environment stays (%j)', async (env, variable) => {
    const warning = `warning: ${variable} is set: its token stays valid, here and on its server\n`;
    for (const flag of ['', '--all']) {
      const { code, stderr } = await machine.run(`logout ${flag}`, { env });
      expect([code, stderr.startsWith(warning)]).toEqual([0, true]);
    }
  });

  test('makes no folder where there is nothing to forget', async () => {
    const fresh = await world.machine();
    for (const words of ['logout', 'logout --all'])
      expect((await fresh.run(words)).stderr).toBe('You were not signed in.\n');
    expect(readdirSync(fresh.folder).sort()).toEqual(['here']);
  });
});
