import { describe, expect, test } from 'vitest';
import { textBelow } from '../support/files.js';
import { answerJson } from '../support/in-process.js';
import { openWorld, owner, refused, shapes } from '../support/run.js';

describe.each(shapes)('logout, %s shape', (shape) => {
  test('ends the session on the server and removes the token from every file', async () => {
    const world = await openWorld({ shape });
    const machine = await world.machine(owner);
    const token = (await machine.run('token')).stdout.trim();
    await machine.run('tasks -q');
    world.takeRequests();
    expect(await machine.run('logout')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Signed out of work (https://work.example).\n',
    });
    expect(world.takeRequests()).toEqual(['POST /api/auth/sign-out']);
    expect(textBelow(machine.folder)).not.toContain(token);
    expect(await machine.run('tasks')).toEqual(
      refused(3, 'you are not signed in to work (https://work.example)', 'tracker login https://work.example'),
    );
    expect(await machine.run('logout')).toEqual({ code: 0, stdout: '', stderr: 'You were not signed in.\n' });
    const again = await machine.run('login --token', { stdin: token });
    expect(again.code).toBe(3);
  });

  test('an unreachable server keeps nobody signed in here', async () => {
    const world = await openWorld({ shape, seed: 'empty:1' });
    const machine = await world.machine(owner);
    const send: typeof world.send = async () => answerJson(500, { message: 'no' });
    expect(await machine.run('logout', { send })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'warning: the session on https://work.example may still be open: it answered 500\n' +
        'Signed out of work (https://work.example).\n',
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

  test('where nobody ever signed in', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    expect(await world.run('logout', { signedIn: false })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'You were not signed in.\n',
    });
    expect(await world.run('logout -I nowhere', { signedIn: false })).toEqual(
      refused(2, '-I names no instance: "nowhere" (known: none)', 'tracker instances list'),
    );
  });
});
