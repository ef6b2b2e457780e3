import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { refused } from '../../support/run.js';
import { startSmallService, task } from '../../support/sandbox/service.js';
import { drop, first, json, shortBody } from '../../support/servers/misbehaving-server.js';
import { allTests } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';
import { bundleProgram } from '../../terminal/pseudo-terminal.js';
import { withService } from '../own-service.js';

const caller = allTests(() => bundleProgram(fileURLToPath(new URL('../../support/call-program.ts', import.meta.url))));

const gaps = (times: readonly number[]): readonly number[] => times.slice(1).map((time, at) => time - (times[at] ?? 0));

const id = task.uuid;

const writes = [
  ['POST /notes', { body: { title: 'x', body: 'y' } }],
  ['PATCH /tasks/:id', { id, body: { title: 'x' } }],
  ['PUT /tickets/:id/checklist', { id, body: { items: [] } }],
  ['DELETE /tasks/:id', { id }],
] as const;

const onWire = (route: string): string => route.replace(' /', ' /api/v1/').replace(':id', id);

const ok = { code: 0, stdout: 'ABC-1\n', stderr: '' };

describe.concurrent('R45: a write', () => {
  test.each(writes)(
    'R45: %s whose connection drops is sent once, and may have been applied',
    async (route, options) =>
      await withService(async ({ timed, host, call }) => {
        const times = timed(onWire(route), drop);
        expect(await call(route, options)).toEqual({
          code: 8,
          stdout: '',
          stderr:
            `error: ${host}: the connection was closed before the response was complete; it may or may not have been applied\n` +
            'hint: check before you run it again\n',
        });
        expect(times.length).toBe(1);
      }),
  );

  test.each(writes)(
    "R45: %s that gets a 503 is sent once, and the server's words are told",
    async (route, options) =>
      await withService(async ({ timed, host, call }) => {
        const times = timed(onWire(route), json({ message: 'closed for repairs' }, 503));
        expect(await call(route, options)).toEqual(
          refused(1, `${host} returned 503 (Service Unavailable): closed for repairs`),
        );
        expect(times.length).toBe(1);
      }),
  );
});

test.each(writes)(
  'R44: %s whose answer is cut off has been applied',
  async (route, options) =>
    await withService(async ({ timed, call }) => {
      const times = timed(onWire(route), shortBody('{"id":', 200));
      const { code, stderr } = await call(route, options);
      expect({ code, stderr }).toEqual({
        code: 8,
        stderr: expect.stringContaining('hint: it has been applied; check'),
      });
      expect(times.length).toBe(1);
    }),
);

describe.concurrent('R46: another try', () => {
  test('R46: after 503 and 503 the third answer counts, after growing waits', async () =>
    await withService(async ({ timed, list }) => {
      const busy = json({ message: 'busy' }, 503);
      const times = timed('GET /api/v1/tasks', busy, busy, json({ tasks: [task] }));
      expect(await list()).toEqual(ok);
      const [short = 0, long = 0] = gaps(times);
      expect(times.length).toBe(3);
      expect(short).toBeGreaterThan(180);
      expect(long).toBeGreaterThan(550);
    }));

  test.each([
    [500, 'Internal Server Error', 1],
    [503, 'Service Unavailable', 7],
  ])(
    "R46: %i (%s) for ever ends after four tries with the server's words and code %i",
    async (status, name, code) =>
      await withService(async ({ timed, host, list }) => {
        const times = timed('GET /api/v1/tasks', json({ message: 'on fire' }, status));
        expect(await list()).toEqual(refused(code, `${host} returned ${status} (${name}): on fire`));
        expect(times.length).toBe(4);
      }),
  );

  test.each([
    ['a GET', 'GET /tasks', {}],
    ['a POST', 'POST /notes', { body: { title: 'x', body: 'y' } }],
  ])(
    'R46: %s that is refused twice and then taken succeeds',
    async (_what, route, options) =>
      await withService(async ({ service, begin, env }) => {
        await service.close();
        const flags = JSON.stringify({ debug: true, insecureHttp: true });
        const running = begin([process.execPath, caller.file, route, JSON.stringify(options), flags], {
          TRACKER_URL: elsewhere(service.port),
        });
        await running.waitFor(/(connection refused after [\s\S]*){2}/);
        const late = await startSmallService(env.TRACKER_TOKEN, { port: service.port });
        late.on('POST /api/v1/notes', json({ id: 'n1' }, 201));
        const { code, stderr } = await running.ended;
        expect(code).toBe(0);
        expect(stderr.match(/connection refused/g)?.length).toBeGreaterThanOrEqual(2);
        expect(late.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
          onWire(route),
          // Before a write, that was asked once, too early.
          ...(route.startsWith('GET') ? ['GET /api/v1/me'] : []),
        ]);
        await late.close();
      }),
  );
});

describe.concurrent('R47: 429', () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
  const post = writes[0];

  test.each([
    ['2', () => '2', 2_000],
    // An HTTP date has whole seconds: up to one is lost.
    ['a date in 3 s', () => inSeconds(3), 1_900],
  ])(
    'R47: with Retry-After %s is waited for at least as long, for a GET and for a POST',
    async (_what, value, least) =>
      await withService(async ({ timed, list, call }) => {
        const busy = first(
          () => undefined,
          ({ response, ...rest }) => {
            json({ message: 'slow down' }, 429, { 'retry-after': value() })({ response, ...rest });
          },
        );
        const reads = timed('GET /api/v1/tasks', busy, json({ tasks: [task] }));
        const sent = timed('POST /api/v1/notes', busy, json({ id: 'n1' }, 201));
        const [listed, posted] = await Promise.all([list(), call(...post)]);
        expect(listed).toEqual(ok);
        expect(posted.code).toBe(0);
        for (const times of [reads, sent]) {
          expect(times.length).toBe(2);
          expect(gaps(times)[0]).toBeGreaterThanOrEqual(least);
        }
      }),
  );

  test.each([
    ['86400', () => '86400', '1d'],
    ['999999999999', () => '999999999999', '11574074d2h'],
    ['a date in an hour', () => inSeconds(3_600), '1h'],
  ])(
    'R47: with Retry-After %s fails at once and says how long it is, and why',
    async (_what, value, wait) =>
      await withService(async ({ timed, host, list, call }) => {
        const busy = json({ message: 'slow down' }, 429, { 'retry-after': value() });
        const reads = timed('GET /api/v1/tasks', busy);
        const sent = timed('POST /api/v1/notes', busy);
        const stderr = `error: ${host} returned 429 (Too Many Requests): slow down; it asks you to wait ${wait} before the next request\n`;
        for (const outcome of await Promise.all([list(), call(...post)]))
          expect(outcome).toEqual({ code: 7, stdout: '', stderr });
        expect([reads.length, sent.length]).toEqual([1, 1]);
      }),
  );

  test.each(['-1', 'soon', '', undefined])(
    'R47: with Retry-After %j is no hot loop and ends',
    async (value) =>
      await withService(async ({ timed, host, list, call }) => {
        const busy = json({ message: 'slow down' }, 429, value === undefined ? {} : { 'retry-after': value });
        const reads = timed('GET /api/v1/tasks', busy);
        const sent = timed('POST /api/v1/notes', busy);
        for (const outcome of await Promise.all([list(), call(...post)]))
          expect(outcome).toEqual(refused(7, `${host} returned 429 (Too Many Requests): slow down`));
        for (const times of [reads, sent]) {
          expect(times.length).toBe(4);
          expect(Math.min(...gaps(times))).toBeGreaterThan(180);
        }
      }),
  );
});

/** This computer under an address that does not count as loopback, where a refusal may be over in a second. */
function elsewhere(port: number): string {
  return `http://0.0.0.0:${port}`;
}

describe.skipIf(!hasTerminal)('R46: a person at a terminal', { concurrent: true }, () => {
  test('R46: is told once that it goes on, when nobody listens', async () =>
    await withService(async ({ service, home, env, host }) => {
      await service.close();
      const elsewhereEnv = { ...env, TRACKER_URL: elsewhere(service.port) };
      const words = ['tracker', 'tasks', 'list', '--insecure-http'];
      const running = startAtTerminal(home, words, { env: elsewhereEnv });
      await running.ended;
      expect(running.lines()).toEqual([
        `0.0.0.0:${service.port}: connection refused; trying again…`,
        `error: cannot reach 0.0.0.0:${service.port}: connection refused`,
      ]);
      const here = startAtTerminal(home, ['tracker', 'tasks', 'list'], { env });
      const started = performance.now();
      await here.ended;
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(here.lines()).toEqual([
        `error: cannot reach ${host}: connection refused`,
        'hint: start the server there, or check the address',
      ]);
    }));

  test('R47: is told how long a server asks to wait', async () =>
    await withService(async ({ service, home, env, host }) => {
      service.on('GET /api/v1/tasks', json({}, 429, { 'retry-after': '2' }), json({ tasks: [] }));
      const running = startAtTerminal(home, ['tracker', 'tasks', 'list'], { env });
      expect(await running.ended).toMatchObject({ code: 0 });
      expect(running.lines()[0]).toBe(`${host} returned 429; trying again in 2 s…`);
      expect(running.raw().match(/trying again/g)?.length).toBe(1);
    }));

  test('R46: is told nothing where the wait is short, or a program reads', async () =>
    await withService(async ({ timed, home, env }) => {
      const times = timed(
        'GET /api/v1/tasks',
        json({}, 503),
        json({ tasks: [] }),
        json({}, 429, { 'retry-after': '1' }),
        json({ tasks: [] }),
      );
      for (const words of [
        ['tasks', 'list'],
        ['tasks', 'list', '--json'],
      ]) {
        const running = startAtTerminal(home, ['tracker', ...words], { env });
        const ended = await running.ended;
        expect(ended?.code).toBe(0);
        expect(ended?.raw).not.toContain('trying again');
      }
      expect(times.length).toBe(4);
    }));
});
