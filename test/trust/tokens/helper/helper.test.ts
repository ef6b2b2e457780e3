import { beforeEach, describe, expect, test } from 'vitest';
import { putConfig, readConfig } from '../../../support/computer/config-files.js';
import { type FakeHelper, helperName, type Mood, putHelper } from '../../../support/computer/credential-helper.js';
import { placesOf } from '../../../support/computer/files.js';
import { makeHome } from '../../../support/computer/home.js';
import { start, tracker } from '../../../support/computer/program.js';
import { onBusy } from '../../../support/on-busy.js';
import { runHere } from '../../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../../support/sandbox/service.js';
import { eachTest } from '../../../support/set-up.js';
import { until } from '../../../support/until.js';
import { answerWork, sentTokens } from '../helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let helper: FakeHelper;

const key = 'credential-helper';
const program = `docker-credential-${helperName}`;

beforeEach(async () => {
  helper = putHelper(home);
  answerWork(service, service.guarded);
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  expect((await runHere(home, `config set ${key} ${helperName}`)).stderr).toContain('Encrypted 1 token.\n');
});

/** Nothing on the disk can be read, neither now nor from a write that was cut short. */
function expectNoneReadable(...tokens: readonly string[]): void {
  for (const token of tokens) expect(placesOf(token, home.folder)).toEqual([]);
}

const credentials = (): string => JSON.stringify(readConfig(home, 'credentials'));
const listed = { code: 0, stdout: expect.stringContaining(task.title), stderr: '' };

describe('R90: a helper that keeps the key', () => {
  test('R90: keeps 32 random bytes for the address, and tokens are encrypted, each time anew', async () => {
    const { Username, Secret = '' } = helper.kept()[service.origin] ?? {};
    expect([Username, Buffer.from(Secret, 'base64').length]).toEqual(['tracker', 32]);
    expectNoneReadable(service.token());
    const before = helper.calls().length;
    answerWork(service, service.rotating);
    const first = credentials();
    expect(await tracker(home, 'status')).toMatchObject({ code: 0, stderr: '' });
    expect(helper.calls().slice(before)).toEqual([`get ${service.origin}`]);
    expect(credentials()).not.toBe(first);
    expectNoneReadable(service.token());
    expect((await tracker(home, 'token')).stdout).toBe(`${service.token()}\n`);
  });

  const moods: readonly (readonly [Mood, string])[] = [
    ['missing', 'was not found'],
    ['fails', 'failed with exit code 1: exit status 2: the keyring is gone'],
    ['locked', 'did not answer within 1.8 s'],
    ['slow', 'did not answer within 1.8 s'],
    ['rubbish', 'gave an answer that cannot be read'],
    ['killed', 'was ended by SIGKILL'],
    ['huge', 'printed more than 64 kB'],
    ['other', `keeps something else for`],
  ];
  test.each(moods)('R90: that is %s ends a command with 3 in time, and loses nothing', async (mood, why) => {
    helper.become(mood);
    const before = [credentials(), sentTokens(service).length];
    const started = performance.now();
    // One that goes on must not hold up the end of the process.
    const run = ['locked', 'slow', 'huge'].includes(mood) ? tracker : runHere;
    const { code, stdout, stderr } = await run(home, 'tasks list');
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: '', stderr: expect.stringContaining(program) });
    expect(stderr).toContain(why);
    expect(stderr).toMatch(/\nhint: \S/);
    // A locked helper would take as long as the test.
    expect(performance.now() - started).toBeLessThan(onBusy(4_000));
    expect([credentials(), sentTokens(service).length]).toEqual(before);
    // Nor is a new token kept as it is, or the setting changed.
    const again = { stdin: service.token() };
    expect(await runHere(home, `login ${service.origin} --token --name again`, again)).toMatchObject({ code: 3 });
    expect(await runHere(home, `config unset ${key} -y`)).toMatchObject({ code: 3, stdout: '' });
    expect(credentials()).toBe(before[0]);
    helper.become('good');
    expect(await runHere(home, 'tasks list')).toEqual(listed);
  });

  test('R90: is not started by TAB, status --short, or what needs no token', async () => {
    const before = helper.calls();
    helper.become('locked');
    expect(await tracker(home, 'status --short')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await tracker(home, '__complete 2 tasks view ABC')).code).toBe(0);
    expect((await runHere(home, 'instances list')).stdout).toContain('work');
    expect((await runHere(home, 'config list')).stdout).toContain(helperName);
    helper.become('good');
    expect(await runHere(home, 'status')).toMatchObject({ code: 0 });
    const known = [...before, `get ${service.origin}`];
    expect(helper.calls()).toEqual(known);
    // What status has read is still there.
    expect((await tracker(home, 'status --short')).stdout).toBe('1 task\n');
    expect(helper.calls()).toEqual(known);
  });

  test('R90: is not started by any command with --offline, which says so', async () => {
    const before = helper.calls();
    const refusal = { code: 3, stderr: `error: ${program} is not started offline\nhint: leave out --offline\n` };
    for (const line of ['token --offline', `config unset ${key} -y --offline`])
      expect(await runHere(home, line)).toMatchObject(refusal);
    const checked = await runHere(home, 'doctor --offline');
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^credential-helper\twarning\tnot checked/m),
    });
    const left = await runHere(home, 'logout --offline');
    expect(left).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('failed: docker-credential-fake is not started'),
    });
    expect(readConfig(home, 'credentials').tokens).toEqual({});
    expect(helper.calls()).toEqual(before);
    expect(Object.keys(helper.kept())).toEqual([service.origin]);
  });

  test('R90: leaves TRACKER_TOKEN as it is, and encrypts its successors', async () => {
    const [given, stored] = [canary(), service.token()];
    service.take(given);
    const env = { TRACKER_TOKEN: given };
    helper.become('missing');
    expect(await runHere(home, 'tasks list', { env })).toEqual(listed);
    helper.become('good');
    answerWork(service, service.rotating);
    for (const _ of [1, 2]) {
      expect(await runHere(home, 'tasks list', { env })).toEqual(listed);
      expectNoneReadable(given, stored, service.token());
    }
    helper.become('missing');
    expect(await runHere(home, 'tasks list', { env })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(program),
    });
    helper.become('good');
    expect(await runHere(home, `config unset ${key} -y`)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2'),
    });
    expect((await runHere(home, 'token', { env })).stdout).toBe(`${service.token()}\n`);
    expect(await runHere(home, `config set ${key} ${helperName}`)).toMatchObject({ code: 0 });
    expectNoneReadable(given, stored, service.token());
    expect((await runHere(home, 'token', { env })).stdout).toBe(`${service.token()}\n`);
    expect((await runHere(home, 'token')).stdout).toBe(`${stored}\n`);
  });

  test('R90: is told in time that a token of a process that started before is encrypted now', async () => {
    expect((await runHere(home, `config unset ${key} -y`)).code).toBe(0);
    let answer = (): void => undefined;
    service.on('GET /api/v1/tasks', (exchange) => {
      answer = () => service.rotating(({ response }) => response.end('{"tasks":[]}'))(exchange);
    });
    const before = sentTokens(service).length;
    const running = start(home, ['tracker', 'tasks', 'list']);
    await until('its request', () => sentTokens(service).length > before, 10_000);
    expect((await runHere(home, `config set ${key} ${helperName}`)).code).toBe(0);
    answer();
    expect(await running.ended).toMatchObject({ code: 0 });
    expectNoneReadable(service.token());
    expect((await runHere(home, 'token')).stdout).toBe(`${service.token()}\n`);
  });
});

describe('R90: its key', () => {
  test.each(['logout', 'logout --all', 'instances remove again -y'])(
    'R90: goes with the last token, by %s',
    async (last) => {
      await signIn(home, service.origin, service.token(), ['--name', 'again']);
      expect((await runHere(home, 'logout -I work')).code).toBe(0);
      expect(Object.keys(helper.kept())).toEqual([service.origin]);
      expect(await runHere(home, last)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('the key') });
      expect(helper.kept()).toEqual({});
    },
  );

  test('R90: stays where the helper is locked, and the token goes all the same', async () => {
    helper.become('locked');
    const { code, stderr } = await runHere(home, 'logout');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Signed out of work')]);
    expect(stderr).toContain('may still be open: docker-credential-fake did not answer');
    expect(stderr).toContain(`erasing the key for ${service.origin}, which opens nothing any more, failed: docker-`);
    expect(readConfig(home, 'credentials').tokens).toEqual({});
    helper.become('good');
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    expect(await runHere(home, 'tasks list')).toEqual(listed);
  });

  test('R90: that is gone, and a token that was changed, need a new sign-in, which works', async () => {
    const { tokens, signIns } = readConfig(home, 'credentials') as {
      tokens: Record<string, { sealed: string }>;
      signIns: number;
    };
    const { work } = tokens;
    const sealed = Buffer.from(work?.sealed ?? '', 'base64');
    sealed[20] = (sealed[20] ?? 0) ^ 1;
    for (const changed of [sealed.toString('base64'), '', 'AAAA']) {
      putConfig(home, 'credentials', JSON.stringify({ tokens: { work: { ...work, sealed: changed } }, signIns }));
      const { code, stderr } = await runHere(home, 'tasks list');
      expect([code, stderr]).toEqual([3, expect.stringContaining('cannot be decrypted')]);
    }
    // One of another sign-in opens nothing either.
    putConfig(home, 'credentials', JSON.stringify({ tokens: { work: { ...work, signIn: 7 } }, signIns: 7 }));
    expect((await runHere(home, 'tasks list')).code).toBe(3);
    putConfig(home, 'credentials', '{"tokens":');
    for (const value of ['set credential-helper other', 'unset credential-helper -y'])
      expect(await runHere(home, `config ${value}`)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('damaged'),
      });
    helper.become('empty');
    expect((await runHere(home, 'logout --all')).code).toBe(0);
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    expect(await runHere(home, 'tasks list')).toEqual(listed);
    expectNoneReadable(service.token());
  });
});

describe('R90: moving tokens', () => {
  test('R90: back is asked about, and doctor says what is where', async () => {
    expect((await runHere(home, 'doctor')).stdout).toContain(`${key}\tok\t${program} answers; encrypted tokens: 1`);
    expect(await runHere(home, `config unset ${key}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await runHere(home, `config set ${key} none -y`)).toMatchObject({ code: 0 });
    expect(helper.kept()).toEqual({});
    expect((await runHere(home, 'doctor')).stdout).not.toContain(key);
    putConfig(home, 'config', JSON.stringify({ ...readConfig(home, 'config'), settings: { [key]: helperName } }));
    expect((await runHere(home, 'doctor')).stdout).toContain(`${key}\twarning\t`);
    helper.become('fails');
    expect((await runHere(home, 'doctor')).stdout).toContain(`${key}\terror\t${program} failed`);
    expect(await runHere(home, `config set ${key} ../x`)).toMatchObject({ code: 2 });
    putConfig(home, 'config', JSON.stringify({ ...readConfig(home, 'config'), settings: { [key]: '../x' } }));
    expect(await runHere(home, 'tasks list')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`setting ${key} is invalid`),
    });
  });
});
