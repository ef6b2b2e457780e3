import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type ConnectProxy, type ProxyBehaviour, startConnectProxy } from '../../http/connect-proxy.js';
import { makeHome } from '../../support/computer/home.js';
import { interrupt, interrupted } from '../../support/computer/interrupt.js';
import { type Outcome, type Started, start } from '../../support/computer/program.js';
import { refused } from '../../support/run.js';
import { runHere } from '../../support/run-here.js';
import { canary, type SmallService, startSmallService, task } from '../../support/sandbox/service.js';
import { listen } from '../../support/servers/listen.js';
import { json, silence } from '../../support/servers/misbehaving-server.js';

/** A name that only the proxy knows. */
const host = 'tracker.example.invalid';

interface Fixture {
  readonly service: SmallService;
  readonly proxy: ConnectProxy;
  /** The password of the proxy's address. */
  readonly password: string;
  /** Starts a list of the tasks behind the proxy, with a token from the environment. */
  begin(flags?: readonly string[], proxies?: Readonly<Record<string, string>>): Started;
  /** The same to its end, with these flags and proxies; no secret is in what it wrote, nor in what the proxy has seen. */
  list(flags?: readonly string[], proxies?: Readonly<Record<string, string>>): Promise<Outcome>;
}

/** Runs a test with everything its own, so that tests that mostly wait can run side by side. */
async function withProxy(behaviour: ProxyBehaviour, body: (fixture: Fixture) => Promise<void>): Promise<void> {
  const home = makeHome();
  const service = await startSmallService();
  const proxy = await startConnectProxy(service.port, behaviour);
  const password = canary();
  const value = `http://user:${password}@${proxy.host}`;
  const words = ['tasks', 'list', '-q', '--insecure-http'];
  const env = { TRACKER_URL: `http://${host}`, TRACKER_TOKEN: service.token() };
  const list: Fixture['list'] = async (flags = [], proxies = { HTTP_PROXY: value }) => {
    const outcome = await runHere(home, [...words, ...flags], { env: { ...env, ...proxies } });
    for (const secret of [service.token(), password]) expect(outcome.stdout + outcome.stderr).not.toContain(secret);
    for (const { text } of proxy.seen) expect(text).not.toContain(service.token());
    return outcome;
  };
  try {
    const begin: Fixture['begin'] = (flags = [], proxies = { HTTP_PROXY: value }) =>
      start(home, ['tracker', ...words, ...flags], { env: { ...env, ...proxies } });
    await body({ service, proxy, password, begin, list });
  } finally {
    await proxy.close();
    await service.close();
    await home.close();
  }
}

describe.concurrent('R33: a proxy that is of no use', () => {
  test.each([
    [{ refuse: 407 }, 1, 'it rejected the user name and password'],
    [{ refuse: 403 }, 1, 'it returned 403'],
    [{ refuse: 502 }, 4, 'it returned 502'],
  ] as const)(
    'R33: that answers %j is told in one line, after this many tries: %i',
    async (behaviour, tries, why) =>
      await withProxy(behaviour, async ({ proxy, list }) => {
        expect(await list()).toEqual(refused(7, `the proxy ${proxy.host} refused the connection to ${host}: ${why}`));
        expect(proxy.seen.map(({ line }) => line)).toEqual(Array.from({ length: tries }, () => `CONNECT ${host}:80`));
      }),
  );

  test('R33: that wants a user name and is given none is told so', async () =>
    await withProxy({ refuse: 407 }, async ({ proxy, list }) => {
      const { stderr } = await list([], { HTTP_PROXY: `http://${proxy.host}` });
      expect(stderr).toContain('it requires a user name and password');
    }));

  test('R33: a refusal is shown on the debugging line without the password', async () =>
    await withProxy({ refuse: 407 }, async ({ list }) => {
      const { code, stderr } = await list(['--debug']);
      expect(code).toBe(7);
      expect(stderr).toMatch(
        /^debug: GET http:\/\/tracker\.example\.invalid\/api\/v1\/tasks\?scope=mine → the proxy 127\.0\.0\.1:\d+ refused .* after \d+ ms\nerror: /,
      );
    }));

  test('R33: that is not there is named', async () =>
    await withProxy('tunnel', async ({ proxy, list }) => {
      await proxy.close();
      for (const scheme of ['http', 'https'])
        expect(await list([], { HTTP_PROXY: `${scheme}://${proxy.host}` })).toEqual(
          refused(7, `cannot reach ${host}: connection refused (through the proxy ${proxy.host})`),
        );
    }));

  test('R33: that hangs up instead of an answer is named, and is no hot loop', async () =>
    await withProxy('hang up', async ({ proxy, list }) => {
      const { code, stderr } = await list();
      expect(code).toBe(7);
      expect(stderr).toMatch(/^error: tracker\.example\.invalid: .*closed.* \(through the proxy 127\.0\.0\.1:\d+\)\n$/);
      expect(proxy.seen.length).toBe(4);
    }));

  test('R33: that cuts the tunnel in the middle of an answer ends in one line', async () =>
    await withProxy({ cutAfter: 300 }, async ({ service, proxy, list }) => {
      service.on('GET /api/v1/tasks', json({ tasks: Array.from({ length: 5_000 }, () => task) }));
      const { code, stdout, stderr } = await list();
      expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
      expect(stderr).toMatch(
        /^error: tracker\.example\.invalid: the connection was closed before the response was complete\n$/,
      );
      expect([service.requests.length, proxy.seen.length]).toEqual([4, 4]);
    }));

  test('R33: that says nothing ends by the time-out', async () =>
    await withProxy('silence', async ({ proxy, list }) => {
      expect(await list(['--timeout', '1'])).toEqual({
        code: 7,
        stdout: '',
        stderr:
          `error: ${host} could not be reached within 1 s (through the proxy ${proxy.host})\n` +
          'hint: use --timeout SECONDS to wait longer\n',
      });
      expect(proxy.seen.length).toBe(1);
    }));

  test('R33: that takes no part in a secure connection ends by the time-out, and the program with it', async () =>
    await withProxy('tunnel', async ({ begin }) => {
      const sockets: Socket[] = [];
      const mute = createServer((socket) => void sockets.push(socket));
      const address = `127.0.0.1:${await listen(mute)}`;
      const { ended } = begin(['--timeout', '1'], { HTTP_PROXY: `https://${address}` });
      const { code, stderr } = await ended;
      expect({ code, stderr }).toEqual({
        code: 7,
        stderr:
          `error: ${host} could not be reached within 1 s (through the proxy ${address})\n` +
          'hint: use --timeout SECONDS to wait longer\n',
      });
      for (const socket of sockets) socket.destroy();
      mute.close();
    }));

  test('R33: a mute server behind it ends by the time-out too', async () =>
    await withProxy('tunnel', async ({ service, list }) => {
      service.on('GET /api/v1/tasks', silence);
      const { code, stderr } = await list(['--timeout', '1']);
      expect(code).toBe(7);
      expect(stderr).toMatch(/^error: tracker\.example\.invalid did not respond within 1 s\nhint: .*\n$/);
      expect(service.requests.length).toBe(1);
    }));

  test.each([
    'http://',
    'http://user:PASSWORD@:1:2',
    'http://user:PASSWORD@proxy.example.invalid:99999',
    'socks5://user:PASSWORD@127.0.0.1:1',
    'user:PASSWORD@',
    'http://PASSWORD@[::1',
  ])(
    'R33: %s is no address: one line that names the variable',
    async (value) =>
      await withProxy('tunnel', async ({ service, password, list }) => {
        for (const name of ['HTTP_PROXY', 'http_proxy']) {
          const { code, stdout, stderr } = await list([], { [name]: value.replace('PASSWORD', password) });
          expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
          await list(['--debug', '--json'], { [name]: value.replace('PASSWORD', password) });
          expect(stderr).toBe(
            `error: ${name} is not a proxy address\nhint: use the form http://proxy.example.com:3128\n`,
          );
        }
        expect(service.connections()).toBe(0);
      }),
  );
});

test.each(['silence', 'tunnel'] as const)(
  'R49: Ctrl-C while a proxy keeps us waiting (%s) is 130 in under 1 s',
  async (behaviour) =>
    await withProxy(behaviour, async ({ service, proxy, begin }) => {
      service.on('GET /api/v1/tasks', silence);
      const running = begin();
      await (behaviour === 'tunnel' ? service.received(1) : proxy.received(1));
      expect(await interrupt(running)).toEqual(interrupted);
    }),
);
