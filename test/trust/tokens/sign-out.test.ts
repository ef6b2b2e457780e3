import { afterEach, beforeEach, expect, test } from 'vitest';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, type SmallService, signIn, startSmallService } from '../../support/sandbox/service.js';
import { first, json, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
let services: readonly SmallService[];

const signOut = 'POST /api/auth/sign-out';
const ended = json({ success: true });

beforeEach(async () => {
  services = [await startSmallService(), await startSmallService()];
  for (const [index, service] of services.entries())
    await signIn(home, service.origin, service.token(), ['--name', `work-${index + 1}`]);
});

afterEach(async () => await Promise.all(services.map((service) => service.close())));

const tokensLeft = (): readonly string[] => services.flatMap((service) => placesOf(service.token(), home.folder));

const askedToEnd = (): number =>
  services.flatMap(({ requests }) => requests.filter(({ target }) => target === '/api/auth/sign-out')).length;

test('R23: all servers are asked at the same time, and none is waited for longer than 5 s', async () => {
  for (const service of services) service.on(signOut, silence);
  const began = performance.now();
  const { code, stderr } = await tracker(home, 'logout --all');
  expect(performance.now() - began).toBeLessThan(9_000);
  expect(code).toBe(0);
  const late = (service: SmallService | undefined): string =>
    `warning: the session on ${service?.origin} may still be open: it did not respond within 5 s\n`;
  const all = services.map(({ origin }, index) => `work-${index + 1} (${origin})`).join(', ');
  expect(stderr).toBe(`${late(services[0])}${late(services[1])}Signed out of ${all}.\n`);
  expect(tokensLeft()).toEqual([]);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'R23: %s while a server says nothing leaves no token here, and says what may be open',
  async (name, code) => {
    for (const service of services) service.on(signOut, silence);
    const running = start(home, ['tracker', 'logout', '--all']);
    await Promise.all(services.map((service) => service.received(service.requests.length + 1)));
    expect(askedToEnd()).toBe(2);
    expect(tokensLeft()).toEqual([]);
    running.kill(name);
    const outcome = await running.ended;
    expect(outcome).toMatchObject({ code, stdout: '' });
    const [one, two] = services.map(({ origin }) => origin);
    expect(outcome.stderr).toMatch(
      new RegExp(
        `^warning: removed from this computer: the sign-in to work-1 \\(${one}\\), work-2 \\(${two}\\); ` +
          `sessions may still be open on ${one}, ${two}\nerror: [^\n]*\n$`,
      ),
    );
    expect(tokensLeft()).toEqual([]);
  },
);

test('R23: a token that the sign-out brings, or one that another command gets meanwhile, is not kept', async () => {
  const [service] = services;
  if (!service) return expect.unreachable();
  const [fromSignOut, fromList] = [canary(), canary()];
  let answerList = (): void => undefined;
  service.on('GET /api/v1/tasks', (exchange) => {
    answerList = () => json({ tasks: [] }, 200, { 'set-auth-token': fromList })(exchange);
  });
  const list = start(home, ['tracker', 'tasks', 'list', '-I', 'work-1']);
  await service.received(service.requests.length + 1);
  service.on(
    signOut,
    first(() => answerList(), json({ success: true }, 200, { 'set-auth-token': fromSignOut })),
  );
  expect((await tracker(home, 'logout -I work-1')).code).toBe(0);
  expect((await list.ended).code).toBe(0);
  expect([service.token(), fromSignOut, fromList].flatMap((each) => placesOf(each, home.folder))).toEqual([]);
});

test('R23: an API key cannot be signed out, so that no server is asked', async () => {
  const [service] = services;
  if (!service) return expect.unreachable();
  for (const each of services) each.on(signOut, ended);
  const key = `trk_${canary()}`;
  service.take(key);
  await signIn(home, service.origin, key, ['--name', 'work-1']);
  const { code, stderr } = await tracker(home, 'logout --all');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^warning: an API key stays valid until it is revoked in the web app: work-1 \(\S+\)\nSigned out of work-1 .*, work-2 .*\n$/,
  );
  expect(services.map(({ requests }) => requests.filter(({ method }) => method === 'POST').length)).toEqual([0, 1]);
  expect(placesOf(key, home.folder)).toEqual([]);
});

test('R23: --all together with -I is a usage error, and signs nobody out', async () => {
  const { code, stderr } = await tracker(home, 'logout --all -I work-1');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: --all .*-I.*\nhint: tracker logout --help\n$/);
  expect(tokensLeft()).toHaveLength(2);
  expect(askedToEnd()).toBe(0);
});
