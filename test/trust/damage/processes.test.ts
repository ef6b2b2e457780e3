import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configFile, configFolder, putConfig, readConfig } from '../../support/computer/config-files.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, start, tracker } from '../../support/computer/program.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { json, text } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Reads both files over and over until told to stop, and counts the times that one could not be parsed. */
function watchFiles(): { stop(): Promise<{ readonly reads: number; readonly torn: number }> } {
  let isWatching = true;
  const counts = { reads: 0, torn: 0 };
  const look = (name: 'config' | 'credentials'): void => {
    let content: string;
    try {
      content = readFileSync(configFile(home, name), 'utf8');
    } catch {
      return;
    }
    counts.reads++;
    try {
      JSON.parse(content);
    } catch {
      counts.torn++;
    }
  };
  const watching = (async () => {
    while (isWatching) {
      look('config');
      look('credentials');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return counts;
    },
  };
}

const listing = (): readonly string[] => readdirSync(configFolder(home)).sort();

test('R68: whatever is killed while it writes, the files can be read, and nothing stale is left by the next write', {
  retry: 0,
}, async () => {
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  const tokens: string[] = [];
  service.on('GET /api/v1/tasks', ({ response }) => {
    tokens.push(canary());
    response.setHeader('set-auth-token', tokens.at(-1) ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ tasks: [task] }));
  });
  service.on('GET /api/v1/me', json({ user: { name: 'Ann' } }));
  const padding = 'x'.repeat(50_000);
  for (const name of ['config', 'credentials'] as const)
    putConfig(home, name, JSON.stringify({ ...readConfig(home, name), padding }));
  const files = watchFiles();
  const endings: Outcome[] = [];
  let life = await lifeOf(['tasks', 'list', '-q']);
  const kill = async (at: number): Promise<void> => {
    const login = ['login', service.origin, '--token', '--name', `name-${at}`];
    const words = at % 2 === 0 ? ['tasks', 'list', '-q', '-I', 'work'] : login;
    const started = performance.now();
    const running = start(home, ['tracker', ...words], { stdin: canary() });
    // Most of a life is starting; writing comes at its end.
    setTimeout(() => running.kill('SIGKILL'), life * (0.4 + Math.random() * 0.7));
    const ended = await running.ended;
    endings.push(ended);
    // The computer may be busier or idler than before.
    if (ended.code === undefined) life *= 1.03;
    else life = performance.now() - started;
  };
  const killed = (): number => endings.filter(({ code }) => code === undefined).length;
  let next = 0;
  const work = async (): Promise<void> => {
    while (killed() < 50 && next < 200) await kill(next++);
  };
  await Promise.all([work(), work()]);
  expect(killed()).toBeGreaterThanOrEqual(50);
  expect(endings.filter(({ code }) => code !== undefined && code !== 0)).toEqual([]);
  for (const name of ['config', 'credentials'] as const) expect(readConfig(home, name)).toMatchObject({ padding });
  writeFileSync(`${configFile(home, 'credentials')}.tmp-1763712345a1b2c3`, `{"token":"${canary()}`);
  const started = performance.now();
  await signIn(home, service.origin, service.token(), ['--name', 'last']);
  expect(performance.now() - started).toBeLessThan(5_000);
  const { reads, torn } = await files.stop();
  expect([reads > 100, torn]).toEqual([true, 0]);
  expect(listing()).toEqual(['config.json', 'credentials.json']);
});

/** How long a command lives here and now, in milliseconds. */
async function lifeOf(words: readonly string[]): Promise<number> {
  const started = performance.now();
  const { code, stderr } = await tracker(home, words);
  expect(code, stderr).toBe(0);
  return performance.now() - started;
}

test('R68: twenty processes inside a snap all get through, and nobody sees a torn file', async () => {
  service.on('GET /api/v1/tasks', service.rotating(json({ tasks: [task] })));
  await signIn(home, service.origin, service.token());
  const files = watchFiles();
  const env = { SNAP: '/snap/tracker/1' };
  const outcomes = await Promise.all(numbers(20).map(() => tracker(home, 'tasks list -q', { env })));
  expect(outcomes.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual(
    outcomes.map(() => [0, 'ABC-1\n', '']),
  );
  expect((await files.stop()).torn).toBe(0);
  expect(textBelow(configFolder(home))).toContain(service.token());
  expect(listing()).toEqual(['config.json', 'credentials.json']);
});

test('R69: twenty sign-ins at twenty servers at once are all there', async () => {
  const services = await Promise.all(numbers(20).map(() => startSmallService()));
  try {
    await Promise.all(services.map(({ origin, token }) => signIn(home, origin, token())));
    const names = services.map(({ port }) => `127.0.0.1:${port}`).sort();
    expect(Object.keys(Object(readConfig(home, 'config').instances)).sort()).toEqual(names);
    const { tokens, signIns } = readConfig(home, 'credentials');
    expect(Object.keys(Object(tokens)).sort()).toEqual(names);
    for (const each of services)
      expect(tokens).toMatchObject({ [`127.0.0.1:${each.port}`]: { url: each.origin, token: each.token() } });
    expect(signIns).toBe(20);
    expect(listing()).toEqual(['config.json', 'credentials.json']);
  } finally {
    await Promise.all(services.map((each) => each.close()));
  }
});

test('R69: two addresses that want one name both get one, even at once', async () => {
  for (const base of ['a-b', 'a/b']) {
    service.on(`GET /${base}/api/v1/instance`, json({ name: 'tracker', api: 1 }));
    service.on(`GET /${base}/api/v1/me`, json({ user: { name: 'Ann' } }));
  }
  await Promise.all(['a-b', 'a/b'].map((base) => signIn(home, `${service.origin}/${base}`, canary())));
  const host = `127.0.0.1:${service.port}`;
  const { instances } = readConfig(home, 'config');
  expect(Object.keys(Object(instances)).sort()).toEqual([`${host}-a-b`, `${host}-a-b-2`]);
  const urls = Object.values(Object(instances)).map((each) => Object(each).url);
  expect(urls.sort()).toEqual([`${service.origin}/a-b`, `${service.origin}/a/b`]);
});

test('R69: signing in against signing out ends in a state that is valid', async () => {
  service.on('POST /api/auth/sign-out', text('', 204));
  await signIn(home, service.origin, service.token());
  for (const flags of [[], ['--all']]) {
    const [loggedOut, ...loggedIn] = await Promise.all([
      tracker(home, ['logout', ...flags]),
      ...numbers(2).map(() => tracker(home, ['login', service.origin, '--token'], { stdin: service.token() })),
    ]);
    expect([loggedOut?.code, ...loggedIn.map(({ code }) => code)]).toEqual([0, 0, 0]);
    const { tokens = {} } = readConfig(home, 'credentials');
    const listed = await tracker(home, 'tasks list -q');
    expect(listed.code).toBe(Object.keys(Object(tokens)).length === 1 ? 0 : 3);
    expect(listing()).toEqual(['config.json', 'credentials.json']);
  }
});
