import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { interrupt, interrupted } from '../../support/computer/interrupt.js';
import { start } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { callHere, runHere } from '../../support/run-here.js';
import { task } from '../../support/sandbox/service.js';
import { startFullListener } from '../../support/servers/full-listener.js';
import { listen } from '../../support/servers/listen.js';
import { type Answer, json, silence, stall } from '../../support/servers/misbehaving-server.js';
import { until } from '../../support/until.js';
import { withService } from '../own-service.js';

const fullListener = await startFullListener();

afterAll(() => fullListener?.close());

/** Whether a command can have a resolv.conf of its own, with a server at the usual port. */
const canMount = spawnSync('unshare', ['-m', 'sh', '-c', 'mount --bind /etc/hosts /etc/resolv.conf']).status === 0;

const id = task.uuid;

describe.concurrent('R48: a server that keeps us waiting', () => {
  /** Sends a byte now and then, until the connection is closed. */
  const drip =
    (start: string): Answer =>
    ({ socket }) => {
      socket.write(start);
      const timer = setInterval(() => socket.write('x'), 150);
      socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
    };

  test.each([
    ['is mute', silence, 'did not respond within 1 s'],
    ['sends headers and then nothing', stall('{"tasks":['), 'sent almost nothing for 1 s'],
    ['sends a byte now and then', drip('HTTP/1.1 200 OK\r\n\r\n{"tasks":["'), 'sent almost nothing for 1 s'],
    ['sends headers without end, slowly', drip('HTTP/1.1 200 OK\r\nx: '), 'did not respond within 1 s'],
  ])(
    'R48: and %s is left by --timeout, and named',
    async (_what, answer, why) =>
      await withService(async ({ service, host, list }) => {
        service.on('GET /api/v1/tasks', answer);
        const started = performance.now();
        const outcome = await list('--timeout', '1');
        const hint = 'hint: use --timeout SECONDS to wait longer\n';
        expect(outcome).toEqual({ code: 7, stdout: '', stderr: `error: ${host} ${why}\n${hint}` });
        expect(performance.now() - started).toBeLessThan(onBusy(2_000));
        expect(service.requests.length).toBe(1);
      }),
  );

  test('R48: a write to a mute server may have been applied', async () =>
    await withService(async ({ service, host, call }) => {
      service.on('POST /api/v1/notes', silence);
      const { code, stderr } = await call('POST /notes', { body: {} }, { timeout: 1 });
      expect(code).toBe(8);
      expect(stderr).toMatch(
        new RegExp(`^error: ${host} did not respond within 1 s; it may or may not have been applied\\n`),
      );
      expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    }));

  test('R48: the time-out of 30 s by itself is documented', async () =>
    await withService(async ({ home }) => {
      const { stdout } = await runHere(home, 'help');
      expect(stdout.replace(/\s+/g, ' ')).toContain('give up if the server is silent for this long (default 30)');
    }));
});

describe('R49: Ctrl-C and an error without end', () => {
  const busy = json({ message: 'busy' }, 503, { 'retry-after': '20' });

  test.each([
    ['waiting', silence],
    ['reading', stall('{"tasks":[')],
    ['reading an error', stall('{"message":"no', 500)],
  ])(
    'R49: while %s is 130 in under 1 s',
    async (_what, answer) =>
      await withService(async ({ service, begin }) => {
        service.on('GET /api/v1/tasks', answer);
        const running = begin(['tracker', 'tasks', 'list']);
        await service.received(1);
        expect(await interrupt(running)).toEqual(interrupted);
      }),
  );

  test('R49: while backing off is 130 in under 1 s', async () =>
    await withService(async ({ service, begin }) => {
      service.on('GET /api/v1/tasks', busy);
      const running = begin(['tracker', 'tasks', 'list', '--debug']);
      await running.waitFor(/→ 503 in/);
      expect((await interrupt(running)).code).toBe(130);
      expect(service.requests.length).toBe(1);
    }));

  test('R49: while a secure connection is being made is 130 in under 1 s', async () =>
    await withService(async ({ home, env }) => {
      let connections = 0;
      const mute = createServer((socket) => {
        connections += 1;
        socket.on('error', () => undefined).resume();
      });
      const TRACKER_URL = `https://127.0.0.1:${await listen(mute)}`;
      const running = start(home, ['tracker', 'tasks', 'list'], { env: { ...env, TRACKER_URL } });
      await until('a connection', () => connections > 0);
      expect(await interrupt(running)).toEqual(interrupted);
      mute.close();
    }));

  test.skipIf(!canMount)(
    'R49: while a name is looked up ends the program in under 1 s',
    async () =>
      await withService(async ({ home, env }) => {
        let questions = 0;
        const mute = createSocket('udp4').on('message', () => {
          questions += 1;
        });
        mute.bind(53, '127.49.0.1');
        await once(mute, 'listening');
        const file = home.write('resolv.conf', 'nameserver 127.49.0.1\noptions timeout:30\n');
        const line = `mount --bind ${file} /etc/resolv.conf && exec tracker tasks list`;
        const TRACKER_URL = 'https://tracker.example.com';
        const running = start(home, ['unshare', '-m', 'sh', '-c', line], { env: { ...env, TRACKER_URL } });
        await until('a question', () => questions > 0);
        // Node would wait for the answer before it exits with a code.
        expect(await interrupt(running)).toEqual({ ...interrupted, code: undefined });
        mute.close();
      }),
  );

  test.skipIf(!fullListener)(
    'R49: while connecting is 130 in under 1 s',
    async () =>
      await withService(async ({ home, env }) => {
        const TRACKER_URL = `http://127.0.0.1:${fullListener?.port}`;
        const running = start(home, ['tracker', 'tasks', 'list'], { env: { ...env, TRACKER_URL } });
        await until('a connection on its way', () => (fullListener?.attempts() ?? 0) > 0);
        expect(await interrupt(running)).toEqual(interrupted);
      }),
  );

  test.skipIf(!fullListener)(
    'R48: a connection that is never made ends by --timeout, and nothing was applied',
    async () =>
      await withService(async ({ home, env }) => {
        const host = `127.0.0.1:${fullListener?.port}`;
        const words = ['DELETE /tasks/:id', JSON.stringify({ id }), '{"timeout":1}'];
        const outcome = await callHere(home, words, { env: { ...env, TRACKER_URL: `http://${host}` } });
        const hint = 'hint: use --timeout SECONDS to wait longer\n';
        const stderr = `error: ${host} could not be reached within 1 s\n${hint}`;
        expect(outcome).toEqual({ code: 7, stdout: '', stderr });
      }),
  );

  test.each([
    ['stands still', stall('{"message":"on fire"}', 500)],
    [
      'goes on',
      ({ socket }) => {
        socket.on('error', () => undefined).write('HTTP/1.1 500 No\r\n\r\n{"message":"on fire"}');
        const more = (): void => void socket.write(' '.repeat(20_000), (error) => error ?? setTimeout(more, 20));
        more();
      },
    ],
  ] as readonly (readonly [string, Answer])[])(
    'R49: a 500 whose body %s is told, and the program is gone in under 2 s',
    async (_what, answer) =>
      await withService(async ({ service, begin }) => {
        service.on('GET /api/v1/tasks', answer);
        const running = begin(['tracker', 'tasks', 'list']);
        await service.received(1);
        const asked = performance.now();
        expect(await running.ended).toEqual({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(/^error: [^\n]*\n$/),
        });
        expect(performance.now() - asked).toBeLessThan(onBusy(2_000));
        expect(service.requests.length).toBe(1);
      }),
  );
});
