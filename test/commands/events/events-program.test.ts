import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { start, tracker } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { startServiceFor } from '../../support/sandbox/service.js';
import { json, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home));

const route = 'GET /api/v1/events';

describe('the built program and the event stream', () => {
  test('a server without headers does not outlive --timeout', async () => {
    service.on(route, service.guarded(silence));
    const mute = await tracker(home, 'events --timeout 0.5');
    expect(mute.code).toBe(7);
    expect(mute.stderr).toContain('did not respond within 0.5 s');
  });

  test.each(['events', 'inbox watch --jsonl'])(
    'tracker %s answers Ctrl-C at once while events come without a pause',
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
      expect(performance.now() - started).toBeLessThan(onBusy(2_000));
    },
  );
});
