import { expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openWorld, owner, refused } from '../support/run.js';
import { answer, answerJson } from '../support/sandbox/in-process.js';
import { changingJson } from '../support/servers/meddling.js';
import { allTests } from '../support/set-up.js';

const world = allTests(() => openWorld({ seed: 'empty:1' }));

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const orgId = '00000000-0000-4000-8000-00000000000a';
const task = { id: 'SCM-1', uuid: '11111111-1111-4111-8111-111111111111' };
const project = { id: task.uuid, key: 'SCM' };

test.each([
  ['tasks', 'tasks', {}],
  ['tickets', 'tickets', {}],
  ['projects', 'projects', {}],
  ['inbox', 'items', {}],
  ['search invoice', 'results', {}],
  ['notes', 'quick', { meetings: [], shared: [] }],
  ['wiki', 'pages', {}],
  [`chat list --org ${orgId}`, 'threads', { orgs: [{ id: orgId, slug: 'one' }] }],
  [`attachments list task:${task.uuid}`, 'attachments', { task }],
  [`projects activity ${project.id}`, 'items', { project }],
  ['open --print note:plan', 'quick', {}],
  [`tasks view ${task.uuid}`, 'comments', {}, 'task'],
  [`tickets view ${task.uuid}`, 'messages', { ticket: task }],
  [`tickets view ${task.uuid} --public`, 'messages', { ticket: task }],
  [`chat view ${task.uuid}`, 'messages', { thread: { id: task.uuid } }],
  ['chat list --org one', 'orgs', {}],
  ['chat list', 'orgs', {}],
  ['chat view Lunch', 'orgs', {}],
  ['open --print thread:Lunch', 'orgs', {}],
  ['instances list --known', 'instances', {}],
  ['projects view ZZZ', 'projects', {}],
  ['tasks view ZZZ-1', 'tasks', {}],
  ['tickets view ZZZ-1', 'tickets', {}],
])(
  '%s: a list of anything but objects is an error that names the field (#10.7)',
  async (line, field, rest, within?: string) => {
    const lists = ['[null]', '[{"id":"1"},null,5,"x",[]]', deep];
    for (const list of lists) {
      const object = `{${JSON.stringify(rest).slice(1, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"${field}":${list}}`;
      const text = within === undefined ? object : `{"${within}":${object}}`;
      const send = async () => answer(200, text, { 'content-type': 'application/json' });
      const { code, stdout, stderr } = await world.run(line, { send });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`item [12] of its "${field}" is not an object\n`));
    }
  },
);

test('a JSON error carries no control character of the server', async () => {
  const send = async () => answerJson(400, { message: 'a\u009b31m\u202e\u007fb' });
  const { code, stderr } = await world.run('tasks --json', { send });
  expect(code).toBe(1);
  expect(stderr).toContain('a\\u009b31m\\u202e\\u007fb');
  expect(JSON.parse(stderr).error.message).toBe('a\u009b31m\u202e\u007fb');
});

test('a list that carries no field for a filter is an error, not an empty answer', async () => {
  const send: Send = async () =>
    answer(200, JSON.stringify({ tasks: [{ id: 'A-1', uuid: 'u' }], tickets: [{ id: 'T-1', uuid: 't' }] }));
  const without = (flag: string, fields: string) =>
    refused(1, `cannot filter by ${flag}: this server does not send ${fields}`);
  expect(await world.run('tasks -s todo', { send })).toEqual(without('--status', 'status'));
  expect(await world.run('tasks --due today', { send })).toEqual(without('--due', 'due'));
  expect(await world.run('tasks --overdue', { send })).toEqual(without('--overdue', 'due'));
  expect(await world.run('tickets --stale 3d', { send })).toEqual(
    without('--stale', 'lastMessageAt or updatedAt or updated'),
  );
  expect(await world.run('tickets --unassigned', { send })).toEqual(
    without('--unassigned', 'assignees or assignedAgentId'),
  );
});

test('rows alone are a list where the documentation leaves its response open', async () => {
  const here = await openWorld();
  const bare = changingJson(here.send, (body, route) => {
    const { projects, results } = body as { projects?: unknown; results?: unknown };
    return /^GET \/(?:projects|search)$/.test(route) ? (projects ?? results ?? body) : body;
  });
  const machine = await here.machine(owner);
  for (const line of [
    'projects list',
    'projects view SCM',
    'search roster',
    'tasks view SCM-12',
    'tasks create -t x --project SCM -n',
  ]) {
    const usual = await machine.run(line);
    expect(await machine.run(line, { send: bare })).toEqual(usual);
    expect(usual.code).toBe(0);
  }
  const tasks = changingJson(here.send, (body, route) =>
    route === 'GET /tasks' ? (body as { tasks: unknown }).tasks : body,
  );
  expect((await machine.run('tasks list', { send: tasks })).stderr).toContain('is not a JSON object');
});

test('a due day with a time is that day', async () => {
  const here = await openWorld();
  const send = changingJson(here.send, (body) => {
    const { tasks, ...rest } = body as { tasks?: readonly { due?: string }[] };
    return tasks
      ? { ...rest, tasks: tasks.map((row) => ({ ...row, ...(row.due && { due: `${row.due}T00:00:00.000Z` }) })) }
      : body;
  });
  for (const filter of ['--due today', '--due <=2026-11-17', '--due tomorrow..tue', '--overdue']) {
    const { stdout } = await here.run(`tasks list -q ${filter}`, { send });
    expect(stdout).toBe((await here.run(`tasks list -q ${filter}`)).stdout);
    expect(stdout).not.toBe('');
  }
  for (const line of ['tasks list', 'status']) {
    const terminal = { columns: 120 };
    expect((await here.run(line, { send, terminal })).stdout).toBe((await here.run(line, { terminal })).stdout);
  }
});
