import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, tracker } from '../../support/computer/program.js';
import { usesNode } from '../../support/computer/program-file.js';
import { nodeHas } from '../../support/node-versions.js';
import { refused } from '../../support/run.js';
import { runHere } from '../../support/run-here.js';
import {
  ann,
  canary,
  instance,
  type SmallService,
  signIn,
  startSmallService,
  task,
} from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { hasIpv6, hasOpenssl, makeAuthority } from '../../support/servers/tls.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
let service: SmallService;

afterEach(async () => await service.close());

const list = async (url: string): Promise<Outcome> => await runHere(home, ['tasks', 'list', '-q', '-I', url]);

const works = { code: 0, stdout: 'ABC-1\n', stderr: '' };

/** The addresses of all stored instances, and the number of stored tokens. */
function stored(): { readonly urls: readonly string[]; readonly tokens: number } {
  const read = (name: string): string => {
    const line = home.listing().find((each) => each.endsWith(`/${name}`)) ?? '';
    return readFileSync(join(home.folder, line.replace(/^\S+ /, '')), 'utf8');
  };
  const config = JSON.parse(read('config.json')) as { readonly instances: Record<string, { readonly url: string }> };
  const tokens = read('credentials.json').split(service.token()).length - 1;
  return { urls: Object.values(config.instances).map(({ url }) => url), tokens };
}

/** Answers the same below a path. */
function below(path: string): void {
  service.on(`GET ${path}/api/v1/instance`, json(instance));
  service.on(`GET ${path}/api/v1/me`, service.guarded(json({ user: ann })));
  service.on(`GET ${path}/api/v1/tasks`, service.guarded(json({ tasks: [task] })));
}

describe('R35: equal forms of an address', () => {
  test('R35: have one key, whichever is signed in with and whichever is used', async () => {
    service = await startSmallService();
    const { port } = service;
    const forms = [
      `http://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}/`,
      `HTTP://127.0.0.1:${port}//`,
      `127.0.0.1:${port}`,
      `http://127.0.0.1:0${port}`,
      `http://127.1:${port}`,
      `http://0x7f000001:${port}`,
    ];
    for (const form of forms) await signIn(home, form, service.token());
    expect(stored()).toEqual({ urls: [`http://127.0.0.1:${port}`], tokens: 1 });
    for (const outcome of await Promise.all(forms.map(list))) expect(outcome).toEqual(works);
  });

  test('R35: are case-blind in the name, and a name is another server than its number', async () => {
    service = await startSmallService();
    const { port } = service;
    for (const form of [`http://LOCALHOST:${port}`, `localhost:${port}/`, `LocalHost:${port}`])
      await signIn(home, form, service.token());
    expect(stored()).toEqual({ urls: [`http://localhost:${port}`], tokens: 1 });
    expect(await list(`HTTP://LocalHost:${port}/`)).toEqual(works);
    expect((await list(`http://127.0.0.1:${port}`)).code).toBe(3);
  });

  test.skipIf(!hasIpv6)('R35: of [::1] are one too', async () => {
    service = await startSmallService(canary(), { host: '::1' });
    const { port } = service;
    const forms = [
      `http://[::1]:${port}`,
      `[::1]:${port}/`,
      `http://[0:0:0:0:0:0:0:1]:${port}`,
      `http://[::0001]:${port}/`,
    ];
    for (const form of forms) await signIn(home, form, service.token());
    expect(stored()).toEqual({ urls: [`http://[::1]:${port}`], tokens: 1 });
    for (const form of forms) expect(await list(form)).toEqual(works);
    expect(service.requests.every(({ headers }) => headers.host === `[::1]:${port}`)).toBe(true);
  });

  test('R35: leave out the default port', async () => {
    service = await startSmallService();
    const env = { HTTP_PROXY: '', HTTPS_PROXY: '' };
    for (const [form, key] of [
      ['https://nobody.example.invalid:443/', 'nobody.example.invalid'],
      ['http://nobody.example.invalid:80', 'nobody.example.invalid'],
    ] as const) {
      const words = ['instances', 'probe', form, '--insecure-http'];
      const { code, stderr } = await runHere(home, words, { env });
      expect(code).toBe(7);
      expect(stderr).toMatch(
        new RegExp(`^error: cannot reach ${key.replaceAll('.', '\\.')}: [^\\n]+\\nhint: check the address\\n$`),
      );
    }
  });
});

describe('R35: a path before the API', () => {
  test('R35: is kept on the wire, and distinguishes servers', async () => {
    service = await startSmallService();
    below('/one');
    below('/one/two');
    const { origin } = service;
    for (const path of ['', '/one', '/one/', '/one/two//']) await signIn(home, origin + path, service.token());
    expect(stored()).toEqual({ urls: [origin, `${origin}/one`, `${origin}/one/two`], tokens: 3 });
    for (const path of ['', '/one', '/one/two/']) expect(await list(origin + path)).toEqual(works);
    expect((await list(`${origin}/One`)).code).toBe(3);
    expect(service.requests.slice(-3).map(({ target }) => target.split('?')[0])).toEqual([
      '/api/v1/tasks',
      '/one/api/v1/tasks',
      '/one/two/api/v1/tasks',
    ]);
  });

  test('R35: with encoded characters is sent as it was typed', async () => {
    service = await startSmallService();
    for (const path of ['/a%20b', '/%E2%82%AC', '/x%2Fy']) {
      below(path);
      await signIn(home, service.origin + path, service.token());
      expect(await list(`${service.origin}${path}/`)).toEqual(works);
      expect(service.requests.at(-1)?.target.split('?')[0]).toBe(`${path}/api/v1/tasks`);
    }
    below('/%E2%82%AC');
    expect(await list(`${service.origin}/€`)).toEqual(works);
  });

  const isTrusted = nodeHas['trust in certificates of IPv6 addresses'];
  test.skipIf(!hasOpenssl || !hasIpv6 || !isTrusted)('R35: works over https at [::1] as well', async () => {
    const authority = makeAuthority();
    service = await startSmallService(canary(), { host: '::1', identity: authority.sign(['IP:::1']) });
    below('/a%20b');
    const env = { NODE_EXTRA_CA_CERTS: authority.file };
    const origin = `https://[::1]:${service.port}/a%20b`;
    const words = ['login', `${origin}/`, '--token'];
    expect((await tracker(home, words, { env, stdin: service.token() })).code).toBe(0);
    expect(stored().urls).toEqual([origin]);
    expect(await tracker(home, 'tasks list -q', { env })).toEqual(works);
    expect(service.requests.at(-1)?.target.split('?')[0]).toBe('/a%20b/api/v1/tasks');
    authority.remove();
  });
});

/** Makes every name stand for both addresses of this computer, as localhost does on most. */
const resolver = `
const dns = require('node:dns');
dns.lookup = (name, options, callback) =>
  callback(null, [{ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 }]);
`;

describe('R35: localhost', () => {
  test.skipIf(!hasIpv6 || !usesNode).each(['::1', '127.0.0.1'])(
    'R35: that listens on %s only is reached',
    async (host) => {
      service = await startSmallService(canary(), { host });
      const env = { NODE_OPTIONS: `--require ${home.write('resolver.cjs', resolver)}` };
      const words = ['login', `localhost:${service.port}`, '--token'];
      expect((await tracker(home, words, { env, stdin: service.token() })).code).toBe(0);
      expect(await tracker(home, 'tasks list -q', { env })).toEqual(works);
      expect(service.requests.every(({ headers }) => headers.host === `localhost:${service.port}`)).toBe(true);
    },
  );

  test('R35: with nothing listening is reported by its address, and so are its numbers', async () => {
    service = await startSmallService();
    await service.close();
    const both = { NODE_OPTIONS: `--require ${home.write('resolver.cjs', resolver)}` };
    const cases = [
      ['127.0.0.1', {}],
      ['localhost', {}],
      ...(hasIpv6 ? [['[::1]', {}] as const] : []),
      ...(hasIpv6 && usesNode ? [['localhost', both] as const] : []),
    ] as const;
    const outcomes = cases.map(async ([name, env]) => {
      const probe = 'NODE_OPTIONS' in env ? tracker : runHere;
      const outcome = await probe(home, `instances probe http://${name}:${service.port}`, { env });
      expect(outcome).toEqual(
        refused(
          7,
          `cannot reach ${name}:${service.port}: connection refused`,
          'start the server there, or check the address',
        ),
      );
    });
    await Promise.all(outcomes);
  });
});
