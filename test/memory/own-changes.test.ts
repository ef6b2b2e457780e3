import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { readBytes } from '../../src/http/body/read.js';
import type { Send } from '../../src/http/message.js';
import { openMemory } from '../../src/memory/memory.js';
import { makeFolder } from '../support/computer/folder.js';
import { allShapes, narrow, openAtHome, openQueueAtHome, usualNow } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';

/** A write, a command that shows what it changed, and what that shows offline then. */
const writes: readonly (readonly [string, string, RegExp, string])[] = [
  ['tickets reply CASA-8 -b "We are on it."', 'tickets view CASA-8', /We are on it\./, 'CASA-8'],
  ['close CASA-9', 'tickets list --segment all -q', /^(?![\s\S]*CASA-9\b)/, 'CASA-9'],
  ['tickets delete BERG-12 -y', 'tickets list --segment all -q', /^(?![\s\S]*BERG-12\b)/, ''],
  ['tickets edit CASA-13 -s resolved', 'tickets list --segment all -q', /^(?![\s\S]*CASA-13\b)/, 'CASA-13'],
  ['tasks done SCM-12', 'tasks list -q', /^(?![\s\S]*SCM-12\b)/, 'SCM-12'],
  ['tasks edit SCM-12 --title "Something else"', 'tasks view SCM-12', /Something else/, 'SCM-12'],
  ['tasks comment SCM-12 -b "Half of it."', 'tasks view SCM-12', /Half of it\./, 'SCM-12'],
  ['tasks create "A new one" --project SCM', 'tasks list', /./, 'SCM-'],
  ['inbox read --all -y', 'inbox count', /./, 'inbox'],
  ['api /tickets/UUID -X PATCH -f priority=low', 'tickets list --segment all -p low -q', /CASA-8/, 'CASA-8'],
];

allShapes('offline, what we have written since is there or named, %s shape', (world) => {
  it.each(writes)('%s', async (write, read, shows, named) => {
    const { uuid } = (await world.json('tickets view CASA-8')) as { readonly uuid: string };
    await world.run('sync --tasks all --tickets all -q');
    expect(await world.run(write.replace('UUID', uuid))).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await world.run(`${read} --offline`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(shows) });
    expect(stderr).toMatch(new RegExp(`^warning: shown as of \\S+; changed here since: .*${named}`));
    // Once it has been read again, nothing is said.
    await world.run(read);
    expect((await world.run(`${read} --offline`)).stderr).toMatch(/^warning: shown as of \S+\n$/);
  });
});

allShapes('offline, what was deleted here is named as that, %s shape', (world, shape) => {
  const deleted = [
    ['task', 'SCM-12', 'spec'],
    ['ticket', 'CASA-9', 'wire'],
  ];

  it.each(deleted.filter(([, , other]) => ['usual', other].includes(shape)))('%s', async (kind, ref = '') => {
    const { uuid } = (await world.json(`view ${ref}`)) as { readonly uuid: string };
    const shown = [`view ${ref}`, `${kind}s view ${ref.toLowerCase()}`, `view ${uuid}`, `${kind}s view ${uuid}`];
    const lines = [
      ...shown,
      `open ${ref} --print`,
      `open ${uuid} --print`,
      `checklist ${ref}`,
      `api /${kind}s/${uuid}`,
    ];
    await world.run(`${kind}s delete ${ref} -y`);
    const named = { code: 4, stdout: '', stderr: `error: the ${kind} ${ref} was deleted here\n` };
    for (const line of lines) expect(await world.run(`${line} --offline`), line).toMatchObject(named);
    await world.run('sync --tasks all --tickets all -q');
    for (const line of lines) expect(await world.run(`${line} --offline`), line).toMatchObject(named);
  });
});

test('offline, so is a saved view', async () => {
  const { machine } = await openAtHome();
  const list = 'tasks list --view overdue --offline';
  await machine.run('sync -q');
  expect(await machine.run(list)).toMatchObject({ code: 0 });
  await machine.run('views delete tasks Overdue -y');
  expect(await machine.run(list)).toMatchObject({
    code: 4,
    stderr: 'error: the saved view "overdue" was deleted here\n',
  });
  expect((await machine.run(list.replace('tasks', 'tickets'))).stderr).toContain('has not been read');
});

test('a reference that was deleted here and is in use again is not named as deleted', async () => {
  const { machine, world } = await openAtHome();
  const { uuid } = JSON.parse((await machine.run('tasks view SCM-12 --json')).stdout);
  await machine.run('tasks delete SCM-12 -y');
  const send: Send = async (request) =>
    request.url.pathname.endsWith('/tasks')
      ? answerJson(200, { tasks: [{ uuid: randomUUID(), displayId: 'SCM-12', title: 'Reused' }] })
      : await world.send(request);
  await machine.run('tasks list --scope all', { send });
  expect(await machine.run('tasks view SCM-12 --offline')).toMatchObject({
    code: 4,
    stderr: 'error: SCM-12 has not been read: tracker sync --tasks all\n',
  });
  expect(await machine.run(`tasks view ${uuid} --offline`)).toMatchObject({
    code: 4,
    stderr: 'error: the task SCM-12 was deleted here\n',
  });
});

test('a terminal breaks the line that names it between words', async () => {
  const { machine } = await openQueueAtHome();
  await machine.run('sync -q');
  await machine.run('tasks edit SCM-12 SCM-17 SCM-18 SCM-26 SCM-33 OPS-8 OPS-11 BOP-7 --add-tag late');
  const { stderr } = await machine.run('tasks list --offline', narrow);
  const [first = '', second = ''] = stripVTControlCharacters(stderr).trimEnd().split('\n').slice(-2);
  expect(`${first}|${second}`).toMatch(/^as of just now; changed here since: [^|]{20,},\|[A-Z]+-\d+/);
  expect(first.length).toBeLessThanOrEqual(80);
});

test('a ticket that was answered is not next offline, and is found by the words of the answer', async () => {
  const { machine } = await openQueueAtHome();
  await machine.run('sync -q');
  const first = (await machine.run('next --offline -q')).stdout;
  await machine.run(['tickets', 'reply', first.trim(), '-b', 'The narwhal has been informed.']);
  expect((await machine.run('next --offline -q')).stdout).not.toBe(first);
  const changed = `changed here since: ${first.trim()}`;
  expect(await machine.run('search narwhal --offline -q')).toMatchObject({
    stdout: first,
    stderr: expect.stringContaining(changed),
  });
  expect((await machine.run('search narwhal --messages --json')).stderr).toMatch(
    new RegExp(`"message":"texts as they were read before; shown as of [^"]*; ${changed}","as_of":`),
  );
  const terminal = { columns: 80 };
  const { stderr } = await machine.run(`view ${first.trim()} --offline`, { terminal });
  expect(stripVTControlCharacters(stderr)).toContain(changed);
});

test('what was refused has changed nothing, and what a clock that was set back has noted is still so', async () => {
  const { machine } = await openAtHome();
  await machine.run('tickets list --segment all');
  await machine.run('tickets edit CASA-9 --priority odd -y');
  expect((await machine.run('tickets list --segment all --offline')).stderr).not.toContain('changed here');
  const now = () => new Date(usualNow.getTime() - 3_600_000);
  await machine.run('tickets edit CASA-9 --priority urgent', { now });
  const { stderr } = await machine.run('tickets list --segment all --offline --json');
  expect(JSON.parse(stderr)).toMatchObject({ warning: { changed_here: ['CASA-9'] } });
});

test('what is not safe is refused before a write, and nothing fails once the server has it (R92)', async () => {
  const { machine, world } = await openAtHome();
  const { uuid } = JSON.parse((await machine.run('tickets view CASA-9 --json')).stdout);
  await machine.run('tickets edit CASA-9 -p high');
  const cache = join(machine.folder, 'cache');
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8' }).map((name) => join(cache, name));
  const changes = files.find((path) => basename(path) === 'changes') ?? expect.fail('no changes');
  const detail = files.find((path) => path.includes(`tickets_${uuid}`)) ?? expect.fail('no detail');
  const line = `api -X PATCH /tickets/${uuid} -f priority=low`;
  for (const path of [changes, detail]) {
    world.takeRequests();
    chmodSync(path, 0o666);
    expect(await machine.run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('not safe to use') });
    expect(world.takeRequests()).toEqual([]);
    chmodSync(path, 0o600);
    const send: Send = async (request) => {
      const reply = await world.send(request);
      chmodSync(path, 0o666);
      return reply;
    };
    expect(await machine.run(line, { send })).toMatchObject({ code: 0, stderr: '' });
    chmodSync(path, 0o600);
  }
});

test('only what was deleted is left out of an answer, however it is written', async () => {
  const { machine, world } = await openAtHome();
  const send: Send = async (request) =>
    request.method === 'GET' && request.url.pathname.endsWith('/tickets')
      ? answerJson(200, { tickets: [{ uuid: ticket, days: [1, null, 2] }, { uuid: 'other' }] })
      : await world.send(request);
  const { uuid: ticket } = (await world.json('tickets view CASA-9')) as { readonly uuid: string };
  await machine.run('tickets list --segment all', { send });
  await machine.run(`api -X PATCH /tickets/${ticket} -f priority=low`);
  const { stdout } = await machine.run('api /tickets?segment=all --offline');
  expect(JSON.parse(stdout).tickets[0].days).toEqual([1, null, 2]);
});

/** A server with tasks, `t0` and on, and what one account remembers of them. */
function openTasks(count: number) {
  const tasks = Array.from({ length: count }, (_, at) => ({
    uuid: `t${at}`,
    displayId: `SCM-${at}`,
    title: '',
    priority: 'none',
  }));
  let release: Promise<void> | undefined;
  const server: Send = async ({ method, url, body }) => {
    const task = tasks.find(({ uuid }) => url.pathname.endsWith(`/${uuid}`));
    if (method === 'GET') {
      const answered = answerJson(200, task ? { task } : { tasks });
      await release;
      return answered;
    }
    return answerJson(200, { task: Object.assign(task ?? {}, JSON.parse(String(body))) });
  };
  const folder = makeFolder();
  const whose = { isKnown: () => true, userId: async () => 'mara', refOf: () => undefined };
  const folders = { folder: async () => folder, ...whose };
  const own = { ownLine: () => '' };
  const errors = {
    neverRead: () => expect.fail('never read'),
    tooOld: () => expect.fail('too old'),
    requireSignIn: async () => undefined,
  };
  const memory = openMemory({
    ...folders,
    ...errors,
    now: () => usualNow,
    uptime: () => 0,
    answers: 'never',
    flags: '',
    most: 1e9,
    ...own,
  });
  const send = memory.over(server);
  const url = new URL('https://work.example/api/v1/tasks');
  const request = { url, headers: {}, signal: new AbortController().signal };
  return {
    tasks,
    file: () => readFileSync(join(folder, 'changes')),
    hold(until: Promise<void> | undefined): void {
      release = until;
    },
    async list() {
      await readBytes(await send({ ...request, method: 'GET' }));
      await memory.flush();
    },
    async edit(id: string, fields: object) {
      const at = new URL(`/api/v1/tasks/${id}`, url);
      await readBytes(await send({ ...request, method: 'PATCH', url: at, body: JSON.stringify(fields) }));
    },
    /** What is shown offline, and what of it is named as changed. */
    async offline() {
      const { bytes, changed = [] } = (await memory.recall(url)) ?? expect.fail('nothing is kept');
      return { tasks: JSON.parse(bytes.toString()).tasks as typeof tasks, changed };
    },
  };
}

test('each of many changes is shown offline, or at least named, in a file that does not grow for ever (R95)', async () => {
  const { list, edit, offline, tasks, file } = openTasks(1600);
  await list();
  for (const { uuid } of tasks) await edit(uuid, { priority: 'high', title: '-'.repeat(250) });
  expect(await offline()).toEqual({ tasks, changed: tasks.map(({ displayId }) => displayId) });
  const heads = new Set<string | undefined>();
  for (let round = 0; round < 60; round += 1) {
    heads.add(file().toString('latin1', 0, 20).split('\n')[0]);
    const title = `${round}${'-'.repeat(33_000)}`;
    for (const id of ['t0', 't1', 't2']) await edit(id, { title });
  }
  // 6 MB were written, and it is folded after each.
  expect(heads.size).toBeLessThan(8);
  expect(file().length).toBeLessThan(2_000_000);
  expect(await offline()).toEqual({ tasks, changed: tasks.map(({ displayId }) => displayId) });
  for (const { uuid } of tasks.slice(-1200)) await edit(uuid, { title: '-'.repeat(1000) });
  const shown = await offline();
  expect(shown.changed).toHaveLength(1600);
  expect(shown.tasks.slice(-300)).toEqual(tasks.slice(-300));
  await list();
  for (const id of ['t5', 't6']) await edit(id, { priority: 'low' });
  expect(await offline()).toEqual({ tasks, changed: ['SCM-5', 'SCM-6'] });
});

test('no clock decides whether an answer has what we have changed, but which was first (R95)', async () => {
  const {
    list,
    edit,
    offline,
    hold,
    tasks: [task],
  } = openTasks(1);
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  const at = (hour: number): unknown => clock.mockReturnValue(usualNow.getTime() + hour * 3_600_000);
  await list();
  at(1);
  await edit('t0', { priority: 'low' });
  at(0);
  Object.assign(task ?? {}, { priority: 'urgent' });
  await list();
  expect(await offline()).toMatchObject({ tasks: [{ priority: 'urgent' }], changed: [] });
  let answer = (): void => undefined;
  hold(new Promise<void>((resolve) => (answer = resolve)));
  const listed = list();
  await Promise.resolve();
  at(-1);
  await edit('t0', { priority: 'low' });
  answer();
  await listed;
  expect(await offline()).toMatchObject({ tasks: [{ priority: 'low' }], changed: ['SCM-0'] });
});
