import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { tracker } from '../support/computer/program.js';
import { type SmallService, signIn, startSmallService } from '../support/sandbox/service.js';
import { json } from '../support/servers/misbehaving-server.js';

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

/** Throws where nobody catches, while the command waits for its answer, in words that hold the token. */
const thrownAside = (token: string): string =>
  `setTimeout(() => { throw new TypeError('it broke at ${token}'); }, 150);`;

const rejectedAside = (token: string): string => `setTimeout(() => Promise.reject(new TypeError('${token}')), 150);`;

test.each([
  ['an error nobody catches', thrownAside],
  ['a rejection nobody handles', rejectedAside],
])('%s is one line without a secret, and exit 1', async (_what, write) => {
  service.on('GET /api/v1/tasks', () => undefined);
  const env = { NODE_OPTIONS: `--require ${home.write('crash.cjs', write(service.token()))}` };
  expect(await tracker(home, 'tasks list', { env })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: something went wrong in tracker itself (TypeError)\nhint: run the command again with --debug to see where\n',
  });
  const { code, stderr } = await tracker(home, 'tasks list --debug', { env });
  expect(code).toBe(1);
  expect(stderr).toContain('(TypeError: ');
  expect(stderr).toContain('***');
  expect(stderr).not.toContain(service.token());
});

test('a server that quotes the token in its refusal shows it to nobody', async () => {
  service.on('GET /api/v1/tasks', json({ message: `the token ${service.token()} may not do that` }, 403));
  for (const words of ['tasks list', 'tasks list --json', 'tasks list --debug']) {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ words, code, stdout }).toEqual({ words, code: 5, stdout: '' });
    expect(stderr).toContain('the token *** may not do that');
    expect(stderr).not.toContain(service.token());
  }
});
