import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Home, makeHome } from '../../support/computer/home.js';
import { shell, tracker } from '../../support/computer/program.js';
import { canary, type SmallService, signIn, startSmallService } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { until } from '../../support/until.js';
import { answerWork, storedToken } from '../../trust/tokens/helpers.js';

let home: Home;
let service: SmallService;
beforeEach(async () => {
  home = makeHome();
  service = await startSmallService(canary());
  answerWork(service, service.rotating);
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  // The first run of the program compiles it.
  await tracker(home, 'status --short');
  await until('all of it being stored', () => storedToken(home, 'work') === service.token());
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
  rmSync(join(home.folder, '.cache', 'tracker'), { recursive: true });
});
afterEach(async () => {
  await service.close();
  await home.close();
});

it.each([true, false])(
  '(true.24) a mute server is left after 0.3 s, tokens that rotate or not: %s',
  async (rotates) => {
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
  },
);

it('(true.24) a new token of a slow server is stored, and the line is there at the next prompt', async () => {
  const before = service.token();
  const badge = service.rotating(json({ unread: 7 }));
  service.on('GET /api/v1/inbox/badge', (exchange) => void setTimeout(() => badge(exchange), 900));
  expect((await tracker(home, 'status --short')).stdout).toBe('');
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
  expect(service.token()).not.toBe(before);
  expect(storedToken(home, 'work')).toBe(service.token());
  expect((await tracker(home, 'status --short')).stdout).toMatch(/^7 unread/);
});

it('(true.24) the line of the last hour stays while the server is only slow, at every prompt', async () => {
  const known = { at: Date.now() - 120_000, line: '7 unread' };
  await tracker(home, 'status --short');
  await until('the line being stored', () => existsSync(statusFile()));
  const file = statusFile();
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...known }));
  for (const path of ['inbox/badge', 'tasks', 'tickets']) service.on(`GET /api/v1/${path}`, () => undefined);
  for (let prompt = 0; prompt < 3; prompt++)
    expect(await tracker(home, 'status --short')).toEqual({ code: 0, stdout: '7 unread\n', stderr: '' });
  await until('the end of what asks', () => home.processes().length === 0, 10_000);
});

it('(true.31) a token from a pipe is enough', async () => {
  answerWork(service, service.guarded);
  const line = `bash -c 'TRACKER_TOKEN_FILE=<(printf %s ${service.token()}) TRACKER_URL=${service.origin} tracker status --short'`;
  await until('an answer in time', async () => (await shell(home, line)).stdout !== '');
});

function statusFile(): string {
  const cache = join(home.folder, '.cache', 'tracker');
  const found = readdirSync(cache, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('/status.json'));
  return join(cache, found ?? 'none');
}
