import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { allShapes, openWorld, owner, refused, remarked } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

const namesIn = async (world: { json(line: string): Promise<unknown> }, page: string) => {
  const { savedViews = [] } = (await world.json(`views view ${page}`)) as { savedViews?: { name: string }[] };
  return savedViews.map(({ name }) => name);
};

allShapes('one of several saved views, %s shape', (world) => {
  test('is renamed and deleted by its whole name', async () => {
    const [first, , third] = await namesIn(world, 'tasks');
    world.takeRequests();
    expect(await world.run("views rename tasks 'bugs of scandia' 'Käfer'")).toEqual(
      remarked('', 'Renamed the saved view "Bugs of Scandia" of tasks to "Käfer".\n'),
    );
    expect(world.takeRequests()).toEqual([
      ...['GET /api/v1/me/views', 'GET /api/v1/me/views'],
      ...['POST /api/v1/me/views', 'GET /api/v1/me/views'],
    ]);
    expect(await namesIn(world, 'tasks')).toEqual([first, 'Käfer', third]);
    expect((await world.run('tasks list --view käfer -q')).stdout).toContain('SCM-');
    expect(await world.run('views rename tasks käfer Käfer')).toEqual(
      remarked('', 'Nothing to change: the saved view of tasks is already called "Käfer".\n'),
    );
    expect(await world.run('views delete tasks Käfer')).toEqual(
      refused(2, 'cannot ask here: Delete the saved view "Käfer" of tasks?', 'add --yes'),
    );
    expect(await world.run('views remove tasks Käfer -y')).toEqual(
      remarked('', 'Deleted the saved view "Käfer" of tasks.\n'),
    );
    expect(await namesIn(world, 'tasks')).toEqual([first, third]);
  });
});

describe('a change of one saved view', () => {
  const world = allTests(openWorld);
  const odd =
    '{"id":"a","name":"A","x":[{"n":12345678901234567890}],"__proto__":{"y":1}},{"name":"B"},{"id":"","name":"C","config":7}';
  const ours = '{"id":"z","name":"Z","filters":{"status":["todo"]},"n":9007199254740993}';

  /** A server that has these views, and makes what `keep` says of what is written. */
  const serving = (views: string, keep = (sent: string): string => sent) => {
    const sent: string[] = [];
    let now = `[${views}]`;
    const send: Send = async (request) => {
      if (!request.url.pathname.endsWith('/me/views')) return await world.send(request);
      if (request.method !== 'POST') return answer(200, `{"viewState":{"notes":{"savedViews":${now}}}}`);
      sent.push(String(request.body));
      now = keep(/"savedViews":(.*)}}$/s.exec(String(request.body))?.[1] ?? '');
      return answerJson(200, { ok: true });
    };
    return { send, sent };
  };

  test('leaves all others as they came, whatever they are, on any page', async () => {
    const renamed = serving(`${odd},${ours}`);
    expect((await world.run('views rename notes z Y', renamed)).code).toBe(0);
    expect(renamed.sent).toEqual([`{"key":"notes","patch":{"savedViews":[${odd},${ours.replace('"Z"', '"Y"')}]}}`]);
    const deleted = serving(`${odd},${ours}`);
    expect((await world.run('views delete notes Z -y', deleted)).code).toBe(0);
    expect(deleted.sent).toEqual([`{"key":"notes","patch":{"savedViews":[${odd}]}}`]);
  });

  test.each([
    ['views rename notes Z Y', (sent: string) => sent.replace(/{"id":"a".*?}},/s, ''), 'did not keep "A"'],
    ['views rename notes Z Y', (sent: string) => sent.replace('"x":', '"w":'), 'did not keep "A"'],
    ['views delete notes Z -y', (sent: string) => sent.replace(/{"id":"a".*?}},/s, ''), 'did not keep "A"'],
    ['views delete notes Z -y', () => `[${odd},${ours}]`, 'still has "Z"'],
    ['views rename notes Z Y', () => `[${odd},${ours}]`, 'did not keep "Y"'],
  ])('%s says what the server did not do: %#', async (line, keep, words) => {
    const { send } = serving(`${odd},${ours}`, keep);
    expect(await world.run(line, { send })).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringContaining(`the server accepted the change but ${words}\n`),
    });
  });

  test.each([
    ['views rename notes zz Y', 4, 'there is no saved view called "zz" that you can see'],
    ['views rename tickets Z Y', 4, 'there is no saved view called "Z" that you can see'],
    ['views rename notes Z b', 6, 'notes already has a saved view called "b"'],
    ['views rename notes B Y', 1, 'the saved view "Y" has no id of its own, so it cannot be changed'],
    ['views delete notes C -y', 1, 'the saved view "C" has no id of its own, so it cannot be changed'],
    ['views rename notes Z " "', 2, 'the name of the view cannot be empty'],
  ])('%s is refused', async (line, code, error) => {
    const { send, sent } = serving(`${odd},${ours}`);
    const ran = await world.run(line, { send });
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([code, `error: ${error}`]);
    expect(sent).toEqual([]);
  });

  test('stops before more views than a page can have, and at one that somebody else has changed', async () => {
    const many = Array.from({ length: 20 }, (_, at) => JSON.stringify({ id: `${at}`, name: `V${at}`, filters: {} }));
    const full = serving('');
    const page = `{"views":{"tasks":{"savedViews":[${many.join()}]}}}`;
    const send: Send = async (request) =>
      request.url.pathname.endsWith('/me/views') && request.method === 'GET'
        ? answer(200, page)
        : await full.send(request);
    expect(await world.run('views save tasks New -s todo', { send })).toEqual(
      refused(
        1,
        'tasks already has 20 saved views, and can have 20',
        'delete one first: tracker views delete tasks NAME',
      ),
    );
    let reads = 0;
    const changing: Send = async (request) => {
      reads += 1;
      return request.method === 'GET' && request.url.pathname.endsWith('/me/views')
        ? answer(
            200,
            `{"views":{"tasks":{"savedViews":[{"id":"a","name":"A","filters":{"x":${Math.min(reads, 2)}}}]}}}`,
          )
        : await full.send(request);
    };
    expect(await world.run('views delete tasks A -y', { send: changing })).toEqual(
      refused(6, 'the saved view "A" was changed in the meantime; nothing was written'),
    );
    expect(full.sent).toEqual([]);
  });

  test('waits with --queue, and two at the same moment both stay', async () => {
    const machines = [await world.machine(owner), await world.machine(owner)] as const;
    const lines = ["views rename tasks Overdue 'Too late'", "views rename tasks 'Bugs of Scandia' Bugs"];
    const ran = await Promise.all(machines.map(async (machine, at) => await machine.run(lines[at] ?? '')));
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(await namesIn(world, 'tasks')).toEqual(['Too late', 'Bugs', 'Waiting for me ☕']);
    const [machine] = machines;
    const away: Send = async () => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    expect(await machine.run('views delete tasks Bugs -y --queue', { send: away })).toMatchObject({ code: 0 });
    expect((await machine.run('drafts send --waiting')).code).toBe(0);
    expect(await namesIn(world, 'tasks')).toEqual(['Too late', 'Waiting for me ☕']);
  });
});
