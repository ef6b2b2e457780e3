import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, start } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere as tracker } from '../../support/run-here.js';
import { ann, canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { type Answer, json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';
import { answerWork, credentialsFile, sentTokens, storedToken } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let first: string;
const list = json({ tasks: [task] });

beforeEach(async () => {
  first = service.token();
  await signIn(home, service.origin, first, ['--name', 'work']);
});

/** An answer that is kept back until `release` is called. */
function holding(answer: Answer): { readonly answer: Answer; readonly isAsked: () => boolean; release(): void } {
  let go: (() => void) | undefined;
  const keep: Answer = (exchange) => {
    go = () => answer(exchange);
  };
  return { answer: keep, isAsked: () => go !== undefined, release: () => go?.() };
}

const isLocked = (): boolean => existsSync(`${credentialsFile(home)}.lock`);

describe('R19: a refused token', () => {
  const notice = /rejected the token; waiting for another tracker process to store a newer one…/;

  /** Another command gets a rotation whose answer is late: until it is there, the old token is void and no newer one stored. */
  async function rotateLate(): Promise<{ release(): void; readonly ended: Promise<Outcome> }> {
    answerWork(service, service.guarded);
    const late = holding(({ response }) => response.end(JSON.stringify({ tasks: [task] })));
    service.on('GET /api/v1/tasks', service.rotating(late.answer), service.guarded(list));
    const other = start(home, ['tracker', 'tasks', 'list']);
    await until('the request of the other command', late.isAsked);
    return { release: late.release, ended: other.ended };
  }

  test('R19: is repeated under the lock with the newer one that another process stores', async () => {
    const late = await rotateLate();
    const repeated = holding(service.guarded(list));
    service.on('GET /api/v1/tasks', service.guarded(list), repeated.answer);
    const running = start(home, ['tracker', 'tasks', 'list']);
    await service.received(4);
    for (let looks = 0; looks < 10; looks++) {
      expect(isLocked()).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    late.release();
    await until('the repeated request', repeated.isAsked);
    expect([isLocked(), storedToken(home, 'work')]).toEqual([true, service.token()]);
    repeated.release();
    expect(await running.ended).toEqual({ code: 0, stdout: expect.stringContaining(task.title), stderr: '' });
    expect((await late.ended).code).toBe(0);
    expect(isLocked()).toBe(false);
    expect(sentTokens(service).slice(1)).toEqual([first, first, service.token()]);
  });

  test.skipIf(!hasTerminal)(
    'R19: is told at a terminal when that takes a second (needs @lydell/node-pty)',
    async () => {
      const late = await rotateLate();
      const started = Date.now();
      const running = startAtTerminal(home, ['tracker', 'tasks', 'list', '--no-pager']);
      await running.waitFor(notice);
      expect(Date.now() - started).toBeGreaterThan(900);
      late.release();
      const { code, raw } = await running.ended;
      expect({ code, told: raw.split('rejected the token').length }).toEqual({ code: 0, told: 2 });
      expect(raw).toContain(new URL(service.origin).host);
      expect(raw).toContain(task.title);
      const quick = await startAtTerminal(home, ['tracker', 'tasks', 'list', '--no-pager']).ended;
      expect(quick.raw).not.toMatch(notice);
    },
  );

  test('R19: ends the command with 3 after 5 s when nothing newer comes, and no token is deleted', async () => {
    const other = await startSmallService();
    await signIn(home, other.origin, other.token(), ['--name', 'other']);
    const before = readFileSync(credentialsFile(home), 'utf8');
    service.take(canary());
    const started = performance.now();
    const [plain, asJson, interrupted] = [['tasks', 'list'], ['tasks', 'list', '--json'], ['status']].map((words) =>
      start(home, ['tracker', ...words, '-I', 'work']),
    );
    const { code, stdout, stderr } = (await plain?.ended) ?? {};
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeGreaterThan(4.5);
    expect(seconds).toBeLessThan(9);
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: your sign-in to .* is no longer valid; sign in again\nhint: tracker login --name \S+\n$/,
      ),
    });
    const json = await asJson?.ended;
    expect(json?.code).toBe(3);
    expect(JSON.parse(json?.stderr ?? '')).toMatchObject({ error: { code: 'sign_in_required', status: 401 } });
    interrupted?.kill('SIGINT');
    expect((await interrupted?.ended)?.code).not.toBe(0);
    expect(readFileSync(credentialsFile(home), 'utf8')).toBe(before);
    await other.close();
  });

  test('R19: costs at most 3 requests when each 401 brings a new one', async () => {
    const endless: Answer = (exchange) =>
      json({ message: 'No session' }, 401, { 'set-auth-token': canary() })(exchange);
    service.on('GET /api/v1/tasks', endless);
    const before = service.requests.length;
    const { code, stdout, stderr } = await tracker(home, 'tasks list');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('sign in again');
    expect(service.requests.length - before).toBe(3);
    expect(new Set(sentTokens(service).slice(1)).size).toBe(3);
    expect(storedToken(home, 'work')).toBeDefined();
  });

  test('R19: is not repeated as somebody else who has signed in under the same name', async () => {
    const refused = holding(json({}, 401));
    service.on('GET /api/v1/tasks', refused.answer, service.guarded(list));
    const running = start(home, ['tracker', 'tasks', 'list']);
    await until('the request', refused.isAsked);
    const theirs = canary();
    service.take(theirs);
    service.on('GET /api/v1/me', service.guarded(json({ user: { ...ann, id: 'u-zoe', name: 'Zoë Baptiste' } })));
    await signIn(home, service.origin, theirs, ['--name', 'work']);
    const before = service.requests.length;
    refused.release();
    expect(await running.ended).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: you are now signed in to \S+ as Zoë Baptiste, no longer as Ann\b.*\nhint: tracker login --name work\n$/,
      ),
    });
    expect([service.requests.length - before, storedToken(home, 'work')]).toEqual([0, theirs]);
  });

  test('R18: is avoided by taking turns from the first request on, once tokens rotate', async () => {
    for (const isRotating of [false, true]) {
      if (isRotating) {
        service.on('GET /api/v1/tasks', service.rotating(list));
        expect((await tracker(home, 'tasks list')).code).toBe(0);
      }
      const held = holding(service.guarded(list));
      service.on('GET /api/v1/tasks', held.answer);
      const running = start(home, ['tracker', 'tasks', 'list']);
      await until('the request', held.isAsked);
      expect(isLocked()).toBe(isRotating);
      held.release();
      expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
      expect(isLocked()).toBe(false);
    }
  });

  test('R19: does not keep Ctrl-C waiting', async () => {
    service.take(canary());
    answerWork(service, service.guarded);
    const running = start(home, ['tracker', 'tasks', 'list']);
    await service.received(3);
    const started = performance.now();
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(performance.now() - started).toBeLessThan(onBusy(1_500));
  });
});

describe('R15: the rotation of a request that was under way', () => {
  /** Starts a list whose answer, with a new token, waits. */
  async function startSlow(next: string) {
    const slow = holding(json({ tasks: [task] }, 200, { 'set-auth-token': next }));
    service.on('GET /api/v1/tasks', slow.answer);
    const running = start(home, ['tracker', 'tasks', 'list']);
    await until('the slow request', slow.isAsked);
    return { ...slow, ended: running.ended };
  }

  test('R15: does not overwrite a sign-in that was made meanwhile', async () => {
    const [late, fresh] = [canary(), canary()];
    const slow = await startSlow(late);
    service.take(fresh);
    await signIn(home, service.origin, fresh, ['--name', 'work']);
    slow.release();
    expect(await slow.ended).toMatchObject({ code: 0, stderr: '' });
    expect([storedToken(home, 'work'), placesOf(late, home.folder)]).toEqual([fresh, []]);
  });

  test('R15: does not undo a sign-out, nor the removal of the instance', async () => {
    for (const words of ['logout', 'instances remove work --yes']) {
      const late = canary();
      await signIn(home, service.origin, service.token(), ['--name', 'work']);
      service.on('POST /api/auth/sign-out', json({ success: true }));
      const slow = await startSlow(late);
      expect((await tracker(home, words)).code).toBe(0);
      slow.release();
      expect(await slow.ended).toMatchObject({ code: 0, stderr: '' });
      expect([storedToken(home, 'work'), placesOf(late, home.folder), placesOf(first, home.folder)]).toEqual([
        undefined,
        [],
        [],
      ]);
    }
  });

  test('R15: is the one that stays when its answer comes last', async () => {
    const [early, late] = [canary(), canary()];
    const slow = await startSlow(late);
    service.on('GET /api/v1/tasks', json({ tasks: [] }, 200, { 'set-auth-token': early }));
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    expect(storedToken(home, 'work')).toBe(early);
    slow.release();
    expect((await slow.ended).code).toBe(0);
    expect([storedToken(home, 'work'), placesOf(early, home.folder)]).toEqual([late, []]);
  });
});
