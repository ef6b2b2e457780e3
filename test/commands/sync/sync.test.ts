import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Row, refOf } from '../../../src/contract/row.js';
import { readBytes } from '../../../src/http/body/read.js';
import type { Send } from '../../../src/http/message.js';
import { withPace } from '../../../src/http/pace.js';
import { mountSmallDisk } from '../../support/computer/small-disk.js';
import { manualClock } from '../../support/manual-clock.js';
import { eachShape, openAtHome, openWorld, refused, usualNow } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';

const detail = /^GET \/api\/v1\/(?:tasks|tickets|projects|notes|wiki)\/[\da-f-]{32,36}$/;
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

/** What commands show without a network after a sync. */
const commands: readonly string[] = [
  ...['tasks list', 'tickets list', 'tickets list --segment all --waiting', 'next', 'next --tasks', 'status', 'inbox'],
  ...['inbox -u', 'inbox count', 'projects list', 'projects view SCM', 'me', 'orgs list', 'views list', 'prefs list'],
  ...['notes list', 'notes view "Before the demo"', 'tickets view CASA-9', 'tasks view SCM-12', 'wiki view backup'],
];

eachShape('sync, %s shape', (world) => {
  it('reads what is needed without a network, and then only what has changed', async () => {
    const first = (await world.json('sync --wiki')) as Readonly<Record<string, number>>;
    const { tasks = 0, tickets = 0, pages = 0, notes = 0, projects = 0 } = first;
    expect(Math.min(tasks, tickets, pages, notes, projects)).toBeGreaterThan(0);
    const all = tasks + tickets + pages + notes + projects;
    expect(first).toMatchObject({ read: all, recent: 0, left: 0, gone: 0, failed: 0 });
    expect(first.bytes).toBeGreaterThan(100_000);
    world.takeRequests();
    for (const line of commands) {
      const offline = await world.run(`${line} --offline`);
      expect({ line, code: offline.code, stderr: offline.stderr.split('\n').length }).toEqual({
        line,
        code: 0,
        stderr: 2,
      });
      expect(world.takeRequests(), line).toEqual([]);
      expect(offline.stdout, line).toBe((await world.run(line)).stdout);
      world.takeRequests();
    }
    expect(await world.json('sync --wiki')).toMatchObject({
      ...first,
      bytes: expect.any(Number),
      read: 0,
      recent: all,
    });
    expect(world.takeRequests().filter((line) => detail.test(line))).toEqual([]);
    await world.run('tasks edit SCM-12 -p low');
    expect(await world.json('sync')).toMatchObject({ read: 1, recent: all - pages - 1, pages: 0 });
  });
});

describe('sync', () => {
  it('says what is there, prints nothing with -q, and takes what is asked for', async () => {
    const { world, machine } = await openAtHome();
    const shown = await machine.run('sync', { terminal: { columns: 100 } });
    expect(stripVTControlCharacters(shown.stdout)).toMatch(
      /^On this computer: \d+ tasks, \d+ tickets, \d+ notes, 4 projects; \d+ kB in all\.\n\d+ read now\.\n$/,
    );
    expect(await machine.run('sync -q')).toEqual({ code: 0, stdout: '', stderr: '' });
    const count = async (flags: string): Promise<Record<string, number>> =>
      JSON.parse((await machine.run(`sync ${flags} --json`)).stdout);
    const [usual, mine, all] = [
      await count(''),
      await count('--tickets mine'),
      await count('--tickets all --tasks all'),
    ];
    expect(mine.tickets).toBeLessThan(usual.tickets ?? 0);
    expect(all.tickets).toBeGreaterThan(usual.tickets ?? 0);
    expect(all.tasks).toBeGreaterThan(usual.tasks ?? 0);
    expect((await machine.run('tasks list --scope all --offline -q')).code).toBe(0);
    world.takeRequests();
    const { read, recent } = await count('--since 1h');
    expect(read).toBe(0);
    expect(recent).toBeLessThan((usual.recent ?? 0) / 2);
  });

  const hourMs = 60 * 60 * 1000;
  const hoursOn = (hours: number) => () => new Date(usualNow.getTime() + hours * hourMs);

  it('reads again after a day what its row does not contradict, after an hour what has no fine time', async () => {
    const { machine } = await openAtHome();
    const sync = async (hours: number) =>
      JSON.parse((await machine.run('sync --wiki --json', { now: hoursOn(hours) })).stdout);
    const { read: all, pages } = await sync(0);
    expect(await sync(0.9)).toMatchObject({ read: 0, recent: all });
    expect(await sync(1.1)).toMatchObject({ read: pages, recent: all - pages });
    expect(await sync(24.1)).toMatchObject({ read: all, recent: 0 });
    // A clock that was set back proves nothing.
    expect(await sync(-1)).toMatchObject({ read: all });
  });

  it('reads again at most 500, the longest unread first, and says how many are left', async () => {
    const { world, machine } = await openAtHome();
    const [row] = (await world.json('wiki list')) as readonly Row[];
    const page = (await world.json(`wiki view ${row?.id}`)) as Row;
    const ids = Array.from({ length: 510 }, (_, at) => `page-${at}`);
    const send: Send = meddling(world.send, ({ url, method }) => {
      const id = url.pathname.split('/').at(-1) ?? '';
      if (method !== 'GET' || !url.pathname.includes('/wiki')) return undefined;
      return answerJson(
        200,
        id === 'wiki'
          ? { pages: ids.map((each) => ({ ...row, id: each, uuid: each })) }
          : { page: { ...page, id, uuid: id } },
      );
    });
    const sync = async (flags: string, hours: number) =>
      JSON.parse((await machine.run(`sync --wiki ${flags} --json`, { send, now: hoursOn(hours) })).stdout);
    expect(await sync('', 0)).toMatchObject({ pages: 510, left: 0 });
    expect(await sync('', 2)).toMatchObject({ pages: 510, read: 500, left: 10 });
    expect(await sync('', 2.1)).toMatchObject({ read: 10, left: 0 });
    expect(await sync('--full', 4)).toMatchObject({ read: 510, left: 0 });
    const shown = await machine.run('sync --wiki', { send, now: hoursOn(6), terminal: { columns: 100 } });
    expect(shown.stdout).toMatch(
      /\b10 left\.\nThose left may have changed since they were read; to read them all: tracker sync --full\n$/,
    );
  });

  it('forgets what is gone from a whole list, or from the server', async () => {
    const { world, machine } = await openAtHome();
    await machine.run('sync --tickets all --tasks all -q');
    const found = async () => (await machine.run('search newsletter --offline -q')).stdout;
    expect(await found()).toContain('BERG-12');
    await world.run('tickets delete BERG-12 -y');
    expect(JSON.parse((await machine.run('sync --tickets all --json')).stdout)).toMatchObject({ gone: 1 });
    expect(await found()).not.toContain('BERG-12');
    expect((await machine.run('tickets view BERG-12 --offline')).code).toBe(4);
    expect((await machine.run('tickets view CASA-9 --offline')).code).toBe(0);
    await world.run('tickets delete CASA-9 -y');
    await machine.run('tickets view CASA-9');
    expect((await machine.run('tickets view CASA-9 --offline')).code).toBe(4);
  });

  it('what is known to be gone does not come back from a list that was read before', async () => {
    const { world, machine } = await openAtHome();
    await machine.run('sync --tickets all -q');
    await world.run('tickets delete BERG-12 -y');
    expect((await machine.run('tickets view BERG-12')).code).toBe(4);
    const listed = await machine.run('tickets list --segment all --state all --offline -q');
    expect(listed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^warning: shown as of \S+\n$/) });
    expect(listed.stdout).toContain('CASA-9');
    expect(listed.stdout).not.toContain('BERG-12');
    expect((await machine.run('search newsletter --offline -q')).stdout).not.toContain('BERG-12');
  });

  it.each([
    ['task', 'tasks list --scope all', 'SCM-12', 0],
    ['ticket', 'tickets list --segment all', 'BERG-12', 0],
    ['ticket', 'tickets list --segment all', 'BERG-12', 1_100_000],
  ])('forgets a %s that %s no longer has (%s, %i bytes more)', async (kind, list, ref, more) => {
    const { world, machine } = await openAtHome();
    await machine.run(`${kind}s view ${ref}`);
    await machine.run(`${list} -q`);
    const search = `search ${ref} --type ${kind} --offline -q`;
    expect((await machine.run(search)).stdout).not.toBe('');
    const send: Send = async (request) => {
      const reply = await world.send(request);
      if (!request.url.pathname.endsWith(`/${kind}s`)) return reply;
      const rows: readonly Row[] = JSON.parse(String(await readBytes(reply)))[`${kind}s`];
      return answerJson(200, { [`${kind}s`]: rows.filter((row) => refOf(row) !== ref), more: 'x'.repeat(more) });
    };
    await machine.run(`${list} -q`, { send });
    expect((await machine.run(`${kind}s view ${ref} --offline`)).code).toBe(4);
    expect((await machine.run(search)).stdout).toBe('');
  });

  it.each([
    ['a task that has left the list of your own', false],
    ['one that a list read meanwhile does not have', true],
  ])('asks once about %s', async (_what, isListed) => {
    const { world, machine } = await openAtHome();
    const sync = async (flags = '', now = usualNow) =>
      JSON.parse((await machine.run(`sync ${flags} --json`, { now: () => now })).stdout);
    const { tasks } = await sync();
    const [gone, left] = JSON.parse((await machine.run('tasks list --json')).stdout) as readonly { ref: string }[];
    await world.run(`tasks delete ${gone?.ref} -y`);
    await world.run(`tasks edit ${left?.ref} -a '!@me' -a Sean`);
    const at = (minutes: number): Date => new Date(usualNow.getTime() + minutes * 60_000);
    if (isListed) await machine.run('tasks list', { now: () => at(1) });
    expect(await sync('', at(2))).toMatchObject({ gone: 1, failed: 0 });
    expect(await machine.run(`view ${gone?.ref} --offline`)).toMatchObject({ code: 4 });
    expect(await machine.run(`view ${left?.ref} --offline`)).toMatchObject({ code: 0 });
    expect(await sync('', at(3))).toMatchObject({ gone: 0, read: 0 });
    expect(tasks).toBeGreaterThan(2);
  });

  it('--tickets all reads finished ones too, and --chats what the lists of threads have, without opening any', async () => {
    const { world, machine } = await openAtHome();
    const [{ ref } = { ref: '' }] = (await world.json('tickets list --segment all --status closed --fields ref')) as {
      ref: string;
    }[];
    await machine.run('sync --tickets all --chats -q');
    expect((await machine.run(`tickets view ${ref} --offline`)).code).toBe(0);
    expect((await machine.run('chat list --org lantern-works --offline')).code).toBe(0);
    const opened = world.takeRequests().filter((line) => /chat\/threads\//.test(line));
    expect(opened).toEqual([]);
  });

  it('leaves out what a role may not see, unless it is asked for', async () => {
    const world = await openWorld();
    expect(await world.run('sync --json', { as: customer })).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await world.run('sync --wiki', { as: customer });
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringMatching(/^error: could not read the wiki: /) });
  });

  it('goes on after a detail or a list that is broken, and says so', async () => {
    const { world, machine } = await openAtHome();
    const [{ uuid } = { uuid: '' }] = (await world.json('tickets list')) as readonly { uuid: string }[];
    const broken = (pattern: RegExp, status: number): Send =>
      meddling(world.send, ({ url }) =>
        pattern.test(url.href) ? answerJson(status, { message: 'broken' }) : undefined,
      );
    const one = await machine.run('sync --json', { send: broken(new RegExp(`${uuid}$`), 404) });
    expect(one).toMatchObject({ code: 8, stderr: expect.stringContaining('could not read 1 detail') });
    expect(JSON.parse(one.stdout)).toMatchObject({ failed: 1 });
    const list = await machine.run('sync -q', { send: broken(/\/projects$/, 422) });
    expect(list.code).toBe(1);
    const away = await machine.run('sync', { send: broken(/./, 404) });
    expect(away.code).toBe(4);
  });

  it('needs a server, and a place for what it reads', async () => {
    const { world, machine } = await openAtHome();
    expect(await machine.run('sync --offline')).toEqual(
      refused(2, 'this command needs the server, so it does not work offline', 'leave out --offline'),
    );
    await machine.run('sync -q');
    const send: Send = async () => await Promise.reject(new Error('unused'));
    expect((await machine.run('sync', { env: { TRACKER_OFFLINE: '1' }, send })).code).toBe(2);
    writeFileSync(join(machine.folder, 'file'), '');
    const env = { TRACKER_CACHE_DIR: join(machine.folder, 'file', 'cache') };
    world.takeRequests();
    expect(await machine.run('sync', { env })).toMatchObject({ code: 1, stdout: '' });
    await machine.run('config set memory off');
    expect(await machine.run('sync')).toEqual(
      refused(1, 'what is read cannot be kept, since the setting memory is off', 'tracker config set memory on'),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  const probe = mountSmallDisk(16);
  probe?.remove();
  it.skipIf(!probe)('on a full disk, keeps what it can and says so (R88)', async () => {
    const { machine } = await openAtHome();
    const disk = mountSmallDisk(2000);
    if (!disk) throw new Error('it could be mounted a moment ago');
    try {
      const cache = join(disk.folder, 'cache');
      mkdirSync(cache, { mode: 0o700 });
      const env = { TRACKER_CACHE_DIR: cache };
      disk.leave(300);
      const { code, stderr } = await machine.run('sync', { env });
      expect({ code, stderr }).toEqual({
        code: 8,
        stderr: expect.stringMatching(/^error: \d+ of the responses could not be kept in /),
      });
      expect((await machine.run('tasks view SCM-12', { env })).code).toBe(0);
      disk.leave(1000);
      expect((await machine.run('search ferry --offline', { env })).code).toBe(0);
    } finally {
      disk.remove();
    }
  });

  it('--gentle: never more than four requests in a second', async () => {
    const clock = manualClock();
    const sent: number[] = [];
    const send: Send = async (request) => {
      sent.push(clock.now().getTime());
      return await answerJson(200, { url: request.url.href });
    };
    const now = (): number => clock.now().getTime();
    const paced = withPace(send, { mostPerSecond: 4, now, wait: clock.wait });
    const request = { method: 'GET', url: new URL('https://work.example/'), headers: {} };
    const gone = new AbortController();
    const { signal } = new AbortController();
    const all = Array.from({ length: 20 }, (_, at) =>
      paced({ ...request, signal: at === 5 ? gone.signal : signal }).catch(() => undefined),
    );
    gone.abort(new Error('gone'));
    await clock.pass(30);
    await Promise.all(all);
    expect(sent).toHaveLength(19);
    for (const [at, time] of sent.entries())
      expect((sent[at + 4] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(1000);

    const { world, machine } = await openAtHome();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1_200);
    await machine.run('sync --gentle', { signal: stop.signal });
    expect(world.takeRequests().length).toBeLessThanOrEqual(6);
  });
});

it('what has no room is counted, and lists stay', async () => {
  const { machine, world } = await openAtHome();
  for (const size of ['1T', '5M', '200G', '1', 'all', '-1G', '1.5G'])
    expect(await machine.run(`config set memory-size -- ${size}`), size).toMatchObject({ code: 2 });
  await machine.run('config set memory-size 10M');
  const send: Send = async (request) => {
    const reply = await world.send(request);
    if (!/\/(?:tasks|tickets)\/[^/]+$/.test(request.url.pathname)) return reply;
    const detail = JSON.parse(String(await readBytes(reply)));
    return answerJson(reply.status, { ...detail, more: 'x'.repeat(300_000) });
  };
  const { code, stdout } = await machine.run('sync --json', { send });
  const { tasks, tickets, pages, notes, projects, read, noRoom, bytes } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(noRoom).toBeGreaterThan(0);
  const here = tasks + tickets + pages + notes + projects;
  // What shows who is of the team may have had no room either.
  expect(here).toBeLessThan(read);
  expect(here).toBeGreaterThanOrEqual(read - noRoom);
  expect(bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
  for (const line of ['tasks list', 'tickets list --segment all', 'next'])
    expect(await machine.run(`${line} --offline`), line).toMatchObject({ code: 0 });
  expect((await machine.run('sync', { send, terminal: { columns: 100 } })).stdout).toMatch(
    /\d+ had no room; to keep more than 10M: tracker config set memory-size 1G\n$/,
  );
});

it('says what had no room where nothing but lists was read', async () => {
  const { machine, world } = await openAtHome();
  await machine.run('config set memory-size 10M');
  const send: Send = async (request) => {
    const reply = await world.send(request);
    const { pathname } = request.url;
    if (/\/(?:tasks|tickets|projects|notes)\/(?!list)[^/]+$/.test(pathname))
      return answerJson(404, { message: 'gone' });
    if (!/\/(?:tasks|tickets)$/.test(pathname)) return reply;
    return answerJson(reply.status, { ...JSON.parse(String(await readBytes(reply))), more: 'x'.repeat(6_000_000) });
  };
  const { stdout } = await machine.run('sync', { send, terminal: { columns: 100 } });
  expect(stdout).toMatch(/^On this computer: nothing; /);
  expect(stdout).toMatch(
    /\n[3-9] had no room \(lists: (?:tasks, tickets|tickets, tasks)\); to keep more than 10M: tracker config set memory-size 1G\n$/,
  );
});

it('a list that has no room itself takes no others with it', async () => {
  const { machine, world } = await openAtHome();
  await machine.run('config set memory-size 10M');
  const send: Send = async (request) => {
    const reply = await world.send(request);
    if (!`${request.url.pathname}${request.url.search}`.endsWith('/tickets?segment=all')) return reply;
    return answerJson(reply.status, { ...JSON.parse(String(await readBytes(reply))), more: 'x'.repeat(11_000_000) });
  };
  expect(await machine.run('sync', { send })).toMatchObject({ code: 0 });
  for (const line of ['tasks list', 'tickets list', 'tasks view SCM-12', 'tickets view CASA-9'])
    expect(await machine.run(`${line} --offline`), line).toMatchObject({ code: 0 });
  const refusedAs = async (line: string, error: string, hint?: string): Promise<void> =>
    expect(await machine.run(`${line} --offline`), line).toEqual(refused(4, error, hint));
  const hint = 'to keep more than 10M: tracker config set memory-size 1G, then tracker sync';
  for (const line of ['next', 'tickets list --segment all -s open', 'tickets list --segment all --waiting'])
    await refusedAs(line, 'the list of all tickets had no room', hint);
  await refusedAs(
    'next -I work',
    'the list of all tickets had no room',
    hint.replace('tracker sync', 'tracker -I work sync'),
  );
  // It may have been in the list.
  await refusedAs('tickets view AA-1', 'AA-1 has not been read: tracker sync --tickets all', hint);
  await refusedAs('tasks list --scope all', 'the list of all tasks has not been read: tracker sync --tasks all');
  await machine.run('config set memory-size 11M');
  await refusedAs('next', 'the list of all tickets has not been read: tracker sync');
});

it('offline, a detail that is not there since others had no room is named with what helps', async () => {
  const { machine, world } = await openAtHome();
  await machine.run('config set memory-size 10M');
  const send: Send = async (request) => {
    const reply = await world.send(request);
    if (!/\/tasks\/[^/]+$/.test(request.url.pathname)) return reply;
    return answerJson(reply.status, { ...JSON.parse(String(await readBytes(reply))), more: 'x'.repeat(3_000_000) });
  };
  const refs = ['SCM-12', 'SCM-13', 'SCM-14', 'SCM-15'];
  for (const ref of refs) await machine.run(`tasks view ${ref}`, { send });
  const hint = 'to keep more than 10M: tracker config set memory-size 1G, then tracker sync --tasks all';
  expect(await machine.run('tasks view SCM-12 --offline')).toEqual(
    refused(4, 'SCM-12 has not been read: tracker sync --tasks all', hint),
  );
  expect(await machine.run('tasks view SCM-15 --offline')).toMatchObject({ code: 0 });
});
