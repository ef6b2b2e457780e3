import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../support/computer/config-files.js';
import { type Home, makeHome } from '../../support/computer/home.js';
import { start, tracker } from '../../support/computer/program.js';
import { canary, type SmallService, signIn, startSmallService } from '../../support/sandbox/service.js';
import { stream } from '../../support/servers/event-answers.js';
import { first, json, silence } from '../../support/servers/misbehaving-server.js';
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

const asked = () => service.requests.filter(({ target }) => target === '/api/v1/events');

describe('the built program and the event stream', () => {
  test('a server without headers does not outlive --timeout', async () => {
    service.on(route, service.guarded(silence));
    const mute = await tracker(home, 'events --timeout 0.5');
    expect(mute.code).toBe(7);
    expect(mute.stderr).toContain('did not respond within 0.5 s');
  });

  test.each(['events', 'inbox watch --jsonl'])(
    '(true.45) tracker %s answers Ctrl-C at once while events come without a pause',
    { timeout: 60_000 },
    async (words) => {
      const flood = 'data: {"type":"entity","entityType":"task","entityId":"3f"}\n\n'.repeat(5_000);
      let sent = 0;
      service.on('GET /api/v1/inbox', json({ items: [], unread: 0, nextCursor: null }));
      service.on(
        route,
        service.guarded(({ response, socket }) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          const send = (): void => {
            if (socket.destroyed) return;
            sent += 1;
            if (response.write(flood)) setImmediate(send);
            else response.once('drain', send);
          };
          send();
        }),
      );
      const running = start(home, ['tracker', ...words.split(' ')]);
      await until('the flood', () => sent > 20);
      const started = performance.now();
      running.kill('SIGINT');
      expect((await running.ended).code).toBe(130);
      expect(performance.now() - started).toBeLessThan(2_000);
    },
  );

  test('a drop is followed by a new connection with the id and the token as stored now', async () => {
    const next = canary();
    let drop = (): void => undefined;
    service.on(
      route,
      service.guarded(({ response, socket }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('retry: 100\nid: 7\ndata: {"type":"inbox","n":1}\n\n');
        drop = () => void socket.destroy();
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
    drop();
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
    service.on(route, service.guarded(stream(['retry: 0\n\n'], 'end')));
    const running = start(home, ['tracker', 'events']);
    await until('two connections', () => asked().length >= 2);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    running.kill('SIGINT');
    const { stderr } = await running.ended;
    expect(asked().length).toBeLessThanOrEqual(4);
    expect(stderr).toContain('warning: the connection was interrupted; changes in the meantime are not reported\n');
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
