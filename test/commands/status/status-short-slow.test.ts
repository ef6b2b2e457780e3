import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { shell, tracker } from '../../support/computer/program.js';
import { canary, signIn, startSmallService } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';
import { answerWork, storedToken } from '../../trust/tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startSmallService(canary()));
beforeEach(async () => {
  answerWork(service, service.rotating);
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  // The first run of the program compiles it.
  await tracker(home, 'status --short');
  await until('all of it being stored', () => storedToken(home, 'work') === service.token());
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
  rmSync(join(home.folder, '.cache', 'tracker'), { recursive: true });
});

it.each([true, false])('a mute server is left after 0.3 s, tokens that rotate or not: %s', async (rotates) => {
  if (!rotates) {
    answerWork(service, service.guarded);
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
  }
  for (const path of ['inbox/badge', 'tasks', 'tickets']) service.on(`GET /api/v1/${path}`, () => undefined);
  await tracker(home, 'me');
  // Another process still waits for the server, and the next prompt starts no second one.
  for (let prompt = 0; prompt < 2; prompt++) {
    expect(await tracker(home, 'status --short')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(home.processes()).toHaveLength(1);
  }
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
});

it('a new token of a slow server is stored, and the line is there at the next prompt', async () => {
  const before = service.token();
  const badge = service.rotating(json({ unread: 7 }));
  service.on('GET /api/v1/inbox/badge', (exchange) => void setTimeout(() => badge(exchange), 900));
  expect((await tracker(home, 'status --short')).stdout).toBe('');
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
  expect(service.token()).not.toBe(before);
  expect(storedToken(home, 'work')).toBe(service.token());
  expect((await tracker(home, 'status --short')).stdout).toMatch(/^7 unread/);
});

it('the line of the last hour stays while the server is only slow, at every prompt', async () => {
  service.on('GET /api/v1/inbox/badge', service.rotating(json({ unread: 7 })));
  await tracker(home, 'status --short');
  await until('all answers being stored', () => answers().length === 3);
  for (const path of answers()) utimesSync(path, new Date(), new Date(statSync(path).mtimeMs - 120_000));
  for (const path of ['inbox/badge', 'tasks', 'tickets']) service.on(`GET /api/v1/${path}`, () => undefined);
  for (let prompt = 0; prompt < 3; prompt++)
    expect(await tracker(home, 'status --short')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^7 unread/),
      stderr: '',
    });
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
});

it('a token from a pipe is enough', async () => {
  answerWork(service, service.guarded);
  const line = `bash -c 'TRACKER_TOKEN_FILE=<(printf %s ${service.token()}) TRACKER_URL=${service.origin} tracker status --short'`;
  await until('an answer in time', async () => (await shell(home, line)).stdout !== '');
});

describe('with a token from a pipe', () => {
  /** What a shell waits for before its prompt, where a password manager has the token. */
  const prompt = async (given: string) => {
    const env = `TRACKER_TOKEN_FILE=<(printf %s ${given}) TRACKER_URL=${service.origin}`;
    return await shell(home, `bash -c '${env} tracker status --short'`);
  };

  it.each([true, false])('a mute server is left after 0.3 s, tokens that rotate or not: %s', async (rotates) => {
    const given = service.token();
    if (!rotates) answerWork(service, service.guarded);
    for (const path of ['inbox/badge', 'tasks', 'tickets', 'me']) service.on(`GET /api/v1/${path}`, () => undefined);
    const began = Date.now();
    for (let times = 0; times < 2; times++) {
      expect(await prompt(given)).toEqual({ code: 0, stdout: '', stderr: '' });
      const [asking = 0, ...others] = home.processes();
      // On a busy computer the second prompt comes after the 3 s in which the first one asks.
      if (Date.now() - began < 3_000) expect(others).toEqual([]);
      expect(readFileSync(`/proc/${asking}/cmdline`, 'utf8')).toContain('status\0--short');
      for (const file of ['cmdline', 'environ'])
        expect(readFileSync(`/proc/${asking}/${file}`, 'utf8')).not.toContain(given);
    }
    await until('the end of what asks', () => home.processes().length === 0, 10_000);
  });

  it('each new token of a slow server is stored, and the next command sends it', async () => {
    const given = service.token();
    const badge = service.rotating(json({ unread: 7 }));
    // Of the first three responses, two say that the token is no longer valid.
    for (let times = 0; times < 2; times++) {
      const before = service.token();
      service.on('GET /api/v1/inbox/badge', (exchange) => void setTimeout(() => badge(exchange), 900));
      expect(await prompt(given)).toEqual({ code: 0, stdout: '', stderr: '' });
      await until('the end of what asks', () => home.processes().length === 0, 10_000);
      expect(service.token()).not.toBe(before);
    }
    expect((await prompt(given)).stdout).toMatch(/^7 unread/);
    const line = `bash -c 'TRACKER_TOKEN_FILE=<(printf %s ${given}) TRACKER_URL=${service.origin} tracker tasks -q'`;
    expect(await shell(home, line)).toMatchObject({ code: 0, stdout: 'ABC-1\n' });
  });

  it.each(['/dev/stdin', '/dev/fd/0'])(
    'a file that only this process knows as %s is handed over, too',
    async (name) => {
      const file = home.write('token', service.token());
      answerWork(service, service.guarded);
      const line = `TRACKER_TOKEN_FILE=${name} TRACKER_URL=${service.origin} tracker status --short < ${file}`;
      await until('an answer in time', async () => (await shell(home, line)).stdout !== '');
    },
  );

  it('another server than the token is for is asked as well', async () => {
    const other = await startSmallService(canary());
    try {
      answerWork(other, other.guarded);
      await signIn(home, other.origin, other.token(), ['--name', 'other']);
      const env = `TRACKER_TOKEN_FILE=<(printf %s ${service.token()}) TRACKER_URL=${service.origin}`;
      other.on('GET /api/v1/inbox/badge', other.guarded(json({ unread: 3 })));
      const line = `bash -c '${env} tracker status --short -I other'`;
      await until('an answer in time', async () => (await shell(home, line)).stdout.startsWith('3 unread'));
    } finally {
      await other.close();
    }
  });
});

/** The files of what was read. */
function answers(): readonly string[] {
  const cache = join(home.folder, '.cache', 'tracker');
  const names = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('api_v1_')).map((name) => join(cache, name));
}
