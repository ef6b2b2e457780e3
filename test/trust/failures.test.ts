import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { missing } from '../support/computer/missing.js';
import { type Outcome, start } from '../support/computer/program.js';
import { usesNode } from '../support/computer/program-file.js';
import { runHere } from '../support/run-here.js';
import { canary, startSmallService } from '../support/sandbox/service.js';
import {
  type Answer,
  cutChunk,
  cutGzip,
  drop,
  gzip,
  html,
  json,
  redirect,
  shortBody,
  silence,
  stall,
  text,
} from '../support/servers/misbehaving-server.js';
import { allTests, eachTest } from '../support/set-up.js';

const home = allTests(makeHome);

const whole = '{"tasks":[{"id":"ABC-1","title":"x"}]}';

const answers: readonly (readonly [what: string, answer: Answer, code: number])[] = [
  ['400', json({ message: 'no' }, 400), 1],
  ['401', json({ message: 'no' }, 401), 3],
  ['403', json({ message: 'no' }, 403), 5],
  ['404', json({ message: 'no' }, 404), 4],
  ['409', json({ message: 'no' }, 409), 6],
  ['413', html(413), 1],
  ['418', text('', 418), 1],
  ['429', json({ message: 'no' }, 429), 7],
  ['500', html(500), 1],
  ['503', html(503), 7],
  ['599', text('', 599), 1],
  ['a redirect to elsewhere', redirect('http://127.0.0.1:9/x'), 1],
  ['HTML', html(), 1],
  ['nothing', text('', 200), 1],
  ['204', text('', 204), 1],
  ['JSON that is cut', text(whole.slice(0, 20)), 1],
  ['null', text('null'), 1],
  ['a list', json([]), 1],
  ['a body shorter than announced', shortBody(whole), 7],
  ['a chunk that is cut', cutChunk(whole), 7],
  ['gzip that is cut', cutGzip({ tasks: [] }), 7],
  ['gzip that is none', text(whole, 200, { 'content-encoding': 'gzip' }), 7],
  ['a bomb', gzip({ tasks: 'x'.repeat(100_000_000) }), 1],
  ['a closed connection', drop, 7],
  ['silence', silence, 7],
  ['half of a body and silence', stall(whole), 7],
];

/** What could break a whole process, or keep it from ending. */
const asProgram = [
  '401',
  '503',
  'gzip that is cut',
  'a bomb',
  'a closed connection',
  'silence',
  'half of a body and silence',
];

/** One error, perhaps a hint and warnings; nothing of Node's own. */
function expectPlain({ code, stdout, stderr }: Outcome, wanted: readonly number[]): void {
  expect([wanted.includes(code ?? -1), code, stderr]).toEqual([true, code, stderr]);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^(?:(?:warning|hint): .+\n)*error: .+\n(?:hint: .+\n)?$/);
  expect(stderr).not.toMatch(/\n\s+at |node:|\(Use `node|ExperimentalWarning|DeprecationWarning/);
}

// Most of the time goes into waiting between tries, so they run side by side.
describe.concurrent('what a server does', () => {
  test.each(answers)('R64: %s is a failure with its own code and one error', async (what, answer, wanted) => {
    const own = await startSmallService();
    own.on('GET /api/v1/tasks', answer);
    const { env } = own;
    const words = ['tasks', 'list', '--timeout', '2'];
    const isBuilt = asProgram.includes(what);
    const outcome = await (isBuilt ? start(home, ['tracker', ...words], { env }).ended : runHere(home, words, { env }));
    await own.close();
    expectPlain(outcome, [wanted]);
    if (outcome.code === 7) expect(outcome.stderr).toMatch(/^error: (?:no$|127\.0\.0\.1:)/m);
  });
});

/** Scripts that do to the program from inside what only a fault of its own would. */
const injected = [
  ['an error that nobody catches', 'setTimeout(() => { throw new TypeError("secret"); }, 120)'],
  ['a rejection that nobody handles', 'setTimeout(() => Promise.reject(new RangeError("secret")), 120)'],
  ['something thrown that is no error', 'setTimeout(() => { throw "secret"; }, 120)'],
  ['undefined thrown', 'setTimeout(() => { throw undefined; }, 120)'],
  ['a full call stack', 'setTimeout(() => { const f = () => f() + 1; f(); }, 120)'],
] as const;

describe.skipIf(!usesNode)('a fault of our own', () => {
  const service = eachTest(startSmallService);

  test.each(injected)('R64: %s is exit 1 and one line, and --debug alone shows where', async (_what, script) => {
    service.on('GET /api/v1/tasks', silence);
    const more = { ...service.env, NODE_OPTIONS: `--require ${home.write('fault.cjs', script)}` };
    const outcome = await start(home, ['tracker', 'tasks', 'list'], { env: more }).ended;
    expectPlain(outcome, [1]);
    expect(outcome.stderr).not.toContain('secret');
    expect(outcome.stderr).toContain('--debug');
    // Whatever it is, it is said in the same way.
    if (script !== injected[0][1]) return;
    const asJson = await start(home, ['tracker', 'tasks', 'list', '--json'], { env: more }).ended;
    expect(JSON.parse(asJson.stderr).error).toMatchObject({ code: 'failed', status: null });
  });

  test('R64: and so is one that cannot be reported, because the program was replaced while it ran', async () => {
    const replaced = `
      const fs = require("node:fs");
      for (const name of ["readFileSync", "openSync"]) {
        const own = fs[name];
        fs[name] = (path, ...rest) => {
          if (/cli-report/.test(String(path))) throw new Error("gone");
          return own(path, ...rest);
        };
      }
    `;
    service.on('GET /api/v1/tasks', silence);
    const more = { ...service.env, NODE_OPTIONS: `--require ${home.write('replaced.cjs', replaced + injected[0][1])}` };
    const { code, stderr } = await start(home, ['tracker', 'tasks', 'list'], { env: more }).ended;
    expect([code, stderr]).toEqual([1, 'error: something went wrong in tracker itself\n']);
  });

  test('R64: work that never settles is no success, and not 13', async () => {
    const script = 'const http = require("node:http"); http.request = () => new (require("node:events"))();';
    const endless =
      'http.ClientRequest.prototype.end = () => {}; http.request = () => Object.assign(new (require("node:events"))(), { end() {}, write() {}, destroy() {}, setTimeout() {}, setNoDelay() {}, setSocketKeepAlive() {} });';
    const more = { ...service.env, NODE_OPTIONS: `--require ${home.write('never.cjs', script + endless)}` };
    const outcome = await start(home, ['tracker', 'tasks', 'list', '--timeout', '2'], { env: more }).ended;
    expect([1, 7]).toContain(outcome.code);
    expect(outcome.stdout).toBe('');
  });

  test("R64: Node's own warnings are for --debug", async () => {
    const script =
      'process.emitWarning("noise"); setTimeout(() => process.emitWarning("noise", "DeprecationWarning"), 50)';
    const more = {
      ...service.env,
      NODE_OPTIONS: `--require ${home.write('warn.cjs', script)}`,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    const { code, stderr } = await start(home, ['tracker', 'tasks', 'list'], { env: more }).ended;
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('what is wrong here', () => {
  const service = eachTest(startSmallService);

  test.each([
    ['', {}, [2, 0]],
    ['tasks view', {}, [2]],
    ['tasks list --nonsense', {}, [2]],
    ['tasks list', { TRACKER_URL: 'ftp://x' }, [2]],
    ['tasks list', { TRACKER_URL: 'http://127.0.0.1:9' }, [7]],
    ['tasks list', { TRACKER_URL: 'http://nowhere.invalid:1', TRACKER_TOKEN: '' }, [2, 3]],
    ['tasks list', { TRACKER_TOKEN: canary() }, [3]],
    ['tasks list', { TRACKER_TOKEN: '', TRACKER_TOKEN_FILE: missing }, [1, 2, 3]],
    ['tasks list', { TRACKER_CONFIG_DIR: '/dev/null/x' }, [0, 1]],
    ['tasks list', { HOME: '' }, [0, 1, 2]],
    [`tasks comment ABC-1 -F ${missing}/file`, {}, [1, 2]],
    [`tasks comment ABC-1 -b x --attach ${missing}/file`, {}, [1, 2]],
    ['notes create -t x -F -', {}, [1, 2, 8]],
    [`sandbox run -- ${missing}/program`, {}, [127]],
  ] as const)('R64: tracker %s with %j', async (line, more, wanted) => {
    const words = line === '' ? [] : line.split(' ');
    const options = { env: { ...service.env, ...more } };
    const isBuilt = line === '' || line.startsWith('sandbox');
    const outcome = await (isBuilt ? start(home, ['tracker', ...words], options).ended : runHere(home, words, options));
    const { code, stdout, stderr } = outcome;
    expect([wanted as readonly number[], code, stderr]).toEqual([expect.arrayContaining([code]), code, stderr]);
    expect(stderr).not.toMatch(/\n\s+at |node:|\(Use `node/);
    if (code !== 0) expect(stdout).toBe('');
    if (code !== 0) expect(stderr).toMatch(/^error: /m);
  });
});
