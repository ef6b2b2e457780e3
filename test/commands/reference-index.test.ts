import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, owner, printed, refused, shapes } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';

const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';
/** The folder of the one server; what shells are told stands beside it. */
const folderOf = (cache: string): string => join(cache, readdirSync(cache)[0] ?? '');
const detail = `GET /api/v1/tasks/${uuid}`;

describe.each(shapes)('the reference index, %s shape', (shape) => {
  const open = async () => {
    const world = await openWorld({ shape });
    const machine = await world.machine(owner);
    const [folder = ''] = readdirSync(machine.folder).includes('cache')
      ? readdirSync(join(machine.folder, 'cache'))
      : [];
    return { world, machine, folder };
  };

  test('a reference is searched for once', async () => {
    const { world, machine } = await open();
    await machine.run('tasks view SCM-12 -q');
    expect(world.takeRequests()).toEqual(['GET /api/v1/search?q=SCM-12&types=task', detail]);
    await machine.run('tasks view scm-12 -q');
    expect(world.takeRequests()).toEqual([detail]);
  });

  test('a list teaches its references', async () => {
    const { world, machine } = await open();
    await machine.run('tasks -q');
    await machine.run('tickets -q');
    world.takeRequests();
    await machine.run('tasks view SCM-12 -q');
    await machine.run('tickets view BERG-9 -q');
    expect(world.takeRequests()).toEqual([detail, 'GET /api/v1/tickets/931fe412-05f1-4e64-b54d-85e88c40a90e']);
  });

  test('a search result is not believed to be the task it resembles', async () => {
    const { world, machine } = await open();
    expect(await machine.run('tasks view SCM-1 -q')).toEqual(printed('SCM-1\n'));
    expect(await machine.run('tasks view SCM-100 -q')).toEqual(refused(4, 'there is no task SCM-100 that you can see'));
    expect(world.takeRequests().slice(2)).toEqual([
      'GET /api/v1/search?q=SCM-100&types=task',
      'GET /api/v1/tasks?scope=all',
      // It might have been a ticket.
      'GET /api/v1/search?q=SCM-100&types=ticket',
    ]);
  });

  test('what search leaves out is found in the whole list', async () => {
    const { world, machine } = await open();
    const send: typeof world.send = async (request) =>
      request.url.pathname.endsWith('/search') ? answerJson(200, { results: [] }) : await world.send(request);
    expect(await machine.run('tasks view SCM-12 -q', { send })).toEqual(printed('SCM-12\n'));
    expect(await machine.run('tickets view SCM-7 -q', { send })).toEqual(printed('SCM-7\n'));
    expect(world.takeRequests()).toEqual([
      'GET /api/v1/tasks?scope=all',
      detail,
      'GET /api/v1/tickets?segment=all',
      'GET /api/v1/tickets/750d42b4-b921-43a7-8916-945959524624',
    ]);
  });

  test('an entry that is out of date is looked up anew, once', async () => {
    const { world, machine } = await open();
    await machine.run('tasks view SCM-12 -q');
    const cache = join(machine.folder, 'cache');
    const file = join(folderOf(cache), 'tasks.tsv');
    const gone = '11111111-1111-4111-8111-111111111111';
    writeFileSync(file, readFileSync(file, 'utf8').replace(uuid, gone));
    world.takeRequests();
    expect(await machine.run('tasks view SCM-12 -q')).toEqual(printed('SCM-12\n'));
    expect(world.takeRequests()).toEqual([
      `GET /api/v1/tasks/${gone}`,
      'GET /api/v1/search?q=SCM-12&types=task',
      detail,
    ]);
    await machine.run('tasks view SCM-12 -q');
    expect(world.takeRequests()).toEqual([detail]);
  });

  test('a cache that is gone, or nonsense, costs requests and nothing else', async () => {
    const { world, machine } = await open();
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
    const { world, machine } = await open();
    await machine.run('tasks -q');
    const token = world.sandbox.signIn('theo@quill-and-moss.example');
    await machine.run('login --token', { stdin: token });
    expect(await machine.run('tasks view SCM-12')).toEqual(refused(4, 'there is no task SCM-12 that you can see'));
  });
});
