import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { makeFolder } from '../support/computer/folder.js';
import type { Machine, RunOptions } from '../support/computer/machine.js';
import { openAtHome, openWorld, owner, signIn, type TestWorld, usualNow } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { allTests, eachTest } from '../support/set-up.js';

/** The clock and the time since the computer was started, so many seconds later; `setBack` is how far the clock was set back. */
const later = (seconds: number, setBack = 0) => ({
  now: () => new Date(usualNow.getTime() + (seconds - setBack) * 1_000),
  uptime: () => seconds * 1_000,
});

const hour = 3_600;
const home = eachTest(openAtHome);

/** Runs a command, and gives the requests it has sent, too. */
async function ask(line: string, options: RunOptions = {}, { world, machine } = home) {
  world.takeRequests();
  const ran = await machine.run(line, options);
  return { ...ran, requests: world.takeRequests() };
}

/** Whether the server is asked for a line, half a minute after that was read. */
async function isAsked(line: string, options: RunOptions = later(30)): Promise<boolean> {
  const { code, stdout, stderr, requests } = await ask(`${line} --max-age 1h`, options);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  return requests.length > 0;
}

const shown = (text: string): string => stripVTControlCharacters(text).trim();

describe('what is young enough', () => {
  const shared = allTests(openAtHome);

  test.each([
    'tasks list --json',
    'tasks list --scope all --fields ref,tags --tsv',
    'tickets list --segment all --waiting --json',
    'next --first',
    'view SCM-12',
    'view SCM-12 CASA-9 --jsonl',
    'tickets view CASA-9 --json',
    'checklist SCM-12',
    'status --json',
    'inbox --all --json',
    'inbox count',
    'projects --json',
    'projects view SCM',
    'projects activity SCM --all --json',
    'time list --since 90d --json',
    'report day --since 30d --json',
    'people --json',
    'chat list --org lantern-works --json',
    'notes list --json',
    'wiki list --json',
    'wiki view "Commit messages" --json',
    'attachments list OPS-9 --json',
    'me --json',
    'prefs list --json',
    'prefs get theme',
    'views list --json',
  ])('tracker %s prints the same bytes, and asks nobody', async (line) => {
    // The first time, it may have to find out what is meant.
    await shared.machine.run(line);
    const online = await shared.machine.run(line);
    expect(online.code, online.stderr).toBe(0);
    const again = await ask(`${line} --max-age 1h`, later(30), shared);
    expect(again).toEqual({ ...online, requests: [] });
  });

  test('is what is no older than that, by the flag, the environment or the setting, the first of these that is given', async () => {
    const count = async (line: string, options: RunOptions) => (await ask(line, options)).requests.length;
    await home.machine.run('inbox count', later(0));
    const env = (TRACKER_MAX_AGE: string) => ({ ...later(60), env: { TRACKER_MAX_AGE } });
    expect(await count('inbox count', later(60))).toBe(1);
    await home.machine.run('inbox count', later(0));
    for (const age of ['60s', '1m', '1.5m', '0:01', '1', '2d', '1h30m'])
      expect(await count(`inbox count --max-age ${age}`, later(60)), age).toBe(0);
    expect(await count('inbox count', env('60s'))).toBe(0);
    await home.machine.run('config set max-age 60s');
    expect(await count('inbox count', later(60))).toBe(0);
    expect(await count('inbox count', env(''))).toBe(0);
    for (const [line, options] of [
      ['inbox count --max-age 59s', later(60)],
      ['inbox count --max-age 0', later(60)],
      ['inbox count --max-age 0s', later(60)],
      ['inbox count --refresh', later(60)],
      ['inbox count --refresh', env('1h')],
      ['inbox count', env('59s')],
      ['inbox count', env('0')],
      ['inbox count', later(61)],
    ] as const) {
      expect(await count(line, options), line).toBe(1);
      await home.machine.run('inbox count --refresh', later(0));
    }
    await home.machine.run('config unset max-age');
    expect(await count('inbox count', later(0))).toBe(1);
  });

  test('is kept from then on as read when it was asked for', async () => {
    let seconds = 0;
    const now = () => new Date(usualNow.getTime() + seconds * 1_000);
    const send: Send = async (request) => {
      const reply = await home.world.send(request);
      seconds = 20;
      return reply;
    };
    await home.machine.run('inbox count', { now, uptime: () => 0, send });
    expect((await ask('inbox count --max-age 30s', later(30))).requests).toEqual([]);
    expect((await ask('inbox count --max-age 30s', later(31))).requests).toHaveLength(1);
  });
});

interface Touch {
  readonly what: string;
  readonly line: string;
  readonly make: (machine: Machine, world: TestWorld) => Promise<unknown>;
  /** Half a minute later unless given. */
  readonly when?: RunOptions;
  /** Whether the command that changes it reads it again itself, so that it is young enough. */
  readonly isRead?: boolean;
}

const write = (line: string) => async (machine: Machine) => {
  const { code, stderr } = await machine.run(line, later(10));
  expect(code, stderr).toBe(0);
};

const tooOld: readonly Touch[] = [
  { what: 'a change of a task in it', line: 'tasks list', make: write('tasks edit SCM-12 -p low') },
  { what: 'a change of one that comes into it', line: 'tasks list', make: write('tasks edit WEB-6 -a @me') },
  { what: 'a new task', line: 'tasks list', make: write('tasks create "A new one" --project SCM') },
  { what: 'a comment', line: 'view SCM-12', make: write('comment SCM-12 "Half of it."') },
  { what: 'logged time', line: 'time list --since 90d', make: write('time SCM-12 30m') },
  { what: 'something done', line: 'report day', make: write('tasks edit SCM-12 -s in_review') },
  { what: 'a deletion', line: 'tasks list', make: write('tasks delete SCM-12 -y') },
  { what: 'a task that it is linked to', line: 'view SCM-33', make: write('tasks edit SCM-12 --depends-on SCM-33') },
  {
    what: 'undo',
    line: 'tasks list',
    make: (machine) => write('tasks edit SCM-12 -p low')(machine).then(() => write('undo -y')(machine)),
  },
  { what: 'a reply', line: 'tickets list --segment all --waiting', make: write('reply CASA-8 "We are on it."') },
  { what: 'a note', line: 'view CASA-8', make: write('note CASA-8 "Not yet."'), isRead: true },
  { what: 'a status', line: 'next --first -q', make: write('close CASA-9') },
  { what: 'a conversion', line: 'tasks list', make: write('convert CASA-8 --project SCM -t "Made of a ticket"') },
  { what: 'a comment on a project', line: 'projects activity SCM', make: write('projects comment SCM -b "Seen."') },
  { what: 'what happened in it', line: 'projects activity SCM', make: write('tasks done SCM-12') },
  { what: 'reading notifications', line: 'inbox count', make: write('inbox read --all -y') },
  { what: 'reading them, of which more tell', line: 'me', make: write('inbox read --all -y') },
  {
    what: 'reading a thread',
    line: 'chat list --org lantern-works',
    make: write('chat view "Release of the roster today"'),
    isRead: true,
  },
  {
    what: 'a message in a thread',
    line: 'chat list --org lantern-works',
    make: write('chat reply "Lunch on Friday" -b "Me too." -y'),
  },
  { what: 'a new note', line: 'notes list', make: write('notes create -t "A note"') },
  { what: 'a preference', line: 'prefs list', make: write('prefs set theme=dark') },
  { what: 'a saved view', line: 'views list', make: write('views rename tasks Overdue Late'), isRead: true },
  { what: 'another name', line: 'people', make: write('profile edit --name "Mara L."') },
  { what: 'api', line: 'prefs list', make: write('api -X PATCH /me/preferences -f theme=dark') },
  {
    what: 'a write whose answer was lost',
    line: 'tasks list',
    make: async (machine, world) => {
      const send: Send = async (request) => {
        const reply = await world.send(request);
        if (request.method !== 'GET') throw new TypeError('killed');
        return reply;
      };
      expect((await machine.run('tasks edit SCM-12 -p low', { ...later(10), send })).code).not.toBe(0);
    },
  },
  {
    what: 'another account',
    line: 'tasks list',
    make: async (machine, world) => await signIn(machine, world, 'zoe@lantern.example'),
  },
  {
    what: 'a sign-out',
    line: 'tasks list',
    make: async (machine, world) => {
      await machine.run('logout');
      expect(await machine.run('tasks list --max-age 1h', later(30))).toMatchObject({ code: 3, stdout: '' });
      await signIn(machine, world, owner);
    },
  },
  { what: 'a clock that was set back', line: 'tasks list', make: async () => undefined, when: later(30, 31) },
  {
    what: 'a clock that was set back by less than has gone by',
    line: 'tasks list',
    make: async () => undefined,
    when: later(2 * hour, 1.5 * hour),
  },
  {
    what: 'changes that cannot be noted',
    line: 'tasks list',
    make: async (machine) => {
      const path = await changesRead(machine);
      const send: Send = async (request) => {
        if (request.method !== 'GET') chmodSync(path, 0o666);
        return await home.world.send(request);
      };
      expect((await machine.run('tasks edit SCM-12 -p low', { send })).code).toBe(0);
      chmodSync(path, 0o600);
    },
  },
  {
    what: 'a file of changes that is gone',
    line: 'tasks list',
    make: async (machine) => rmSync(await changesRead(machine)),
  },
  {
    what: 'a file of changes that cannot be read',
    line: 'tasks list',
    make: async (machine) => mkdirSync(join(inCache(machine, 'memory'), 'changes')),
  },
];

/** The file of what was changed here, all of which the last answer of `tasks list` has. */
async function changesRead(machine: Machine): Promise<string> {
  await machine.run('tasks edit SCM-33 -p low');
  await machine.run('tasks list', later(0));
  return inCache(machine, 'changes');
}

function inCache(machine: Machine, wanted: string): string {
  const cache = join(machine.folder, 'cache');
  const names = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  return join(cache, names.find((name) => basename(name) === wanted) ?? '');
}

test.each(tooOld)('$what makes "$line" too old', async ({ line, make, when = later(30), isRead = false }) => {
  const { machine, world } = home;
  for (const _ of [1, 2]) expect((await machine.run(line, later(0))).code).toBe(0);
  expect(await isAsked(line)).toBe(false);
  await make(machine, world);
  const young = await ask(`${line} --max-age 1h`, when);
  expect(young.requests.length > 0).toBe(!isRead);
  expect(await machine.run(line, when)).toEqual({ code: young.code, stdout: young.stdout, stderr: young.stderr });
});

test('what was written to one thing leaves the detail of another, and other kinds of lists', async () => {
  const { machine } = home;
  for (const line of ['view SCM-12', 'view BOP-16', 'tasks list', 'tickets list', 'inbox count'])
    for (const _ of [1, 2]) await machine.run(line, later(0));
  await machine.run('tasks edit SCM-12 -p low', later(10));
  expect(await isAsked('view SCM-12')).toBe(true);
  for (const line of ['view BOP-16', 'tickets list', 'inbox count']) expect(await isAsked(line), line).toBe(false);
});

test('another filter, scope or page is another answer', async () => {
  const { machine } = home;
  for (const line of ['tasks list', 'tickets list --segment all', 'inbox', 'projects activity SCM'])
    await machine.run(line, later(0));
  expect(await isAsked('tasks list -p high')).toBe(false);
  for (const line of [
    'tasks list --scope all',
    'tickets list',
    'tickets list --segment all -s open',
    'inbox -u',
    'inbox -L 10',
    'projects activity SCM --offset 5',
  ])
    expect(await isAsked(line), line).toBe(true);
});

test('a page is never older than the one before it', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({
    id: `e${at}`,
    text: `event ${at}`,
    createdAt: usualNow.toISOString(),
  }));
  const send: Send = async (request) => {
    if (!request.url.pathname.endsWith('/activity')) return await home.world.send(request);
    const offset = Number(request.url.searchParams.get('offset') ?? 0);
    return answerJson(200, { items: rows.slice(offset, offset + 3) });
  };
  const list = async (line: string, seconds: number) =>
    JSON.parse(
      (await ask(`projects activity SCM --jq 'map(.id)' ${line}`, { ...later(seconds), send })).stdout,
    ) as string[];
  expect(await list('--all', 0)).toHaveLength(6);
  expect(await list('--all --max-age 1h', 5)).toHaveLength(6);
  rows.unshift({ id: 'new', text: 'a new one', createdAt: usualNow.toISOString() });
  // The first page alone is read again, so that the last row of the second one would be lost.
  await list('', 10);
  expect(await list('--all --max-age 1h', 20)).toEqual(rows.map(({ id }) => id));
});

describe('what is not only shown is always read', () => {
  const world = allTests(openWorld);
  const requested = async (line: string, options: RunOptions = {}) => {
    world.takeRequests();
    const { code, stderr } = await world.run(line, options);
    expect(code, stderr).toBe(0);
    return world.takeRequests();
  };
  const env = { TRACKER_MAX_AGE: '1h' };

  test.each([
    'tasks edit SCM-12 -p low --dry-run',
    'reply CASA-8 "On it." -y --dry-run',
    'tasks checklist SCM-12 --check 1 --dry-run',
    'tasks branch SCM-12 --print',
    'open SCM-12 --print',
    'api /tasks',
    'attachments download OPS-9 --dir DIR --clobber',
    'doctor --json=check',
  ])('tracker %s', async (typed) => {
    const line = typed.replace('DIR', makeFolder());
    for (const _ of [1, 2]) await requested(line);
    const online = await requested(line);
    expect(online.length).toBeGreaterThan(0);
    expect(await requested(line, { env })).toEqual(online);
  });

  test('a thread, which is marked as read', async () => {
    const [unread] = (await world.json('chat list --org lantern-works --jq "map(select(.unread))"')) as readonly {
      readonly ref: string;
    }[];
    await world.run(`chat view ${unread?.ref}`, { as: 'zoe@lantern.example' });
    for (const _ of [1, 2])
      expect(await requested(`chat view ${unread?.ref}`, { env })).toContain(`GET /api/v1/chat/threads/${unread?.ref}`);
  });

  test('also for a write of several, a guard and a sync', async () => {
    await world.run('sync -q');
    await world.run('view CASA-9');
    const [task, ticket] = [/GET .*\/tasks\/[-\da-f]+$/, /GET .*\/tickets\/[-\da-f]+$/].map((each) =>
      expect.stringMatching(each),
    );
    expect(await requested('tasks edit SCM-12 SCM-33 --add-tag late', { env })).toContainEqual(task);
    expect(await requested('note CASA-9 "Seen." --if-unchanged', { env })).toContainEqual(ticket);
    expect(await requested('sync -q', { env })).toContain('GET /api/v1/tasks?scope=mine');
    const code = async (line: string) => (await world.run(line, { env })).code;
    await world.run('note CASA-9 "From somebody else."', { as: 'zoe@lantern.example' });
    await world.run('view CASA-9', { env });
    expect(await code('note CASA-9 "Seen, too." --if-unchanged')).toBe(6);
  });

  test('such a command refuses the flags, and flags that contradict each other', async () => {
    for (const line of [
      'tasks edit SCM-12 -p low',
      'api /tasks',
      'sync',
      'tasks list --watch',
      'watch SCM-12',
      'doctor',
      'login x',
    ])
      for (const flag of ['--max-age 1h', '--refresh'])
        expect(await world.run(`${line} ${flag}`), line).toMatchObject({
          code: 2,
          stderr: `error: this command does not use ${flag.split(' ')[0]}\nhint: leave out ${flag.split(' ')[0]}\n`,
        });
    for (const [line, error] of [
      ['--max-age 1h --refresh', '--max-age and --refresh cannot be used together'],
      ['--refresh --offline', '--refresh asks the server, and --offline sends nothing'],
      ['--max-age soon', '--max-age: "soon" is not an age'],
    ])
      expect((await world.run(`tasks list ${line}`)).stderr).toContain(`error: ${error}\n`);
    const wrong = await world.run('tasks list', { env: { TRACKER_MAX_AGE: 'soon' } });
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: TRACKER_MAX_AGE: "soon" is not an age\nhint: ages look like 30s, 10m, 1h or 2d\n',
    });
    expect((await world.run('config set max-age soon')).stderr).toContain(
      'max-age takes an age such as 30s, 10m or 1h',
    );
  });

  test.each([
    'completion bash',
    'config path',
    'config list',
    'alias list',
    'drafts list',
    'undo --list',
    'status --short',
  ])('tracker %s runs with a variable that is no age', async (line) =>
    expect(await world.run(line, { env: { TRACKER_MAX_AGE: 'soon' } })).toMatchObject({ code: 0, stderr: '' }),
  );
});

test('an error, and a question, come from the server', async () => {
  const { machine, world } = home;
  await machine.run('sync --tasks all -q', later(0));
  await world.run('tasks create "A new one" --project SCM --tag seen', { as: 'zoe@lantern.example' });
  const { code, requests } = await ask('tasks view SCM-37 --max-age 1h --json', later(30));
  expect({ code, isAsked: requests.length > 0 }).toEqual({ code: 0, isAsked: true });
  await machine.run('wiki list', later(0));
  const lines = { terminal: { columns: 80 }, keys: ['\u0003'] };
  const asked = await ask('wiki view o --max-age 1h', { ...later(30), ...lines });
  expect(asked.requests).toEqual(['GET /api/v1/wiki']);
  const picked = await ask('tasks view --max-age 1h', { ...later(30), ...lines });
  expect(picked.requests).toContain('GET /api/v1/tasks?scope=all');
});

test('a terminal shows the age of the oldest answer, if that is over 5 s; data does not, and --debug always does', async () => {
  const { machine } = home;
  const terminal = { columns: 100 };
  await machine.run('inbox', later(0));
  await machine.run('status', later(0));
  await machine.run('inbox count', later(40));
  const said = async (line: string, seconds: number, options: RunOptions = { terminal }) =>
    shown((await ask(line, { ...later(seconds), ...options })).stderr);
  expect(await said('inbox --max-age 1h', 5)).not.toContain('as of');
  expect(await said('inbox --max-age 1h', 6)).toMatch(/^as of 6s ago$/m);
  expect(await said('inbox --max-age 1h', 120)).toMatch(/^as of 2m ago$/m);
  expect(await said('status --max-age 1h', 45)).toMatch(/^as of 45s ago$/m);
  for (const options of [{}, { terminal: { ...terminal, isPiped: true } }])
    expect(await said('inbox --max-age 1h', 120, options)).toBe('');
  for (const format of ['--json', '--tsv', '-q'])
    expect(await said(`inbox --max-age 1h ${format}`, 120)).not.toContain('as of');
  expect(await said('inbox --max-age 1h --debug', 3, {})).toBe(
    'debug: GET /api/v1/inbox?limit=30 from memory, 3 s old',
  );
  expect(await said('inbox --max-age 1h --debug --json', 3, {})).toMatch(/^\{"debug":"GET .* from memory, 3 s old"\}$/);
});

test('with --offline, the flag bounds the age, and the setting does not', async () => {
  const { machine } = home;
  await machine.run('tasks list', later(0));
  await machine.run('sync -q', later(0));
  await machine.run('config set max-age 10s');
  const offline = async (line: string, options: RunOptions) => await ask(`${line} --offline`, options);
  expect(await offline('tasks list', later(60))).toMatchObject({ code: 0, requests: [] });
  expect(await offline('tasks list --max-age 60s', later(60))).toMatchObject({ code: 0, requests: [] });
  expect(await offline('tasks list --max-age 1m', later(61))).toEqual({
    code: 4,
    stdout: '',
    stderr:
      'error: the list of your tasks was read 1m ago; --max-age allows less\nhint: tracker tasks list --max-age 1m\n',
    requests: [],
  });
  expect((await offline('view SCM-12 --max-age 1m', later(2 * hour))).stderr).toContain('this task was read 2h ago');
  expect((await offline('search ferry --max-age 1m', later(2 * hour))).stderr).toContain(
    'what was found was read 2h ago',
  );
  expect((await offline('tasks list --max-age 1h', later(30, 60))).stderr).toContain(
    'was read later than now, by the clock',
  );
  expect((await offline('tasks list --max-age 0', later(1))).stderr).toContain('was read 1s ago');
});

test('status --short takes it in place of a minute', async () => {
  const { machine } = home;
  await machine.run('status --json', later(0));
  const count = async (line: string, seconds: number) =>
    (await ask(`status --short ${line}`, later(seconds))).requests.length;
  expect(await count('', 50)).toBe(0);
  expect(await count('--max-age 10m', 500)).toBe(0);
  expect(await count('--max-age 40s', 50)).toBe(3);
  expect(await count('--refresh', 51)).toBe(3);
});
