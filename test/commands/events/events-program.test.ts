import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../support/config-files.js';
import { type Home, makeHome } from '../../support/home.js';
import { type Answer, first, html, json, silence } from '../../support/misbehaving-server.js';
import { shell, start, tracker } from '../../support/program.js';
import { canary, type SmallService, signIn, startSmallService } from '../../support/service.js';
import { until } from '../../support/until.js';

let home: Home;
let service: SmallService;

beforeEach(async () => {
  home = makeHome();
  service = await startSmallService();
  await signIn(home, service.origin, service.token());
});

afterEach(async () => {
  await service.close();
  await home.close();
});

const route = 'GET /api/v1/events';

/** Sends these pieces one after the other and keeps the stream open, or ends it. */
const stream =
  (pieces: readonly (string | Uint8Array)[], end = false): Answer =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const piece of pieces) response.write(piece);
    if (end) response.end();
  };

const asked = () => service.requests.filter(({ target }) => target === '/api/v1/events');

describe('the built program and the event stream', () => {
  test('each event is on stdout at once, and Ctrl-C ends it within a second', async () => {
    service.on(route, service.guarded(stream(['retry: 3000\n\n', 'data: {"type":"inbox"}\n\n', 'data: {"ty'])));
    const running = start(home, ['tracker', 'events', '--json']);
    await until('the first event', () => running.stdout() === '{"type":"inbox"}\n');
    const stopped = performance.now();
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect(performance.now() - stopped).toBeLessThan(1000);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '{"type":"inbox"}\n' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'interrupted' } });
  });

  test('a silent stream outlives --timeout, a server without headers does not', async () => {
    let late: (() => void) | undefined;
    service.on(
      route,
      service.guarded(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        late = () => void response.write('data: {"type":"inbox"}\n\n');
      }),
      silence,
    );
    const running = start(home, ['tracker', 'events', '--timeout', '0.5']);
    await until('the stream', () => late);
    await new Promise((resolve) => setTimeout(resolve, 1800));
    expect(running.stderr()).toBe('');
    late?.();
    await until('the event', () => running.stdout() === '{"type":"inbox"}\n');
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(asked().length).toBe(1);
    const mute = await tracker(home, 'events --timeout 0.5');
    expect(mute.code).toBe(7);
    expect(mute.stderr).toContain('did not answer within 0.5 s');
  });

  test('a reader that has gone ends it quietly', async () => {
    service.on(
      route,
      service.guarded(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const timer = setInterval(() => response.write('data: {"type":"inbox"}\n\n'), 50);
        response.on('close', () => clearInterval(timer));
      }),
    );
    const line = 'tracker events | head -1; echo "$PIPESTATUS"';
    const ran = await shell(home, `bash -c '${line}'`);
    expect(ran).toEqual({ code: 0, stdout: '{"type":"inbox"}\n0\n', stderr: '' });
  });

  test('a drop is followed by a new connection with the id and the token as stored now', async () => {
    const next = canary();
    service.on(
      route,
      service.guarded(({ response, socket }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('retry: 100\nid: 7\ndata: {"type":"inbox","n":1}\n\n');
        setTimeout(() => socket.destroy(), 1200);
      }),
      service.guarded(stream(['data: {"type":"inbox","n":2}\n\n'])),
    );
    // A second command meanwhile gets a new token; the old one is still good for a while.
    service.on('GET /api/v1/tasks', json({ tasks: [] }, 200, { 'set-auth-token': next }));
    const old = service.token();
    const running = start(home, ['tracker', 'events']);
    await until('the first event', () => running.stdout().includes('"n":1'));
    expect((await tracker(home, 'tasks')).code).toBe(0);
    service.take(next);
    await until('the second event', () => running.stdout().includes('"n":2'));
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(asked().map(({ headers }) => [headers.authorization, headers['last-event-id']])).toEqual([
      [`Bearer ${old}`, undefined],
      [`Bearer ${next}`, '7'],
    ]);
  });

  test('a token that the answer of the stream brings is stored at once', async () => {
    service.on(route, service.rotating(stream(['data: {"type":"inbox"}\n\n'])));
    const running = start(home, ['tracker', 'events']);
    await until('the event', () => running.stdout() !== '');
    expect(JSON.stringify(readConfig(home, 'credentials'))).toContain(service.token());
    running.kill('SIGINT');
    await running.ended;
  });

  test('a server that ends every stream at once sees no hot loop', async () => {
    service.on(route, service.guarded(stream(['retry: 0\n\n'], true)));
    const running = start(home, ['tracker', 'events']);
    await until('two connections', () => asked().length >= 2);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    running.kill('SIGINT');
    const { stderr } = await running.ended;
    expect(asked().length).toBeLessThanOrEqual(4);
    expect(stderr).toContain('warning: the stream was interrupted; changes of that time are not told\n');
  });

  test.each<[string, Answer, number, RegExp]>([
    ['204', ({ response }) => void response.writeHead(204).end(), 0, /^$/],
    ['403', json({ message: 'Not for you.' }, 403), 5, /^error: Not for you\.\n$/],
    ['404', json({ message: 'No such thing.' }, 404), 4, /^error: No such thing\.\n$/],
    ['HTML', html(), 1, /^error: \S+ sends "text\/html" in place of an event stream\n$/],
  ])('%s stops it', async (_name, answer, code, stderr) => {
    service.on(route, service.guarded(answer));
    const ran = await tracker(home, 'events');
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' });
    expect(ran.stderr).toMatch(stderr);
    expect(asked().length).toBe(1);
  });

  test('401: one look for a newer token, then code 3', async () => {
    service.take(canary());
    service.on(route, service.guarded(stream([])));
    const ran = await tracker(home, 'events');
    expect(ran.code).toBe(3);
    expect(asked().length).toBe(1);
  });

  test.each([503, 429])('%i is waited for', async (status) => {
    service.on(
      route,
      json({ message: 'later' }, status, { 'retry-after': '0' }),
      service.guarded(stream(['data: {"type":"inbox"}\n\n'])),
    );
    const running = start(home, ['tracker', 'events']);
    await until('the event', () => running.stdout() === '{"type":"inbox"}\n');
    running.kill('SIGINT');
    expect((await running.ended).stderr).toBe('error: interrupted\n');
  });

  test('100 MB without a line end are refused in bounded memory', async () => {
    let sent = 0;
    const piece = Buffer.alloc(1024 * 1024, 'x');
    service.on(
      route,
      service.guarded(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const more = (): void => {
          while (sent < 100 && !response.destroyed) {
            sent += 1;
            if (!response.write(piece)) return void response.once('drain', more);
          }
        };
        more();
      }),
    );
    const ran = await tracker(home, 'events', { env: { NODE_OPTIONS: '--max-old-space-size=64' } });
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: the event stream sent more than 1048576 characters without an end\n',
    });
    expect(sent).toBeLessThan(100);
  });

  test('Ctrl-C during a wait ends it at once', async () => {
    let told = false;
    service.on(
      route,
      first(
        () => {
          told = true;
        },
        json({ message: 'later' }, 503, { 'retry-after': '60' }),
      ),
    );
    const running = start(home, ['tracker', 'events']);
    await until('the answer', () => told);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const stopped = performance.now();
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(performance.now() - stopped).toBeLessThan(1000);
  });
});
