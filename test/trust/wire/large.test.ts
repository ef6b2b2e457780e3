import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { ann, canary, type SmallService, signIn, startSmallService } from '../../support/sandbox/service.js';
import { type Answer, json, text } from '../../support/servers/misbehaving-server.js';
import { credentialsFile, storedToken } from '../tokens/helpers.js';

let home: Home;
let service: SmallService;

beforeEach(async () => {
  const given = canary();
  home = makeHome();
  service = await startSmallService(given);
  await signIn(home, service.origin, given, ['--name', 'work']);
});
afterEach(async () => {
  await service.close();
  await home.close();
});

const limit = 32 * 1024 * 1024;
const filled = (start: string, each: (at: number) => string, count: number, end: string): string =>
  start + Array.from({ length: count }, (_, at) => each(at)).join('') + end;
const zipped = (body: string): Answer =>
  text(gzipSync(body, { level: 1 }), 200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
const heaviest: Readonly<Record<string, () => string>> = {
  'empty objects': () => filled('{"x":[', () => '{},', 1_249_990, `"${'x'.repeat(28_000_000)}"]}`),
  'names of their own': () =>
    filled('{', (at) => `"${at.toString(36)}":1,`, 1_249_990, `"x":"${'ü'.repeat(9_000_000)}"}`),
  'objects with names of their own': () => filled('{"x":[', (at) => `{"${at.toString(36)}":1},`, 800_000, '1]}'),
  'short texts': () => filled('{"x":[', (at) => `"${at.toString(36).padStart(9, 'x')}",`, 2_400_000, '"ü"]}'),
};
const megabyte = 1024 * 1024;
/** Tasks of this size in total, in a response that ends like this; the fewer, the less time it takes. */
const tasks = (megabytes: number, end = '],"users":{"u1":{"name":"Ann"}}}', titleLength = 600): string => {
  const task = (at: number): string =>
    `{"id":"SCM-${at}","status":"todo","title":"${'t'.repeat(titleLength)}","assignees":["u1"]}`;
  const count = Math.floor((megabytes * megabyte) / task(10_000).length);
  return filled('{"tasks":[', (at) => `${task(at)},`, count, task(0) + end);
};
const fewTasks = (megabytes: number): string => tasks(megabytes, undefined, 6000);
/** Texts that take two bytes for each character in memory. */
const wideTasks = (count: number): string =>
  filled('{"tasks":[', (at) => `{"id":"SCM-${at}","title":"${'t'.repeat(2400)}€"},`, count, '{}]}');
const allTasks = 'tasks list --scope all --state all';
const heaviestLists: Readonly<Record<string, () => string>> = {
  'with its people last': () => tasks(126),
  'with its people before something else': () => tasks(124, `],"users":{},"x":"${'ü'.repeat(megabyte)}"}`),
  'without people': () => tasks(126, ']}'),
  'with a large row': () => tasks(94, `,{"id":"${'ü'.repeat(15 * megabyte)}"}],"users":{}}`),
  'with a row that is too large': () => `{"users":{},"tasks":[{"id":"${'ü'.repeat(63 * megabyte)}"}]}`,
  'of empty rows': () => filled('{"users":{},"tasks":[', () => '{},', 2_000_000, '{}]}'),
  'with much beside it': () =>
    `{${'xyz'.replaceAll(/./g, (key) => `"${key}":"ü${'x'.repeat(30 * megabyte)}",`)}${tasks(30).slice(1)}`,
  'that is too large': () => tasks(200),
};
const heaviestRows: Readonly<Record<string, () => string>> = {
  'with a large row': () => tasks(94, `,{"id":"${'ü'.repeat(15 * megabyte)}"}],"users":{}}`),
  'with two bytes for each character': () => wideTasks(45_000),
  'of rows with names of their own': () => filled('{"tasks":[', (at) => `{"${at.toString(36)}":1},`, 1_000_000, '{}]}'),
};
const hasStatus = existsSync('/proc/self/status');
/** The peak in kB, which starts anew with a program. `maxRSS` does not: it also counts the process that started this one. */
const measure = `process.on('exit', () => {
  const status = require('node:fs').readFileSync('/proc/self/status', 'utf8');
  process.stderr.write('peak ' + /VmHWM:\\s*(\\d+)/.exec(status)[1] + '\\n');
});`;

describe('R43: a large answer needs less than 500 MB', () => {
  test.skipIf(!hasStatus).each(Object.keys(heaviest))('R43: where it is made of %s', async (kind) => {
    service.on('GET /api/v1/me', zipped(heaviest[kind]?.() ?? ''));
    const env = { NODE_OPTIONS: `--require=${home.write('measure.cjs', measure)}` };
    const { stderr } = await start(home, ['tracker', 'whoami'], { env }).ended;
    const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(500);
  });

  test.skipIf(!hasStatus).each(Object.keys(heaviestLists))('R43: where it is a list %s', async (kind) => {
    service.on('GET /api/v1/tasks', zipped(heaviestLists[kind]?.() ?? ''));
    const env = { NODE_OPTIONS: `--require=${home.write('measure.cjs', measure)}` };
    const { stderr } = await start(home, ['tracker', ...allTasks.split(' '), '--json'], { env }).ended;
    const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(500);
  });

  test.skipIf(!hasStatus).each(Object.keys(heaviestRows))('R43: where it is a list to sort, %s', async (kind) => {
    service.on('GET /api/v1/tasks', zipped(heaviestRows[kind]?.() ?? ''));
    const env = { NODE_OPTIONS: `--require=${home.write('measure.cjs', measure)}` };
    const { stderr } = await start(home, ['tracker', ...allTasks.split(' '), '--json', '--sort', 'id'], { env }).ended;
    const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(500);
  });

  test('R43: and is refused where it is too large, or holds too much', async () => {
    service.on('GET /api/v1/me', zipped(' '.repeat(limit + 1)));
    expect(await tracker(home, 'whoami')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: the response is larger than 32 MB\n',
    });
    service.on('GET /api/v1/me', zipped(filled('{"x":[', () => '{},', 10_000_000, '1]}')));
    const { code, stderr } = await tracker(home, 'whoami');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: the response from \S+ to GET \/api\/v1\/me has more than 2\.5 million values: .*\n$/,
    );
  });
});

describe('R43: a list of more than 32 MB', () => {
  test.each([
    ['--json', 3],
    ['--jsonl', 3],
    ['--yaml', 3],
    ['--tsv', 1],
    ['--csv', 1],
    ['-q', 1],
  ])('R43: is printed by %s', async (format, times) => {
    const body = fewTasks(33);
    service.on('GET /api/v1/tasks', zipped(body));
    const { code, stdout, stderr } = await start(home, ['tracker', ...allTasks.split(' '), format]).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/SCM-\d/g)?.length).toBe(times * (body.match(/SCM-\d/g)?.length ?? 0));
  });

  test.each([
    ['--tsv --project SCM --sort title', 1],
    ['--jq .[0].id', 1],
    ['--pretty --fields ref --sort title --limit 5', 5],
  ])('R43: is printed by %s, which needs all rows at once', async (words, count) => {
    const body = fewTasks(33);
    service.on('GET /api/v1/tasks', zipped(body));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} ${words}`);
    expect(code, stderr).toBe(0);
    const rows = count < 5 && !words.includes('--jq') ? (body.match(/SCM-\d/g)?.length ?? 0) : 1;
    expect(stdout.match(/SCM-\d/g)?.length).toBe(count * rows);
  });

  test('R43: is not given to jq if it is longer than 40 MB', async () => {
    service.on('GET /api/v1/tasks', zipped(fewTasks(45)));
    const { code, stderr } = await tracker(home, `${allTasks} --jq length`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--jq: too deep or too large for jq')]);
  });

  test('R43: is read to find the ticket to answer next', async () => {
    const uuid = '0c8a1e86-0c1c-4d0c-8f1c-6a4f7b6b4a01';
    const paused = filled(
      '{"tickets":[',
      (at) => `{"id":"A-${at}","status":"paused","x":"${'x'.repeat(900)}"},`,
      37_000,
      '',
    );
    const ticket = { id: 'A-0', uuid, status: 'open', subject: 'Broken' };
    service.on('GET /api/v1/tickets', zipped(`${paused}${JSON.stringify(ticket)}]}`));
    service.on(`GET /api/v1/tickets/${uuid}`, json({ ticket }));
    expect(await tracker(home, 'next')).toMatchObject({ code: 0, stdout: expect.stringContaining('Broken') });
  });

  test.each([
    ['--tsv --project SCM --sort title', 'without --sort or --project'],
    ['--jq length', 'without --jq'],
    ['--pretty --sort title', 'without --sort and with --jsonl in a pipe or file'],
  ])('R43: is refused by %s if its rows would take too much memory', async (words, way) => {
    service.on('GET /api/v1/tasks', zipped(wideTasks(40_000)));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} ${words}`);
    expect([code, stdout.length]).toEqual([1, 0]);
    expect(stderr).toContain('the rows of the response take more than 160 MB of memory');
    expect(stderr).toContain(`up to 128 MB can be listed ${way}`);
  });

  test('R43: may be smaller with a filter of the server', async () => {
    service.on('GET /api/v1/tickets', zipped(' '.repeat(4 * limit + 1)));
    const hintOf = async (words: string): Promise<unknown> =>
      JSON.parse((await tracker(home, `tickets list --segment all ${words} --json`)).stderr).error.hint;
    const way = 'save the response as it is: tracker api ';
    expect(await hintOf('--waiting')).toBe(
      `ask for less with one --status; or ${way}'/tickets?segment=all' > response.json`,
    );
    expect(await hintOf('--waiting --status open')).toBe(`${way}'/tickets?segment=all&status=open' > response.json`);
  });

  test('R43: is refused above 128 MB', async () => {
    service.on('GET /api/v1/tasks', zipped(fewTasks(129)));
    const { code, stderr } = await tracker(home, `${allTasks} -q`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "error: the response is larger than 128 MB\nhint: save the response as it is: tracker api '/tasks?scope=all' > response.json\n",
    });
  });
});

describe('R20: a new token', () => {
  test('R20: after headers of 40 kB, and in an answer nobody asked for, is kept', async () => {
    const long =
      (answer: Answer): Answer =>
      (exchange) => {
        exchange.response.setHeader('x-long', 'y'.repeat(40_000));
        answer(exchange);
      };
    service.on('GET /api/v1/me', service.rotating(long(json({ user: ann }))));
    expect((await tracker(home, 'whoami')).code).toBe(0);
    expect(storedToken(home, 'work')).toBe(service.token());
    const switching: Answer = ({ response, socket }) =>
      void socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\nset-auth-token: ${response.getHeader('set-auth-token')}\r\n\r\n`,
      );
    service.on('GET /api/v1/me', service.rotating(switching));
    const before = service.requests.length;
    const { code, stderr } = await tracker(home, 'whoami');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('returned 101') });
    expect(service.requests.length).toBe(before + 1);
    expect(storedToken(home, 'work'), credentialsFile(home)).toBe(service.token());
  });

  test('R20: headers beyond 64 kB are reported at once', async () => {
    service.on('GET /api/v1/me', json({}, 200, { 'x-long': 'y'.repeat(100_000) }));
    const before = service.requests.length;
    const { code, stderr } = await tracker(home, 'whoami');
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringContaining('response headers are too large'),
    });
    expect(service.requests.length).toBe(before + 1);
  });
});
