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

/** Sends the rows alone of lists whose response the documentation leaves open. */
const withRowsAlone = (send: Send): Send =>
  changingJson(send, (body, route) => {
    const { projects, results, tickets, items, notes } = body as Readonly<Record<string, unknown>>;
    return /^GET .*\/(?:projects|search|tickets|inbox|activity|meetings)$/.test(route)
      ? (projects ?? results ?? tickets ?? items ?? notes ?? body)
      : body;
  });

/** Sends tickets without their wrapper. */
const withFlatTickets = (send: Send): Send =>
  changingJson(send, (body, route) => {
    const { ticket, ...rest } = body as { ticket?: object };
    return /^GET \/tickets\/[\da-f-]{36}$/.test(route) ? { ...ticket, ...rest } : body;
  });

test('rows alone are a list where the documentation leaves its response open', async () => {
  const here = await openWorld();
  const bare = withRowsAlone(here.send);
  const machine = await here.machine(owner);
  for (const line of [
    'projects list',
    'projects view SCM',
    'search roster',
    'tasks view SCM-12',
    'tasks create -t x --project SCM -n',
    'tickets list --segment all --fields ref,subject,status,waiting',
    'tickets edit CASA-16 -s open -n',
    'next',
    'inbox --fields ref,title',
    'projects activity SCM --fields ref,text',
    'tasks meetings SCM-12',
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

test('a ticket that is sent without a wrapper is like any other', async () => {
  const here = await openWorld();
  const flat = withFlatTickets(here.send);
  for (const line of [
    'tickets view CASA-16',
    'tickets view CASA-16 --public',
    'tickets view CASA-16 --brief',
    'tickets list --segment all --waiting --fields ref,waiting,lastBy',
    'tickets list --segment all --fields ref,tags',
    'next',
    'tickets reply CASA-16 -b x -n',
    'tickets edit CASA-16 --add-tag x -n',
    'tickets checklist CASA-16',
    'attachments list CASA-16',
    'tickets convert CASA-16 --project SCM -n',
  ]) {
    const usual = await here.run(line);
    expect(usual.code).toBe(0);
    expect({ line, ...(await here.run(line, { send: flat })) }).toEqual({ line, ...usual });
  }
});

test('what was sent without a wrapper is there offline, with what was written since', async () => {
  const here = await openWorld();
  const machine = await here.machine(owner);
  const send = withFlatTickets(withRowsAlone(here.send));
  const lines = [
    'projects list',
    'tickets list --segment all',
    'inbox',
    'projects activity SCM',
    'tasks meetings SCM-12',
  ];
  for (const line of lines) {
    const { code, stdout } = await machine.run(`${line} -q`, { send });
    expect(await machine.run(`${line} -q --offline`), line).toMatchObject({ code, stdout });
  }
  await machine.run('tickets view CASA-16', { send });
  expect((await machine.run('tickets reply CASA-16 -b "We are on it."', { send })).code).toBe(0);
  const { code, stdout } = await machine.run('tickets view CASA-16 --offline');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^reply\t.*We are on it\.$/m) });
});

test('the files of a ticket without a wrapper are its own, too', async () => {
  const here = await openWorld();
  const files = [{ id: task.uuid, filename: 'scan.pdf' }];
  const send = changingJson(withFlatTickets(here.send), (body, route) =>
    /^GET \/tickets\/[\da-f-]{36}$/.test(route) ? { ...(body as object), files } : body,
  );
  expect((await here.run('attachments list CASA-16 --fields name', { send })).stdout).toContain('scan.pdf\n');
});

test('a thread of which only the messages are sent is shown, and has the title of the list', async () => {
  const here = await openWorld();
  const title = 'Lunch on Friday';
  const send = changingJson(here.send, (body, route) =>
    route.startsWith('GET /chat/threads/') ? { messages: (body as { messages: unknown }).messages } : body,
  );
  const { code, stdout, stderr } = await here.run(['chat', 'view', title], { send });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Marked the thread as read.\n' });
  expect(stdout).toMatch(/^ref\t[\da-f-]{36}\n/);
  expect(stdout).toContain(`\ntitle\t${title}\n`);
  expect(stdout).toContain('\nmessage\t');
});

test('people see the names they know where tickets come with ids alone; data is what was sent', async () => {
  const here = await openWorld();
  const bare = changingJson(here.send, (body, route) => {
    if (!/^GET \/tickets/.test(route)) return body;
    const unnamed = ['users', 'authors', 'assignableUsers', 'orgName', 'orgSlug'];
    return JSON.parse(JSON.stringify(body, (key, value: unknown) => (unnamed.includes(key) ? undefined : value)));
  });
  const machine = await here.machine(owner);
  for (const line of ['me', 'tasks list --scope all', 'tickets list --segment all', 'tickets view CASA-16'])
    await machine.run(line);
  const terminal = { columns: 150 };
  for (const line of ['tickets list --segment all', 'tickets view CASA-16 --comments all']) {
    const { stdout } = await machine.run(line, { send: bare, terminal });
    expect(stdout).toBe((await machine.run(line, { terminal })).stdout);
  }
  const piped = (await machine.run('tickets view CASA-16', { send: bare })).stdout;
  expect(piped).toMatch(/^reply\t\S+\t[\da-f-]{36}\t/m);
  expect(piped).toMatch(/^org\t[\da-f-]{36}$/m);
  const replied = await machine.run('tickets reply CASA-16 -b Thanks -y', { send: bare });
  expect(replied.stderr).toContain('everyone at Fundación Casa Azul');
});

test('saved views that are sent without a wrapper are shown, and kept when another is added', async () => {
  const here = await openWorld();
  const bare = changingJson(here.send, (body, route) =>
    route === 'GET /me/views' ? (body as { views: unknown }).views : body,
  );
  const machine = await here.machine(owner);
  for (const line of ['views list', 'views view tasks', 'views list --json', 'tasks list --view Overdue'])
    expect(await machine.run(line, { send: bare })).toEqual(await machine.run(line));
  expect((await machine.run('views save tasks Mine -s todo', { send: bare })).code).toBe(0);
  const names = (await machine.run('views list --fields key,views')).stdout;
  expect(names).toMatch(/^tasks\tOverdue,.*,Mine$/m);
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
