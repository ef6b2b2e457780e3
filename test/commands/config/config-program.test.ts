import { expect, test } from 'vitest';
import { readConfig } from '../../support/computer/config-files.js';
import { makeHome } from '../../support/computer/home.js';
import { tracker } from '../../support/computer/program.js';
import { startServiceFor } from '../../support/sandbox/service.js';
import { silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home));

test('timeout bounds the wait, and --timeout wins', async () => {
  expect((await tracker(home, 'config set timeout 0.3')).code).toBe(0);
  expect(readConfig(home, 'config')).toMatchObject({ settings: { timeout: 0.3 } });
  service.on('GET /api/v1/tasks', silence);
  expect((await tracker(home, 'tasks')).stderr).toContain('did not respond within 0.3 s');
  expect((await tracker(home, 'tasks --timeout 0.7')).stderr).toContain('did not respond within 0.7 s');
});
