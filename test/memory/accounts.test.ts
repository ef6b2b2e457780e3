import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readServers } from '../../src/completion/servers.js';
import { addressName } from '../../src/disk/address-name.js';
import type { Send } from '../../src/http/message.js';
import { makeRandom } from '../../src/sandbox/seed/random.js';
import { atEnd } from '../support/clean-ups.js';
import { draftsIn } from '../support/computer/drafts.js';
import { type Machine, makeMachine } from '../support/computer/machine.js';
import { openAtHome, openWorld, owner, type Ran, signIn, usualNow } from '../support/run.js';
import { sendTo } from '../support/sandbox/in-process.js';

const origins = ['https://work.example', 'https://other.example'] as const;
const [mara, sean, zoe] = [owner, 'sean@lantern.example', 'zoe@lantern.example'] as const;

/** Two servers with the same data, each with its own history from now on. */
async function openServers() {
  const sandboxes = new Map<string, Awaited<ReturnType<typeof openWorld>>['sandbox']>();
  for (const url of origins) sandboxes.set(url, (await openWorld()).sandbox);
  const sandboxAt = (url: string) => sandboxes.get(url) ?? expect.fail(url);
  const send: Send = async (request) => await sendTo(sandboxAt(request.url.origin).app, request.url.origin)(request);
  const computer = (): Machine => {
    const made = makeMachine({ now: () => usualNow, send });
    atEnd(() => made.remove());
    return made;
  };
  return { sandboxAt, computer };
}

const lines = [
  'tasks list --scope all -q',
  'tickets list --segment all -q',
  'tickets view CASA-9',
  'view SCM-12',
  'view @',
  'me --json',
  'next --skip',
  'tasks list --scope all -q --offline',
  'tickets list --segment all -q --offline',
  'view CASA-9 --offline',
  'view SCM-12 --offline',
  'view @ --offline',
  'me --json --offline',
  'search ferry --offline -q',
  'note CASA-9 -b noted --if-unchanged -y',
];

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What completion offers for a task. */
function completed({ folder, workingFolder }: Machine, named: string, env: Readonly<Record<string, string>>): string {
  const folders = { TRACKER_CONFIG_DIR: join(folder, 'config'), TRACKER_CACHE_DIR: join(folder, 'cache') };
  const file = readServers({ env: { ...folders, ...env }, platform: 'linux', workingFolder, hash }, named).fileOf(
    'tasks',
  );
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

test('two accounts on two servers and tokens remember, have seen and are where each would be alone (R95)', async () => {
  const [shared, apart] = [await openServers(), await openServers()];
  const computer = shared.computer();
  const accounts = await Promise.all(
    origins.flatMap((url) =>
      ([mara, sean, zoe] as const).map(async (email) => {
        const name = `${email.slice(0, 4)}-${new URL(url).host}`;
        const alone = apart.computer();
        const isStored = email !== zoe;
        if (isStored) await signIn(alone, { sandbox: apart.sandboxAt(url), url }, email, name);
        const given = (at: typeof shared) => ({ TRACKER_URL: url, TRACKER_TOKEN: at.sandboxAt(url).signIn(email) });
        return { url, email, name, alone, isStored, given };
      }),
    ),
  );
  for (const { url, email, name, isStored } of accounts)
    if (isStored) await signIn(computer, { sandbox: shared.sandboxAt(url), url }, email, name);
  const random = makeRandom('accounts');
  for (let round = 0; round < rounds; round += 1) {
    const { name, alone, isStored, given } = random.pick(accounts);
    const line = random.pick(lines);
    const words = isStored ? `${line} -I ${name}` : line;
    const how = (env: Readonly<Record<string, string>>) => ({ env: isStored ? {} : env, terminal: { columns: 80 } });
    // Each command has a token of its own, as in jobs of CI.
    const [mine, theirs] = [given(shared), given(apart)];
    const [ran, expected] = [await computer.run(words, how(mine)), await alone.run(words, how(theirs))];
    // Drafts are counted for all accounts together.
    const shown = ({ stderr, ...rest }: Ran) => ({
      ...rest,
      stderr: stderr.replace(/\S+\.jsonl|draft \d+|view \d+/g, 'it'),
    });
    expect(shown(ran), `${round}: ${words} of ${name}`).toEqual(shown(expected));
    const named = isStored ? name : '';
    expect(completed(computer, named, how(mine).env)).toBe(completed(alone, named, how(theirs).env));
  }
});

/** So few that it takes a second; ROUNDS=200 tries more. */
const rounds = Number(process.env.ROUNDS ?? 30);

test('the user of a token is asked for once, with the first request, and has one memory with all tokens (R95)', async () => {
  const world = await openWorld();
  const machine = await world.machine();
  const job = (token = world.sandbox.signIn(mara)) => ({ env: { TRACKER_URL: world.url, TRACKER_TOKEN: token } });
  const token = world.sandbox.signIn(mara);
  await machine.run('tickets view CASA-9', job(token));
  expect(world.takeRequests().filter((each) => each.endsWith('/me'))).toEqual(['GET /api/v1/me']);
  await machine.run('tickets view CASA-9', job(token));
  expect(world.takeRequests().map((each) => each.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual(['GET /api/v1/tickets/ID']);
  await machine.run('me', job());
  expect(world.takeRequests()).toEqual(['GET /api/v1/me']);
  for (const line of ['view CASA-9 --offline', 'search audio --offline', 'me --offline'])
    expect((await machine.run(line, job(token))).code, line).toBe(0);
  expect(world.takeRequests()).toEqual([]);
  // Nobody can know whose it is.
  expect(await machine.run('me --offline', job())).toMatchObject({ code: 4, stdout: '' });
  const reply = await machine.run('note CASA-9 -b noted --if-unchanged', job());
  expect(reply).toMatchObject({ code: 0 });
  await world.run('tickets note CASA-9 -b "wait"', { as: sean });
  await world.run('reply CASA-9 -b "on it" -y', { as: sean });
  expect(await machine.run('note CASA-9 -b late --if-unchanged', job())).toMatchObject({ code: 6 });
  const kept = readdirSync(join(machine.folder, 'cache', addressName(world.url)));
  expect(kept.filter((name) => /-[0-9a-f]{8}$/.test(name))).toHaveLength(1);
  const users = readFileSync(join(machine.folder, 'cache', addressName(world.url), 'token-users'), 'utf8');
  expect(users).not.toContain(token);
});

test('a token without a user, or a server that does not say, keeps nothing and changes nothing (R95)', async () => {
  const world = await openWorld();
  const machine = await world.machine();
  const send: Send = async (request) =>
    request.url.pathname.endsWith('/me') ? Promise.reject(new Error('no')) : await world.send(request);
  const env = { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn(mara) };
  const ran = await machine.run('tickets list --segment all --json', { env, send });
  expect(ran).toEqual(await world.run('tickets list --segment all --json'));
  expect(existsSync(join(machine.folder, 'cache', addressName(world.url)))).toBe(false);
});

test('a server that never says whose a token is delays a command by a second, and no answer to a write (R95)', async () => {
  const world = await openWorld();
  const machine = await world.machine();
  const asked: string[] = [];
  const send: Send = async (request) => {
    const { method, url, signal } = request;
    asked.push(`${method} ${url.pathname}`);
    if (!url.pathname.endsWith('/me')) return await world.send(request);
    return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const env = { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn(mara) };
  const begun = performance.now();
  for (const line of ['tasks list', 'notes create -t mute -b x'])
    expect((await machine.run(line, { env, send })).code, line).toBe(0);
  expect(performance.now() - begun).toBeLessThan(6_000);
  expect(asked).toEqual(['GET /api/v1/tasks', 'GET /api/v1/me', 'GET /api/v1/me', 'POST /api/v1/notes']);
});

test('a text is on disk before a server is asked whose a token is (R70, R95)', async () => {
  const world = await openWorld();
  const machine = await world.machine();
  const saved: unknown[] = [];
  const send: Send = async (request) => {
    saved.push(draftsIn(join(machine.folder, 'state'))[0]?.flags.body);
    return await world.send(request);
  };
  const env = { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn(mara) };
  expect((await machine.run('reply CASA-9 -b precious -y', { env, send })).code).toBe(0);
  expect(saved[0]).toBe('precious');
});

test('a sign-out removes what its account has, and nothing else; so does a sign-in that replaces it (R95)', async () => {
  const { machine, world } = await openAtHome();
  await signIn(machine, world, sean, 'other');
  const view = { terminal: { columns: 80 } };
  for (const name of ['work', 'other']) await machine.run(`view CASA-9 -I ${name}`, view);
  const server = join(machine.folder, 'cache', addressName(world.url));
  expect([readdirSync(server).length, readdirSync(join(machine.folder, 'state', 'places')).length]).toEqual([2, 2]);
  await machine.run('logout -I other');
  expect([readdirSync(server).length, readdirSync(join(machine.folder, 'state', 'places')).length]).toEqual([1, 1]);
  expect(await machine.run('view @ --offline', view)).toMatchObject({ code: 0 });
  const token = world.sandbox.signIn(zoe);
  await machine.run(['login', world.url, '--name', 'work', '--token'], { stdin: token });
  await machine.run('view CASA-9', view);
  expect(readdirSync(server)).toEqual([expect.stringContaining(world.sandbox.person(zoe).id)]);
});

test.each([
  ['of the same account', mara],
  ['of another account', zoe],
])('of what earlier versions kept %s, only its own references are taken over', async (_whose, email) => {
  const { machine, world } = await openAtHome();
  const { id } = world.sandbox.person(mara);
  await machine.run('view SCM-12');
  const server = join(machine.folder, 'cache', addressName(world.url));
  const own = join(server, addressName(id));
  // As they laid it out.
  mkdirSync(join(server, 'memory'));
  for (const name of readdirSync(own)) {
    const to = name === 'memory' ? join('memory', addressName(id)) : name;
    renameSync(join(own, name), join(server, to));
  }
  rmSync(own, { recursive: true });
  writeFileSync(join(server, 'owner'), world.sandbox.person(email).id);
  expect(await machine.run('view SCM-12 --offline -q')).toMatchObject({ code: 4, stdout: '' });
  expect(readdirSync(server)).toEqual([addressName(id)]);
  expect(readdirSync(own).includes('tasks.tsv')).toBe(email === mara);
  expect(await machine.run('view SCM-12 -q')).toMatchObject({ code: 0, stdout: 'SCM-12\n' });
});
