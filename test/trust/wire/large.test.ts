import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { shell, tracker } from '../../support/computer/program.js';
import { refused } from '../../support/run.js';
import { ann, startServiceFor } from '../../support/sandbox/service.js';
import { type Answer, json, text } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { credentialsFile, storedToken } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

const limit = 32 * 1024 * 1024;
const filled = (start: string, each: (at: number) => string, count: number, end: string): string =>
  start + Array.from({ length: count }, (_, at) => each(at)).join('') + end;
/** A body in parts; what is already compressed is a Buffer. */
type Body = readonly (string | Buffer)[];
const compress = (part: string): Buffer => gzipSync(part, { level: 1 });
/** A gzip stream may have several members (RFC 1952), so that a part can be compressed once for several tests. */
const zipped = (...body: Body): Answer =>
  text(Buffer.concat(body.map((part) => (typeof part === 'string' ? compress(part) : part))), 200, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  });
/** Those that were measured to need most, of each way to read a response. */
const heaviest: Readonly<Record<string, () => Body>> = {
  'names of their own': () => [
    filled('{', (at) => `"${at.toString(36)}":1,`, 1_249_990, `"x":"${'ü'.repeat(9_000_000)}"}`),
  ],
  'short texts': () => [filled('{"x":[', (at) => `"${100_000_000 + at}",`, 2_400_000, '"ü"]}')],
};
const megabyte = 1024 * 1024;
const made = new Map<string, Buffer>();
/** The compressed part of a list that is made only once. */
const once = (name: string, make: () => string): Buffer => {
  const part = made.get(name) ?? compress(make());
  made.set(name, part);
  return part;
};
const task = (at: number, titleLength: number): string =>
  `{"id":"SCM-${at}","status":"todo","title":"${'t'.repeat(titleLength)}","assignees":["u1"]}`;
/** How many tasks have this size in total. */
const countOf = (megabytes: number, titleLength: number): number =>
  Math.floor((megabytes * megabyte) / task(10_000, titleLength).length);
/** Tasks of this size in total, each with a comma behind it; the fewer, the less time it takes. */
const rows = (megabytes: number, titleLength = 600): Buffer =>
  once(`${megabytes} ${titleLength}`, () =>
    filled('', (at) => `${task(at, titleLength)},`, countOf(megabytes, titleLength), ''),
  );
/** A response with such tasks that ends like this. */
const tasks = (megabytes: number, end = '],"users":{"u1":{"name":"Ann"}}}'): Body => [
  '{"tasks":[',
  rows(megabytes),
  `{}${end}`,
];
const few = 6000;
const fewTasks = (...parts: readonly number[]): Body => ['{"tasks":[', ...parts.map((each) => rows(each, few)), '{}]}'];
/** Texts that take two bytes for each character in memory, and together just too much of it. */
const wideTasks = (): Body => [
  '{"tasks":[',
  once('wide', () => filled('', (at) => `{"id":"SCM-${at}","title":"${'t'.repeat(2400)}€"},`, 34_000, '')),
  '{}]}',
];
/** Texts so long that a few of them take too much memory. */
const longTasks = (): Body => [filled('{"tasks":[', () => `{"title":"${'t'.repeat(1.1 * megabyte)}"},`, 20, '{}]}')];
const allTasks = 'tasks list --scope all --state all';
/** Leaves room below 128 MB for what comes after the tasks. */
const most = 125.5;
const heaviestLists: Readonly<Record<string, () => Body>> = {
  'with its people last, before something else': () =>
    tasks(most, `],"users":{"u1":{"name":"Ann"}},"x":"${'ü'.repeat(megabyte)}"}`),
  'with a large row': () => tasks(94, `,{"id":"${'ü'.repeat(15 * megabyte)}"}],"users":{}}`),
  'with a row that is too large': () => [`{"users":{},"tasks":[{"id":"${'ü'.repeat(63 * megabyte)}"}]}`],
  'with much beside it': () => [
    `{${'xyz'.replaceAll(/./g, (key) => `"${key}":"ü${'x'.repeat(30 * megabyte)}",`)}"tasks":[`,
    rows(30),
    '{}]}',
  ],
};
/** Rows with names of their own. */
const namedRows = (): Body => [filled('{"tasks":[', (at) => `{"${at.toString(36)}":1},`, 850_000, '{}]}')];
const hasTime = spawnSync('time', ['-f', '%M', 'true']).status === 0;

/** The peak of memory (MB) of `tracker` with these words, as its output goes through a pipe. */
async function peakOf(words: string): Promise<number> {
  const { stderr } = await shell(home, `command time -f 'peak %M' tracker ${words} | cat > /dev/null`);
  return Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
}

describe('R43: a large answer needs less than 500 MB', () => {
  test
    .skipIf(!hasTime)
    .each([
      ...Object.entries(heaviest).map(([kind, body]) => [`made of ${kind}`, 'GET /api/v1/me', body, 'whoami'] as const),
      ...Object.entries(heaviestLists).map(
        ([kind, body]) => [`a list ${kind}`, 'GET /api/v1/tasks', body, `${allTasks} --json`] as const,
      ),
      ['a list to sort', 'GET /api/v1/tasks', namedRows, `${allTasks} --json --sort id`] as const,
    ])('R43: where it is %s', async (_kind, route, body, words) => {
    service.on(route, zipped(...body()));
    const peak = await peakOf(words);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(500);
  });

  test('R43: and is refused where it is too large, or holds too much', async () => {
    service.on('GET /api/v1/me', zipped(' '.repeat(limit + 1)));
    expect(await tracker(home, 'whoami')).toEqual(refused(1, 'the response is larger than 32 MB'));
    service.on('GET /api/v1/me', zipped(filled('{"x":[', () => '{},', 1_250_000, '1]}')));
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
    ['-q', 1],
  ])('R43: is printed by %s', async (format, times) => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(33)));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} ${format}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/SCM-\d/g)?.length).toBe(times * countOf(33, few));
  });

  test.each([
    ['--tsv --project SCM --sort title', 1],
    ['--jq .[0].id', 1],
    ['--pretty --fields ref --sort title --limit 5', 5],
  ])('R43: is printed by %s, which needs all rows at once', async (words, count) => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(33)));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} ${words}`);
    expect(code, stderr).toBe(0);
    const rows = count < 5 && !words.includes('--jq') ? countOf(33, few) : 1;
    expect(stdout.match(/SCM-\d/g)?.length).toBe(count * rows);
  });

  test('R43: is not given to jq if it is longer than 40 MB', async () => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(45)));
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
    ['--tsv --project SCM --sort title', 'without --sort or --project', wideTasks],
    ['--jq length', 'without --jq', longTasks],
    ['--pretty --sort title', 'without --sort and with --jsonl in a pipe or file', longTasks],
  ])('R43: is refused by %s if its rows would take too much memory', async (words, way, body) => {
    service.on('GET /api/v1/tasks', zipped(...body()));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} ${words}`);
    expect([code, stdout.length]).toEqual([1, 0]);
    expect(stderr).toContain('the rows of the response take more than 160 MB of memory');
    expect(stderr).toContain(`up to 128 MB can be listed ${way}`);
  });

  test('R43: may be smaller with a filter of the server', async () => {
    service.on('GET /api/v1/tickets', zipped(filled('{"x":[', () => '{},', 500_000, '1]}')));
    const hintOf = async (words: string): Promise<unknown> =>
      JSON.parse((await tracker(home, `tickets list --segment all ${words} --json`)).stderr).error.hint;
    const way = 'save the response as it is: tracker api ';
    expect(await hintOf('--waiting')).toBe(
      `ask for less with one --status; or ${way}'/tickets?segment=all' > response.json`,
    );
    expect(await hintOf('--waiting --status open')).toBe(`${way}'/tickets?segment=all&status=open' > response.json`);
  });

  test('R43: is refused above 128 MB', async () => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(33, 33, 33, 33)));
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
