import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { signIn, startSmallService } from '../../support/sandbox/service.js';
import { stream } from '../../support/servers/event-answers.js';
import { until } from '../../support/until.js';

const terminals = await import('@lydell/node-pty').catch(() => undefined);

test.skipIf(!terminals)('it ends with its terminal, even if nothing says so (needs @lydell/node-pty)', async () => {
  const home = makeHome();
  const service = await startSmallService();
  await signIn(home, service.origin, service.token());
  service.on('GET /api/v1/events', service.guarded(stream([': hello\n\n'])));
  // The kernel tells the shell alone, which ignores it and waits.
  const script = `trap '' HUP; tracker events; echo $? > code`;
  const terminal = terminals?.spawn('bash', ['-c', script], { cwd: home.folder, env: home.env });
  let screen = '';
  terminal?.onData((data) => {
    screen += data;
  });
  await until('the stream', () => screen.includes('Listening to'));
  (terminal as unknown as { destroy(): void }).destroy();
  const code = join(home.folder, 'code');
  await until('its end', () => existsSync(code) && readFileSync(code, 'utf8') !== '');
  expect(readFileSync(code, 'utf8')).toBe('129\n');
  await service.close();
  await home.close();
});
