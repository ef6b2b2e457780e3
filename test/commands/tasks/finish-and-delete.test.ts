import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { eachShape, narrow, openWorld, printed, refused, remarked } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { carrierOf, giveKey } from '../../support/sandbox/keys.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';

const viewer = 'annika.bjork@scandia-maritime.example';
const staff = 'lukasz@lantern.example';
const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';
const title = 'Night ferry to Tórshavn: shifts across midnight are counted on the wrong day';

eachShape('tasks done and tasks delete, %s shape', (world, shape) => {
  const statusOf = async (ref: string): Promise<unknown> =>
    ((await world.json(`tasks view ${ref}`)) as { task: { status: string } }).task.status;

  test('done sets the status, with a row for each', async () => {
    const { send, take } = recordWrites(world.send);
    expect(await world.run('tasks done scm-12', { send })).toEqual(printed('SCM-12\ttrue\t\n'));
    expect(take()).toEqual([{ line: `PATCH /api/v1/tasks/${uuid}`, body: { status: 'done' } }]);
    expect(await statusOf('SCM-12')).toBe('done');
    expect(await world.run('tasks done WEB-1 WEB-4', narrow)).toEqual(
      remarked('', 'WEB-1: status in progress → done\nWEB-4: status backlog → done\n'),
    );
    expect(await world.json('tasks done SCM-12')).toEqual([{ ref: 'SCM-12', uuid, ok: true }]);
  });

  test('another status that means finished', async () => {
    await world.run('tasks list --scope all -q');
    const { send, take } = recordWrites(world.send);
    await world.run('tasks done SCM-12 --status In-Review', { send });
    expect(take()[0]?.body).toEqual({ status: 'in_review' });
    expect(await world.run('tasks done SCM-12 -s ""')).toEqual(refused(2, '--status cannot be empty'));
  });

  test('who may not edit it is refused, and so is what does not exist', async () => {
    expect((await world.run('tasks done SCM-12', { as: viewer })).code).toBe(5);
    expect((await world.run('tasks done SCM-999')).code).toBe(4);
    expect((await world.run('tasks done')).code).toBe(2);
  });

  test('R79: what the question named is deleted, even if its reference changes hands meanwhile', async () => {
    const { db } = world.sandbox.world;
    const meant = carrierOf(db, 'tasks', 'SCM-1');
    const { send, take } = recordWrites(world.send);
    let isGiven = false;
    const changing: Send = async (request) => {
      const reply = await send(request);
      if (!isGiven) giveKey(db, 'projects', { key: 'SCM', renamed: 'OLD', to: 'OPS' });
      isGiven = true;
      return reply;
    };
    const { code, stderr } = await world.run('tasks delete SCM-1', { ...narrow, stdin: 'y\r', send: changing });
    expect({ code, sent: take().map(({ line }) => line) }).toEqual({
      code: 0,
      sent: [`DELETE /api/v1/tasks/${meant.id}`],
    });
    expect(stderr).toContain(`Deleted SCM-1 "${meant.title}".`);
  });

  test('the team may not delete everything', async () => {
    expect((await world.run('tasks delete SCM-12 -y', { as: staff })).code).toBe(5);
    expect(await statusOf('SCM-12')).toBe('in_progress');
  });

  test('--yes deletes, and the title is said where it is known', async () => {
    const { send, take } = recordWrites(world.send);
    expect(await world.run('tasks rm SCM-12 -y', { send })).toEqual(printed('SCM-12\ttrue\t\n'));
    expect(take()).toEqual([{ line: `DELETE /api/v1/tasks/${uuid}`, body: undefined }]);
    expect((await world.run('tasks view SCM-12')).code).toBe(4);
    await world.run('tasks list --scope all -q');
    expect(await world.run('tasks delete SCM-13 -y', narrow)).toEqual(
      remarked('', expect.stringMatching(/^Deleted SCM-13 ".+"\.\n$/)),
    );
    expect((await world.run('tasks delete SCM-13 -y')).code).toBe(4);
  });

  // The rest does not depend on the shape.
  if (shape !== 'usual') return;

  test('delete asks for a confirmation before any request', async () => {
    expect(await world.run('tasks delete SCM-12')).toEqual(
      refused(2, 'deleting SCM-12 requires confirmation', 'add --yes'),
    );
    expect(await world.run('tasks delete SCM-12 SCM-13 --no-input', narrow)).toEqual(
      refused(2, 'deleting 2 tasks requires confirmation', 'add --yes'),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test('the question names reference and title; no is no', async () => {
    const no = await world.run('tasks delete SCM-12', { ...narrow, stdin: 'n\r' });
    expect(no.code).toBe(130);
    expect(no.stderr.replace(/\s+/g, ' ')).toContain(`Delete SCM-12 "${title}"?`);
    expect(no.stderr).toContain('error: nothing was deleted');
    expect(await statusOf('SCM-12')).toBe('in_progress');
    const yes = await world.run('tasks delete SCM-12', { ...narrow, stdin: 'y\r' });
    expect(yes.code).toBe(0);
    expect(yes.stderr).toContain('Deleted SCM-12 ');
    expect((await world.run('tasks view SCM-12')).code).toBe(4);
  });

  test('one question for several, the first ten by name', async () => {
    const refs = Array.from({ length: 12 }, (_, at) => `SCM-${at + 1}`);
    const { code, stderr } = await world.run(['tasks', 'delete', 'SCM-999', ...refs], { ...narrow, stdin: 'n\r' });
    const lines = stderr.split('\n').slice(0, 11);
    expect(code).toBe(130);
    expect(lines[0]).toBe('  SCM-999 (not found)');
    expect(lines.slice(1, 10).every((line, at) => line.startsWith(`  SCM-${at + 1} "`))).toBe(true);
    expect(lines[10]).toBe('  and 3 more');
    expect(stderr).toContain('Delete these 13 tasks?');
    expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('the question is asked too if only the first ten do not exist', async () => {
    const missing = Array.from({ length: 10 }, (_, at) => `SCM-${at + 990}`);
    const { code, stderr } = await world.run(['tasks', 'delete', ...missing, 'SCM-12'], { ...narrow, stdin: 'n\r' });
    expect(code).toBe(130);
    expect(stderr).toContain('Delete these 11 tasks?');
    expect(await statusOf('SCM-12')).toBe('in_progress');
  });

  test('nothing is asked about what does not exist', async () => {
    expect(await world.run('tasks delete SCM-999', narrow)).toEqual(
      refused(4, 'there is no task SCM-999 that you can see'),
    );
  });
});

test.each([
  [['todo', 'closed'], 'closed'],
  [['todo', 'cancelled'], 'done'],
  [['todo', 'completed', 'closed'], 'completed'],
  [['todo', 'done', 'completed'], 'done'],
])('where %j were seen, finished is %s', async (statuses, expected) => {
  const world = await openWorld({ seed: 'empty' });
  const machine = await world.machine('mara@lantern.example');
  const tasks = statuses.map((status, at) => ({
    id: `X-${at + 1}`,
    uuid: `${at}${uuid.slice(1)}`,
    title: 'x',
    status,
  }));
  const bodies: unknown[] = [];
  const send: typeof world.send = async (request) => {
    if (request.method === 'GET' && request.url.pathname.endsWith('/tasks'))
      return answerJson(200, { tasks, users: {} });
    if (request.method === 'GET') return answerJson(200, { task: tasks[0] });
    bodies.push(JSON.parse(String(request.body)));
    return answerJson(200, { ok: true });
  };
  expect((await machine.run('tasks list -q', { send })).code).toBe(0);
  expect((await machine.run('tasks done X-1', { send })).code).toBe(0);
  expect(bodies).toEqual([{ status: expected }]);
});
