import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { openWorld, owner, refused, signIn, wide } from '../../support/run.js';
import { refusingWrites } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const jose = 'jose@casa-azul.example';
const plain = { ...wide, env: { ...wide.env, TERM: 'dumb' } } as const;

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));
/** The id of a draft of Mara's. */
let id: string;

const keep = async (line: string): Promise<string> => {
  const before = draftsOf(machine).map((draft) => draft.id);
  await machine.run(line, { send: refusingWrites(world.send, 400) });
  return draftsOf(machine).find((draft) => !before.includes(draft.id))?.id ?? '';
};

/** Leaves out who wrote it, as older versions did. */
const forgetOwner = (): void => {
  for (const { path } of draftsOf(machine)) {
    const { userId: _userId, ...draft } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, `${JSON.stringify({ ...draft, owner: '' })}\n`);
  }
};

beforeEach(async () => {
  await signIn(machine, world, jose, 'jose');
  id = await keep('tickets reply CASA-17 -b Hello -y');
  world.takeRequests();
});

const isReminded = async (line: string): Promise<boolean> =>
  (await machine.run(line, wide)).stderr.includes(`drafts view ${id}`);

test('R70: another user of the server is not reminded of a draft; who wrote it is', async () => {
  expect(await isReminded('-I jose tickets reply CASA-17 -b x -y')).toBe(false);
  expect(await isReminded('tickets reply CASA-17 -b x -y')).toBe(true);
  forgetOwner();
  expect(await isReminded('-I jose tickets reply CASA-17 -b x -y')).toBe(true);
});

test('R70: a token from the environment sends only what its user has written', async () => {
  for (const [email, code] of [
    [jose, 2],
    [owner, 0],
  ] as const) {
    const env = { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn(email) };
    const ran = await machine.run(`drafts send ${id} -y`, { env });
    expect([email, ran.code, ran.stderr]).toEqual([
      email,
      code,
      code === 0 ? expect.anything() : expect.stringContaining('another user'),
    ]);
  }
});

test('R70: another user of the server cannot send it, and is told whose it is', async () => {
  const why = `draft ${id} was written by another user of ${world.url}`;
  expect(await machine.run(`-I jose drafts send ${id} -y`)).toEqual(
    refused(2, why, `tracker -I work drafts send ${id}`),
  );
  expect(await machine.run(`-I jose tickets reply CASA-17 --from-draft ${id} -y`)).toEqual(
    refused(2, why, 'add -I work'),
  );
  expect(world.takeRequests()).toEqual([]);
  expect((await machine.run(`-I work drafts send ${id} -y`)).code).toBe(0);
  expect(draftsOf(machine)).toEqual([]);
});

test('R70: a user who is no longer signed in here has to be', async () => {
  await signIn(machine, world, jose);
  const why = `draft ${id} was written by another user of ${world.url}`;
  expect(await machine.run(`-I work drafts send ${id}`)).toEqual(refused(2, why, 'sign in as that user'));
  for (const command of ['view', 'delete'])
    expect(await machine.run(`-I work drafts ${command} ${id} -y`)).toMatchObject({
      ...{ code: 2, stderr: refused(2, why, 'sign in as that user').stderr },
    });
});

test('R70: lists have those of the account, or say whose a draft is', async () => {
  const own = await keep('-I jose tickets reply CASA-16 -b Mine -y');
  const list = async (flags: string): Promise<readonly string[]> =>
    (await machine.run(`${flags} --fields ref,instance,isElsewhere`)).stdout.trim().split('\n').sort();
  expect(await list('drafts')).toEqual([`${id}\twork\tfalse`]);
  expect(await list('-I jose drafts')).toEqual([`${own}\tjose\tfalse`]);
  expect(await list('-I jose drafts list --all')).toEqual([`${id}\twork\ttrue`, `${own}\tjose\tfalse`]);
  expect((await machine.run('-I jose drafts list --all', wide)).stdout).toMatch(
    /CASA-17 +not sent: the server returned \d+, for work/,
  );
  const [theirs, ours] = JSON.parse((await machine.run('-I jose drafts list --all --json --sort ref')).stdout);
  expect(theirs).toMatchObject({ ref: id, targets: ['CASA-17'], state: 'unsent', subject: null, flags: null });
  expect(ours).toMatchObject({ ref: own, subject: 'Mine', flags: { body: 'Mine' } });
  expect((await machine.run('-I jose drafts list --all --yaml')).stdout).not.toContain('Hello');
  const why = `draft ${id} was written by another user of ${world.url}`;
  for (const command of ['view', 'delete'])
    expect(await machine.run(`-I jose drafts ${command} ${id} -y`)).toMatchObject({
      ...{ code: 2, stderr: refused(2, why, `tracker -I work drafts ${command} ${id}`).stderr },
    });
  const picked = await machine.run('-I jose drafts view', { ...plain, keys: ['1\n'] });
  expect(picked.stderr).toContain(`1. ${own}  tickets reply CASA-16  Mine\n`);
  expect(picked.stderr).not.toContain('CASA-17');
  expect(draftsOf(machine)).toHaveLength(2);
});

const away: Send = async () => {
  throw new TrackerError('network', 'the server cannot be reached');
};

test('R70: with a token from the environment whose user is not found out, a draft goes out on request only', async () => {
  const env = { ...wide.env, TRACKER_TOKEN: world.sandbox.signIn(owner), TRACKER_URL: world.url };
  const send: Send = async (request) => await (request.url.pathname.endsWith('/me') ? away : world.send)(request);
  const reminded = await machine.run('tickets view CASA-17', { ...wide, env, send });
  expect(reminded).toMatchObject({ code: 0, stderr: expect.not.stringContaining('drafts') });
});

describe('R93: what waits holds what its user writes with any token, and each of them sends it', () => {
  const withToken = (email: string) => ({ TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn(email) });

  test.each([true, false])('signed in: %s', async (isSignedIn) => {
    const first = isSignedIn ? {} : withToken(owner);
    await machine.run('view CASA-16', { env: first });
    await machine.run('reply CASA-16 -b Hello --queue', { env: first, send: away });
    expect(draftsOf(machine)).toMatchObject([{}, { state: 'waiting' }]);
    const edit = 'tickets edit CASA-16 -s closed';
    const held = expect.stringContaining('comes first, and waits to be sent');
    expect(await machine.run(edit, { env: withToken(owner) })).toMatchObject({ code: 6, stderr: held });
    const others = await machine.run('drafts send --waiting', { env: withToken(jose) });
    expect(others).toMatchObject({ code: 0, stderr: 'Nothing is waiting to be sent.\n' });
    // The first command with this token.
    const sent = await machine.run('drafts send --waiting', { env: withToken(owner) });
    expect(sent).toMatchObject({ code: 0, stderr: 'Sent what was waiting: tickets reply CASA-16.\n' });
    expect(await machine.run(edit, { env: withToken(owner) })).toMatchObject({ code: 0 });
  });
});
