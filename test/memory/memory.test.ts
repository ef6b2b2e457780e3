import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { addressName } from '../../src/disk/address-name.js';
import { NetworkFailure, type Send } from '../../src/http/message.js';
import { count } from '../../src/memory/count.js';
import { beginKeeping, markStale, pathOf, staleSince } from '../../src/memory/files.js';
import { cacheOf, memoryIn, textsFile } from '../../src/memory/folder.js';
import { readKept, readSealed } from '../../src/memory/recall.js';
import { makeFolder } from '../support/computer/folder.js';
import type { Machine } from '../support/computer/machine.js';
import { openAtHome, openWorld, signIn } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { answerTriage } from '../support/triage.js';
import { until } from '../support/until.js';

const unreachable: Send = async () => {
  throw new NetworkFailure('cannot reach work.example: refused', true, { isLasting: true });
};

/** The names of the answers this computer has, over all accounts. */
function answersOf(machine: Machine, url: string): readonly string[] {
  return keptOf(machine, url).filter((path) => basename(dirname(path)) === 'memory');
}

/** All that it keeps of the accounts of a server. */
function keptOf({ folder }: Machine, url: string): readonly string[] {
  const server = join(folder, 'cache', addressName(url));
  const entries = existsSync(server) ? readdirSync(server, { recursive: true, withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}

const countIn = (memory: string): string => join(cacheOf(memory), 'written');
const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);

/** Puts something else in the place of a file or a folder. */
function inPlace(put: (path: string) => void): (path: string) => void {
  return (path) => {
    rmSync(path, { recursive: true, force: true });
    put(path);
  };
}

test('--offline gives the bytes of the last answer, says from when, and asks nobody (R88)', async () => {
  const { machine, world } = await openAtHome();
  const online = await machine.run('tickets list --segment all --json');
  world.takeRequests();
  const later = () => new Date('2026-11-20T18:40:00Z');
  const offline = await machine.run('tickets list --segment all --json --offline', { now: later });
  expect(offline).toMatchObject({ code: 0, stdout: online.stdout });
  expect(JSON.parse(offline.stderr)).toEqual({
    warning: {
      code: 'offline',
      message: 'shown as of 2026-11-20T16:40:00.000Z',
      as_of: '2026-11-20T16:40:00.000Z',
    },
  });
  const shown = await machine.run('tickets list --segment all', {
    terminal: { columns: 80 },
    now: later,
    env: { TRACKER_OFFLINE: '1' },
  });
  expect(stripVTControlCharacters(shown.stderr).trimEnd().split('\n').at(-1)).toBe('as of 2h ago');
  expect(world.takeRequests()).toEqual([]);
});

test.each(['0', 'false', 'no', 'OFF', ''])('TRACKER_OFFLINE=%s asks the server', async (value) => {
  const { machine, world } = await openAtHome();
  await machine.run('tasks list -q');
  world.takeRequests();
  expect(await machine.run('tasks list -q', { env: { TRACKER_OFFLINE: value } })).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(world.takeRequests()).toHaveLength(1);
});

test('a wider answer serves for a narrower question (R88)', async () => {
  const { machine, world } = await openAtHome();
  const pairs = [
    ['tickets list --segment all', 'tickets list --segment all -s open --json'],
    ['inbox', 'inbox -L 3 --json'],
  ] as const;
  for (const [wide, narrow] of pairs) {
    await machine.run(wide);
    const offline = await machine.run(`${narrow} --offline`);
    expect(offline).toMatchObject({ code: 0, stdout: (await world.run(narrow)).stdout });
  }
  expect(await machine.run('api /tickets?segment=all&status=paused --offline')).toMatchObject({ stdout: '' });
});

const refusals = [
  ['watch SCM-12', 'this command needs the server, so it does not work offline', 'leave out --offline'],
  ['login', 'this command needs the server, so it does not work offline', 'leave out --offline'],
  ['instances probe work.example', 'this command needs the server, so it does not work offline', 'leave out --offline'],
  ['api /instance', 'this command needs the server, so it does not work offline', 'leave out --offline'],
  ['api /tasks -f title=x', 'this command changes something on the server', 'to have it sent later, add --queue'],
  ['devices remove', 'this command changes something on the server', 'leave out --offline'],
  ['undo', 'this command changes something on the server', 'leave out --offline'],
  ['tasks edit SCM-12 -s todo', 'this command changes something on the server', 'to have it sent later, add --queue'],
  ['checklist SCM-12 1', 'this command changes something on the server', 'to have it sent later, add --queue'],
  ['comment AA-1', 'this command changes something on the server', 'to have it sent later, add --queue'],
] as const;

const unread = [
  ['tasks list', 'the list of your tasks has not been read: tracker sync'],
  ['inbox -L 55', 'this part of your inbox has not been read: tracker inbox -L 55'],
  ['inbox --all', 'this part of your inbox has not been read: tracker inbox --all'],
  ['wiki list', 'the wiki has not been read: tracker sync --wiki'],
  ['wiki view Backups', 'the page "Backups" has not been read: tracker sync --wiki'],
  ['view AA-1', 'AA-1 has not been read: tracker sync --tasks all --tickets all'],
  ['tasks view AA-1', 'AA-1 has not been read: tracker sync --tasks all'],
  ['tickets view aa-1 -q', 'aa-1 has not been read: tracker sync --tickets all'],
  ['checklist AA-1', 'AA-1 has not been read: tracker sync --tasks all --tickets all'],
  ['tasks view 6f2c1f5e-1111-4222-8333-444455556666', '6f2c1f5e-.* has not been read: tracker sync --tasks all'],
  [
    'view 6f2c1f5e-1111-4222-8333-444455556666',
    '6f2c1f5e-.* has not been read: tracker sync --tasks all --tickets all\nhint: tracker inbox view 6f2c1f5e-.*',
  ],
  ['projects view "Night Train"', "Night Train has not been read: tracker projects view 'Night Train'"],
  ['projects activity AA', 'AA has not been read: tracker projects activity AA'],
  ['projects activity SCM', 'the activity of SCM has not been read: tracker projects activity SCM'],
  ['tasks meetings SCM-12', 'the list of meetings about SCM-12 has not been read: tracker tasks meetings SCM-12'],
  ['tasks meetings AA-1', 'the list of meetings about AA-1 has not been read: tracker tasks meetings AA-1'],
  [
    'chat view 6f2c1f5e-1111-4222-8333-444455556666',
    'this thread has not been read: tracker chat view 6f2c1f5e-1111-4222-8333-444455556666',
  ],
  ['chat list --org nowhere', 'the organisation "nowhere" has not been read: tracker me'],
  ['tasks list --assignee Zed', 'the user "Zed" has not been read: tracker people list'],
  ['notes view Nothing', 'the note "Nothing" has not been read: tracker sync'],
  ['chat view Nothing', 'the thread "Nothing" has not been read: tracker sync --chats'],
  ['inbox view abcdef', 'this part of your inbox has not been read: tracker inbox view abcdef'],
  ['tasks list --view Nothing', 'the saved view "Nothing" has not been read: tracker sync\nhint: saved for tasks: .*'],
  ['open Nothing --print', '"Nothing" has not been read: tracker sync --tasks all --tickets all --wiki --chats'],
  ['api /tasks', 'the list of tasks has not been read: tracker api /tasks'],
  ['api /tasks/x', 'this task has not been read: tracker sync --tasks all'],
  ['api /tasks/x?y=1', "what this command shows has not been read: tracker api '/tasks/x\\?y=1'"],
] as const;

test('what was never read is named with the command that reads it, whatever else was read (R95)', async () => {
  const { machine } = await openAtHome();
  const errors = async (flags = ''): Promise<readonly (readonly [line: string, code: number, error: string])[]> =>
    await Promise.all(
      unread.map(async ([line]) => {
        const { code, stdout, stderr } = await machine.run(`${line} --offline${flags}`);
        return [line, code, stdout + stderr] as const;
      }),
    );
  for (const [line, code, error] of await errors()) {
    expect([line, code, error]).toEqual([
      line,
      4,
      expect.stringMatching(/^error: .* has not been read: tracker .*\n(hint: tracker inbox view 6f2c1f5e-.*\n)?$/),
    ]);
    expect(error, line).not.toMatch(/\/api\/v1/);
  }
  expect(await machine.run('sync --tasks all --tickets all --wiki --chats')).toMatchObject({ code: 0 });
  expect((await errors()).filter(([, code]) => code !== 0)).toEqual(
    unread
      .filter(([line]) => line !== 'tasks list' && line !== 'wiki list')
      .map(([line, why]) => [line, 4, expect.stringMatching(new RegExp(`^error: ${why}\\n$`))]),
  );
  const named = (await machine.run('status --offline -I work')).stderr + (await errors(' -I work')).join('\n');
  expect(named).not.toMatch(/read: tracker (?!.*-I work)/);
  expect((await machine.run('tickets list --org casa --offline')).stderr).toBe(
    'error: the organisation "casa" has not been read: tracker me\nhint: did you mean casa-azul?\n',
  );
  const { stderr } = await machine.run('tasks view AA-1', { env: { TRACKER_OFFLINE: '1' } });
  expect(stderr).toBe('error: AA-1 has not been read: tracker sync --tasks all\n');
});

/** What is said where nothing was read. */
const first = [
  ['inbox -u', 'your inbox has not been read: tracker sync'],
  ['inbox', 'your inbox has not been read: tracker sync'],
  ['inbox --all', 'this part of your inbox has not been read: tracker inbox --all'],
  ['chat list --org casa-azul', 'your account has not been read: tracker sync --chats'],
  ['chat view "release of the roster today"', 'your account has not been read: tracker sync --chats'],
  ['projects activity SCM', 'SCM has not been read: tracker projects activity SCM'],
  ['tasks meetings SCM-12', 'the list of meetings about SCM-12 has not been read: tracker tasks meetings SCM-12'],
] as const;

test.each(first)('%s --offline: the commands that are named read all that it needs (R95)', async (line, why) => {
  const { machine } = await openAtHome();
  const error = async (): Promise<string> => (await machine.run(`${line} --offline -I work`)).stderr;
  expect(await machine.run(`${line} --offline`)).toMatchObject({ code: 4, stderr: `error: ${why}\n` });
  const ran: string[] = [];
  for (let next = await error(); next.startsWith('error'); next = await error()) {
    const [, named = ''] = /read: tracker (.*)$/m.exec(next) ?? [];
    expect(named.split('-I work')).toHaveLength(2);
    expect(ran).not.toContain(named);
    expect(await machine.run(named)).toMatchObject({ code: 0 });
    ran.push(named);
  }
  expect(ran.length).toBeLessThan(3);
});

test('whatever a command asks has a name', async () => {
  const { machine } = await openAtHome();
  const own = ['/me', '/me/preferences', '/me/views', '/inbox', '/inbox/badge', '/inbox?limit=3&cursor=x'];
  const lists = ['/tasks', '/tickets', '/tickets?status=open', '/projects', '/chat/threads', '/notes/list', '/wiki'];
  const details = ['tasks', 'tickets', 'projects', 'chat/threads', 'notes', 'wiki'].map((kind) => `/${kind}/x`);
  const parts = ['/projects/x/activity?offset=50', '{base}/api/tasks/x/meetings', '{base}/api/attachments/x'];
  for (const path of [...own, ...lists, ...details, ...parts])
    expect((await machine.run(['api', path, '--offline'])).stderr, path).toMatch(
      /^error: (?!what this command).* has not been read: tracker (sync|api)\b.*\n$/,
    );
});

test('a reference is found in what was read where the index is gone, and what was read of a project is enough', async () => {
  const { machine, world } = await openAtHome();
  const lines = [
    'view CASA-9 --json',
    'tasks view SCM-12 --json',
    'tickets view casa-9 --json',
    'projects view SCM --json',
  ];
  const online = new Map<string, string>();
  for (const line of lines) online.set(line, (await machine.run(line)).stdout);
  for (const path of readdirSync(join(machine.folder, 'cache'), { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.tsv')) rmSync(join(machine.folder, 'cache', path));
  for (const path of answersOf(machine, world.url))
    if (readFileSync(path, 'utf8').startsWith('{"projects":[')) rmSync(path);
  for (const [line, stdout] of online)
    expect(await machine.run(`${line} --offline`), line).toMatchObject({ code: 0, stdout });
  const other = (await openAtHome()).machine;
  const { stdout } = await other.run('projects activity SCM --json');
  expect(await other.run('projects activity SCM --json --offline')).toMatchObject({ code: 0, stdout });
  expect(await other.run('projects view SCM --offline')).toMatchObject({
    code: 4,
    stderr: 'error: SCM has not been read: tracker projects view SCM\n',
  });
});

test('--offline starts no key helper, and looks for no sandbox', async () => {
  const { machine } = await openAtHome();
  await machine.run('sync -q');
  const config = join(machine.folder, 'config');
  const change = (file: string, from: RegExp, to: string): void => {
    const text = readFileSync(join(config, file), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(join(config, file), text.replace(from, to));
  };
  change('config.json', /"url":/, `"sandboxFolder": ${JSON.stringify(join(config, 'none'))}, "url":`);
  change('credentials.json', /"token": ?"[^"]*"/, '"helper": "none", "sealed": "AAAA"');
  const started = join(machine.folder, 'started');
  writeFileSync(join(machine.folder, 'docker-credential-none'), `#!/bin/sh\necho >'${started}'\n`, { mode: 0o755 });
  const env = { PATH: `${machine.folder}:/usr/bin:/bin` };
  expect((await answerTriage(machine, ['q\n'], { line: 'triage --plain --offline', env })).code).toBe(0);
  expect(existsSync(started)).toBe(false);
  expect((await machine.run('me --json', { env })).code).not.toBe(0);
  expect(existsSync(started)).toBe(true);
  expect(await machine.run('me --json --offline')).toMatchObject({ code: 0 });
  expect(await machine.run('note CASA-9 -b x --offline')).toMatchObject({ code: 2 });
  expect(await machine.run('note CASA-9 -b x --offline --queue')).toMatchObject({ code: 0 });
});

test('offline, a write wants --queue, and what follows changes is refused', async () => {
  const { machine, world } = await openAtHome();
  for (const [line, why, hint] of refusals)
    expect(await machine.run(`${line} --offline`, { stdin: 'x' }), line).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(`${why}.*\nhint: ${hint}`),
    });
  expect(await machine.run('sync', { env: { TRACKER_OFFLINE: '1' } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('hint: unset TRACKER_OFFLINE\n'),
  });
  expect(world.takeRequests()).toEqual([]);
  const queued = await machine.run('note CASA-9 -b later --offline --queue');
  expect((await machine.run('drafts list --offline', { terminal: { columns: 80 } })).stdout).toContain('CASA-9');
  await machine.run('me');
  const terminal = { terminal: { columns: 80 } };
  expect((await machine.run('me --offline', terminal)).stderr).not.toContain('waiting');
  expect((await machine.run('me', terminal)).stderr).toContain('Sent what was waiting');
  expect(queued).toMatchObject({ code: 0, stderr: expect.stringContaining('waits as draft') });
});

test('a terminal shows what was kept once the server cannot be reached; a pipe gets the error', async () => {
  const { machine } = await openAtHome();
  await machine.run('tickets view CASA-9');
  let tries = 0;
  const counted: Send = async (request) => {
    tries += 1;
    return await unreachable(request);
  };
  const shown = await machine.run('tickets view CASA-9 CASA-9', { terminal: { columns: 80 }, send: counted });
  expect(shown).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('cannot reach work.example: refused; as of'),
  });
  expect(tries).toBe(1);
  const piped = async (line: string) => (await machine.run(line, { send: unreachable })).stderr.split('\n').slice(0, 2);
  const error = 'error: cannot reach work.example: refused';
  for (const line of ['tickets view CASA-9', 'view CASA-9', 'search audio', 'open CASA-9 --print'])
    expect(await piped(line), line).toEqual([error, 'hint: to print what was read last, add --offline']);
  const hinting: Send = async () => {
    throw new NetworkFailure('refused', true, { hint: 'start it', isLasting: true });
  };
  for (const line of ['tickets view CASA-9', 'view CASA-9'])
    expect(await machine.run(line, { send: hinting }), line).toMatchObject({
      stderr: expect.stringContaining('hint: start it; to print what was read last, add --offline'),
    });
  // Nobody has read it, or nothing would be changed offline.
  for (const line of ['tickets view CASA-10', 'wiki list', 'tickets edit CASA-9 -p low', 'api /tickets'])
    expect((await piped(line)).join(' '), line).not.toContain('--offline');
  expect(await machine.run('tickets view CASA-10', { terminal: { columns: 80 }, send: unreachable })).toMatchObject({
    code: 7,
  });
});

test('in a pipe, --offline is named where it has the answer, not only where it begins to (R88)', async () => {
  const { machine } = await openAtHome();
  await machine.run('sync -q');
  const hints = async (line: string) => {
    const { code, stdout, stderr } = await machine.run(line, { send: unreachable });
    expect([line, code, stdout]).toEqual([line, 7, '']);
    return stderr.includes('add --offline');
  };
  const parts = [
    'projects activity SCM',
    'chat list --org casa-azul',
    'tasks meetings SCM-12',
    'tasks list --scope all --project SCM',
    'wiki list',
  ];
  for (const line of parts) expect(await hints(line), line).toBe(false);
  for (const line of parts) await machine.run(line);
  await machine.run('sync -q --wiki');
  for (const line of parts) expect(await hints(line), line).toBe(true);
  for (const line of ['api /me', 'status', 'next', 'inbox', 'projects activity SCM -L 3', 'view SCM-12 CASA-9'])
    expect(await hints(line), line).toBe(true);
  expect(await hints('view SCM-12 AA-1')).toBe(false);
});

test('what was kept is dated after it, and an error comes last', async () => {
  const { machine } = await openAtHome();
  for (const line of ['tickets list', 'view CASA-9']) await machine.run(line);
  const age = 'as of just now';
  for (const line of ['status', 'view CASA-9 AA-1']) {
    const piped = await machine.run(`${line} --offline`);
    expect(piped).toMatchObject({ stdout: expect.stringMatching(/./), code: 8 });
    expect(piped.stderr, line).toMatch(/^(.*\n)*warning: shown as of \S+\nerror: .*\n(hint: .*\n)?$/);
    const json = (await machine.run(`${line} --offline --json`)).stderr.trimEnd().split('\n').slice(-2);
    expect([line, ...json.flatMap((each) => Object.keys(JSON.parse(each)))]).toEqual([line, 'warning', 'error']);
    const shown = await machine.run(`${line} --offline`, { terminal: { columns: 200 }, env: { NO_COLOR: '1' } });
    expect(shown.stderr, line).toMatch(new RegExp(`(^|\n)${age}\nerror: .*\n(hint: .*\n)?$`));
    expect(shown.stderr.split(age), line).toHaveLength(2);
  }
  for (const line of ['projects activity SCM', 'view AA-1 AA-2'])
    expect((await machine.run(`${line} --offline`)).stderr, line).not.toContain('as of');
});

test('nobody but the account that read it gets an answer, and a sign-out removes all (R88)', async () => {
  const world = await openWorld();
  const machine = await world.machine('mara@lantern.example');
  const given = { env: { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn('sean@lantern.example') } };
  const shared = await world.machine('mara@lantern.example');
  await shared.run('tasks list --scope all', given);
  expect(await shared.run('search ferry --offline')).toMatchObject({ code: 4, stdout: '' });
  await machine.run('me --json');
  expect(answersOf(machine, world.url)).toHaveLength(1);
  await signIn(machine, world, 'sean@lantern.example', 'other');
  expect(await machine.run('me --json --offline -I other')).toMatchObject({ code: 4, stdout: '' });
  await machine.run('me --json -I work');
  await machine.run('logout -I work');
  expect(await machine.run('me --json --offline -I work')).toMatchObject({ code: 3 });
  expect(answersOf(machine, world.url)).toEqual([]);
});

test.each([['logout'], ['logout --all'], ['logout --all', 'a damaged file of tokens'], ['instances remove work -y']])(
  'nothing is left by what is under way during %s (R88)',
  async (line, damage = '') => {
    const { machine, world } = await openAtHome();
    await machine.run('tickets view CASA-9');
    world.takeRequests();
    const [file = ''] = answersOf(machine, world.url);
    // As fast as it can, until it finds no folder.
    const work = `let at = 0; for (;;) require('node:fs').writeFileSync(process.argv[1] + '/' + at++ % 500, 'a text')`;
    const writer = execFile(process.execPath, ['-e', work, dirname(file)]);
    onTestFinished(() => void writer.kill());
    await until('what is kept', () => answersOf(machine, world.url).length > 300);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const send: Send = async (request) => {
      const reply = await world.send(request);
      if (request.url.pathname.includes('/tickets/')) await held;
      return reply;
    };
    const reading = machine.run('tickets view CASA-10', { send });
    await until('its request', () => world.takeRequests().some((each) => each.includes('/tickets/')));
    if (damage) writeFileSync(join(machine.folder, 'config', 'credentials.json'), damage);
    await machine.run(line);
    answer();
    await reading;
    expect(keptOf(machine, world.url)).toEqual([]);
  },
);

const changed = (text: string): string =>
  text.replace(/(?<="at":"\d{6})\d(?=\d* fresh)/, (digit) => (digit === '1' ? '2' : '1'));

test.each([
  ['cut', (file: string) => truncateSync(file, 900)],
  ['cut at a line', (file: string) => writeFileSync(file, '{}\n')],
  ['overwritten in the middle', (file: string) => writeFileSync(file, Buffer.alloc(8, 0x20), { flag: 'r+' })],
  ['made longer than any', (file: string) => truncateSync(file, 3e9)],
  [
    'of another address',
    (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('"url":"', '"url":"x')),
  ],
  ['without its time', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace(/,"at":.*/, '}'))],
  ['overwritten in half of its time', (file: string) => writeFileSync(file, changed(readFileSync(file, 'utf8')))],
  ['a pipe', inPlace(makePipe)],
  ['a folder', inPlace(mkdirSync)],
])('an answer whose file is %s is none, and the next one takes its place where it can (R88)', async (_how, damage) => {
  const { machine, world } = await openAtHome();
  const { stdout } = await machine.run('me --json');
  const [file = ''] = answersOf(machine, world.url);
  damage(file);
  expect(await machine.run('me --json --offline')).toMatchObject({ code: 4, stdout: '' });
  expect(await machine.run('me --json')).toMatchObject({ code: 0, stdout, stderr: '' });
});

test.each([
  ['the count of what was written is a pipe', (folder: string) => inPlace(makePipe)(countIn(folder))],
  ['the count of what was written is a folder', (folder: string) => inPlace(mkdirSync)(countIn(folder))],
  ['the texts are a pipe', (folder: string) => makePipe(textsFile(folder))],
  ['the folder is a pipe', inPlace(makePipe)],
  ['the folder is a file', inPlace((folder) => writeFileSync(folder, 'x'))],
  ['the folder is a link to nothing', inPlace((folder) => symlinkSync('missing', folder))],
])('no command fails because %s (R88)', async (_what, put) => {
  const { machine, world } = await openAtHome();
  const { stdout } = await machine.run('tickets view CASA-9 --json');
  const [file = ''] = answersOf(machine, world.url);
  put(dirname(file));
  expect(await machine.run('tickets view CASA-9 --json')).toEqual({ code: 0, stdout, stderr: '' });
  expect([0, 4]).toContain((await machine.run('search audio --offline')).code);
  expect([0, 4]).toContain((await machine.run('tickets view CASA-9 --json --offline')).code);
});

test('config set memory off keeps nothing and removes what is there', async () => {
  const { machine, world } = await openAtHome();
  await machine.run('me');
  await machine.run('config set memory off');
  expect(answersOf(machine, world.url)).toEqual([]);
  await machine.run('me');
  expect(answersOf(machine, world.url)).toEqual([]);
  expect(await machine.run('me --offline')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('memory is off'),
  });
});

test('an answer that was on its way while something was written is stale', async () => {
  const folder = makeFolder();
  const url = new URL('https://work.example/api/v1/tickets/1');
  const path = pathOf(folder, url);
  const keep = (since: number | undefined, text: string): boolean | undefined => {
    const keeping = beginKeeping(folder, { url, staleSince: since, has: 0, up: 0, at: new Date(), most: 1000 });
    keeping.write(Buffer.from(text));
    keeping.finish();
    return readKept(folder, url)?.isStale;
  };
  expect(keep(staleSince(path), '{"a":1}')).toBe(false);
  for (let times = 0; times < 100; times++) {
    const since = staleSince(path);
    markStale(path);
    expect(keep(since, '{"a":2}')).toBe(true);
    // As fast as a write is followed by a read.
    expect(keep(staleSince(path), '{"a":3}')).toBe(false);
  }
  expect(keep(staleSince(path), `{"a":"${'x'.repeat(1000)}"}`)).toBe(false);
  expect(String(readKept(folder, url)?.bytes)).toBe('{"a":3}');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('the age of an answer is in it, and so is whether it is stale: who copies the file may change its times (R95)', async () => {
  const { machine, world } = await openAtHome();
  const { uuid } = JSON.parse((await machine.run('tickets view CASA-9 --json')).stdout);
  await machine.run(`api /tickets/${uuid} -X PATCH -f priority=low`);
  for (const file of answersOf(machine, world.url)) utimesSync(file, 1_500_000_000, 4_000_000_000);
  const { stderr } = await machine.run('tickets view CASA-9 --json --offline');
  expect(JSON.parse(stderr).warning).toMatchObject({ as_of: '2026-11-20T16:40:00.000Z' });
  expect(answersOf(machine, world.url).some(isStale)).toBe(true);
});

test('an answer that comes again, in whatever pieces, is only given its new time, unless it is stale or another one', () => {
  const folder = makeFolder();
  const url = new URL('https://work.example/api/v1/tickets');
  const text = `{"tickets":["${'x'.repeat(1_500_000)}"]}`;
  const at = (time: number) => new Date(1_700_000_000_000 + time);
  let time = 0;
  /** Keeps an answer that comes in pieces, and gives how much was written for it. */
  const keep = (answer: string, ...ends: readonly number[]): number | undefined => {
    const keeping = beginKeeping(folder, {
      url,
      staleSince: staleSince(pathOf(folder, url)),
      has: 0,
      up: 0,
      at: at(++time),
      most: 4_000_000,
    });
    let from = 0;
    for (const end of [...ends, answer.length]) {
      keeping.write(Buffer.from(answer.slice(from, end)));
      from = end;
    }
    const taken = keeping.finish();
    expect(readKept(folder, url)).toMatchObject({ at: at(time), isStale: false });
    expect(String(readKept(folder, url)?.bytes) === answer).toBe(true);
    return taken;
  };
  const size = expect.toSatisfy((bytes: number) => bytes > 0);
  expect(keep(text)).toEqual(size);
  expect(keep(text)).toBe(0);
  expect(keep(text, 1, 7, 1_200_000)).toBe(0);
  for (const other of [
    text.replace('x"]', 'y"]'),
    text.replace('x', 'y'),
    `${text} `,
    text,
    text.slice(0, -1),
    '{}',
    text,
  ])
    expect(keep(other, 1_100_000)).toEqual(size);
  markStale(pathOf(folder, url));
  expect(keep(text)).toEqual(size);
  const keeping = beginKeeping(folder, { url, staleSince: undefined, has: 0, up: 0, at: at(0), most: 4_000_000 });
  keeping.write(Buffer.from(text));
  markStale(pathOf(folder, url));
  keeping.finish();
  expect(readKept(folder, url)).toMatchObject({ at: at(time), isStale: true });
  expect(readdirSync(folder)).toHaveLength(1);
});

test('an answer that is cut off while it is compared is not kept', () => {
  const folder = makeFolder();
  const url = new URL('https://work.example/api/v1/tickets');
  const begin = () =>
    beginKeeping(folder, { url, staleSince: undefined, has: 0, up: 0, at: new Date(), most: 4_000_000 });
  const text = Buffer.from(`{"tickets":["${'x'.repeat(2_000_000)}"]}`);
  const first = begin();
  first.write(text);
  first.finish();
  const second = begin();
  second.write(text.subarray(0, 1_500_000));
  for (const name of readdirSync(folder)) truncateSync(join(folder, name), 1_000_000);
  second.write(Buffer.from('"]}'));
  expect(second.finish()).toBeUndefined();
  expect(readKept(folder, url)).toBeUndefined();
});

test('what is used is marked as used, at most once an hour', () => {
  const folder = makeFolder();
  const url = new URL('https://work.example/api/v1/tickets/1');
  const keeping = beginKeeping(folder, { url, staleSince: undefined, has: 0, up: 0, at: new Date(), most: 1000 });
  keeping.write(Buffer.from('{}'));
  keeping.finish();
  const [path = ''] = readdirSync(folder).map((name) => join(folder, name));
  for (const [minutes, isMarked] of [
    [120, true],
    [10, false],
    [-120, true],
  ] as const) {
    const used = Math.floor(Date.now() / 1000) - minutes * 60;
    // The file system may note by itself that a file was read, but would not round when it was written.
    utimesSync(path, used, used + 0.0005);
    const written = (): bigint => statSync(path, { bigint: true }).mtimeNs;
    const before = written();
    readKept(folder, url);
    expect([minutes, written() !== before]).toEqual([minutes, isMarked]);
  }
});

test('beyond the most over all accounts, finished and least used details go first, then unfinished ones, and lists last', async () => {
  const cache = makeFolder();
  const folders = ['one', 'other'].map((account) => memoryIn(join(cache, 'server', account)));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const most = 1024 * 1024;
  const urlOf = (name: string): URL => new URL(`https://work.example/api/v1/tickets${name}`);
  const folderOf = (name: string): string => folders[name.length % 2] ?? '';
  const keep = async (name: string, text = 'x'.repeat(150_000)): Promise<readonly URL[]> => {
    const keeping = beginKeeping(folderOf(name), {
      url: urlOf(name),
      staleSince: undefined,
      has: 0,
      up: 0,
      at: new Date(),
      most,
    });
    keeping.write(Buffer.from(text));
    return await count(folderOf(name), keeping.finish() ?? 0, most);
  };
  const rows = ['/open', '/waits1', '/done'].map((id) => ({
    uuid: id.slice(1),
    status: id === '/done' ? 'closed' : 'open',
  }));
  await keep('?segment=all', JSON.stringify({ tickets: rows, more: 'x'.repeat(150_000) }));
  for (const name of ['/open', '/waits1', '/done', '/used', '/unknown']) expect(await keep(name)).toEqual([]);
  for (const folder of folders) for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1000, 1000);
  readKept(folderOf('/done'), urlOf('/done'));
  const unfinished = ['young', 'old'].map((name) => join(folderOf(''), `${name}.tmp`));
  for (const path of unfinished) writeFileSync(path, 'x');
  utimesSync(unfinished[1] ?? '', 1000, 1000);
  const removed = await keep('/last');
  expect(unfinished.map((path) => existsSync(path))).toEqual([true, false]);
  expect(removed.map(({ pathname }) => basename(pathname)).sort()).toEqual(['unknown', 'used']);
  const all = ['?segment=all', '/open', '/waits1', '/done', '/used', '/unknown', '/last'];
  const left = (): readonly string[] => all.filter((name) => readKept(folderOf(name), urlOf(name)) !== undefined);
  expect(left()).toEqual(['?segment=all', '/open', '/waits1', '/done', '/last']);
  const written = readFileSync(join(cache, 'written'), 'utf8').trim().split('\n').map(Number);
  expect(written.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(most * 0.75);
  await keep('/more', 'x'.repeat(700_000));
  expect(left()[0]).toBe('?segment=all');
  expect(left()).not.toContain('/done');
});

const isStale = (file: string): boolean | undefined => readSealed(file)?.isStale;

test('what a command changes is marked, also by tracker api, and what the server no longer has is removed', async () => {
  const { machine, world } = await openAtHome();
  const { uuid } = JSON.parse((await machine.run('tickets view CASA-9 --json')).stdout);
  const file = answersOf(machine, world.url).find((path) => readFileSync(path, 'utf8').startsWith('{"ticket":')) ?? '';
  expect(isStale(file)).toBe(false);
  await machine.run(`api /tickets/${uuid} -X PATCH -f priority=low`);
  expect(isStale(file)).toBe(true);
  await machine.run(`tickets view ticket:${uuid}`);
  expect(isStale(file)).toBe(false);
  const send: Send = async (request) =>
    request.url.pathname.endsWith(uuid) ? answerJson(404, { message: 'no' }) : await world.send(request);
  expect(await machine.run(`tickets view ticket:${uuid}`, { send })).toMatchObject({ code: 4 });
  expect(existsSync(file)).toBe(false);
});
