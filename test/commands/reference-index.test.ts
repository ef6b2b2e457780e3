import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAtHome, printed, refused } from '../support/run.js';

/** The folder of the one server; what shells are told stands beside it. */
const folderOf = (cache: string): string => join(cache, readdirSync(cache)[0] ?? '');
describe('the reference index', () => {
  test('a search result is not believed to be the task it resembles', async () => {
    const { world, machine } = await openAtHome();
    expect(await machine.run('tasks view SCM-1 -q')).toEqual(printed('SCM-1\n'));
    expect(await machine.run('tasks view SCM-100 -q')).toEqual(refused(4, 'there is no task SCM-100 that you can see'));
    expect(world.takeRequests().slice(2)).toEqual([
      'GET /api/v1/search?q=SCM-100&types=task',
      'GET /api/v1/tasks?scope=all',
      // It might have been a ticket.
      'GET /api/v1/search?q=SCM-100&types=ticket',
    ]);
  });

  test('a cache that is gone, or nonsense, costs requests and nothing else', async () => {
    const { world, machine } = await openAtHome();
    await machine.run('tasks view SCM-12 -q');
    const cache = join(machine.folder, 'cache');
    writeFileSync(join(folderOf(cache), 'tasks.tsv'), '\0nonsense\t\t\n\tSCM-12\n');
    expect(await machine.run('tasks view SCM-12 -q')).toEqual(printed('SCM-12\n'));
    rmSync(cache, { recursive: true });
    writeFileSync(cache, 'a file where the folder should be');
    expect(await machine.run('tasks view SCM-12 -q')).toEqual(printed('SCM-12\n'));
    world.takeRequests();
  });

  test('what one account learned, another one of the same computer may not open', async () => {
    const { world, machine } = await openAtHome();
    await machine.run('tasks -q');
    const token = world.sandbox.signIn('theo@quill-and-moss.example');
    await machine.run('login --token', { stdin: token });
    expect(await machine.run('tasks view SCM-12')).toEqual(refused(4, 'there is no task SCM-12 that you can see'));
  });
});
