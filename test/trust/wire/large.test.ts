import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { shell, tracker } from '../../support/computer/program.js';
import { refused } from '../../support/run.js';
import { runHere } from '../../support/run-here.js';
import { ann, startServiceFor } from '../../support/sandbox/service.js';
import { type Answer, json, text } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { credentialsFile, storedToken } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

const megabyte = 1024 * 1024;
/** A body in parts; what is already compressed is a Buffer. */
type Body = readonly (string | Buffer)[];
/** A gzip stream may have several members (RFC 1952). */
const zipped = (...body: Body): Answer =>
  text(Buffer.concat(body.map((part) => (typeof part === 'string' ? gzipSync(part) : part))), 200, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  });
/** A part that is compressed only once. */
const repeated = (part: string, times: number): Buffer => {
  const member = gzipSync(part, { level: 1 });
  return Buffer.concat(Array.from({ length: times }, () => member));
};
/** Parts that differ. They are made piece by piece, since one long text of them takes ten times as long. */
const different = (each: (at: number) => string, count: number): Buffer => {
  const members: Buffer[] = [];
  for (let at = 0; at < count; ) {
    let piece = '';
    for (const end = Math.min(at + 10_000, count); at < end; at += 1) piece += each(at);
    members.push(gzipSync(piece, { level: 1 }));
  }
  return Buffer.concat(members);
};
/** So many million times. */
const millions = (character: string, count: number): Buffer => repeated(character.repeat(megabyte), count);
/** What was measured to need most where a response is read whole: names of their own. */
const heaviest = (): Body => [
  ...['{', different((at) => `"${at.toString(36)}":1,`, 1_249_990)],
  ...['"x":"', repeated('ü'.repeat(90_000), 100), '"}'],
];
const task = (at: number, titleLength: number): string =>
  `{"id":"SCM-${10_000 + at}","status":"todo","title":"${'t'.repeat(titleLength)}","assignees":["u1"]},`;
/** How many tasks make a megabyte, each with a comma behind it. */
const countOf = (titleLength: number): number => Math.floor(megabyte / task(0, titleLength).length);
/** So many megabytes of them, one like the other. */
const sameTasks = (megabytes: number, titleLength: number): Buffer => {
  const one = Array.from({ length: countOf(titleLength) }, (_, at) => task(at, titleLength));
  return repeated(one.join(''), megabytes);
};
let unlike: Buffer | undefined;
/** So many megabytes of tasks, of which the first 35 differ: more than references are kept of. */
const rows = (megabytes: number): Buffer => {
  unlike ??= different((at) => task(at, 600), 35 * countOf(600));
  return Buffer.concat([unlike, sameTasks(megabytes - 35, 600)]);
};
/** The longer the titles, the less time it takes. */
const few = 6000;
const fewTasks = (megabytes: number): Body => ['{"tasks":[', sameTasks(megabytes, few), '{}]}'];
/** Values that take much memory, and texts that take two bytes for each character of it: together just too much. */
const wideTasks = (): Body => [
  ...['{"tasks":[', repeated(`{"id":"SCM-1","x":[${'{},'.repeat(999)}{}]},`, 1_250)],
  ...[repeated(`{"id":"SCM-1","title":"${'t'.repeat(24_000)}€"},`, 1_000), '{}]}'],
];
/** Texts so long that a few of them take too much memory. */
const longTasks = (): Body => ['{"tasks":[', repeated(`{"title":"${'t'.repeat(1.1 * megabyte)}"},`, 20), '{}]}'];
const allTasks = 'tasks list --scope all --state all';
/** Leaves room below 128 MB for what comes after the tasks. */
const most = 125;
const heaviestLists: Readonly<Record<string, () => Body>> = {
  'with its people last, before something else': () => [
    ...['{"tasks":[', rows(most), '{}],"users":{"u1":{"name":"Ann"}},"x":"', millions('ü', 1), '"}'],
  ],
  'with a large row': () => ['{"tasks":[', rows(94), '{},{"id":"', millions('ü', 15), '"}],"users":{}}'],
  'with a row that is too large': () => ['{"users":{},"tasks":[{"id":"', millions('ü', 63), '"}]}'],
  'with much beside it': () => [
    ...['{"x":"ü', millions('x', 30), '","y":"ü', millions('x', 30), '","z":"ü', millions('x', 30)],
    ...['","tasks":[', rows(35), '{}]}'],
  ],
};
/** Rows with names of their own. */
const namedRows = (): Body => ['{"tasks":[', different((at) => `{"${at.toString(36)}":1},`, 850_000), '{}]}'];
const hasTime = spawnSync('time', ['-f', '%M', 'true']).status === 0;

/** The peak of memory (MB) of `tracker` with these words, how it ended, and how many bytes came through a pipe. */
async function peakOf(words: string) {
  const { stdout, stderr } = await shell(home, `command time -f 'peak %M, code %x' tracker ${words} | wc -c`);
  const [, peak, code] = /peak (\d+), code (\d+)/.exec(stderr) ?? [];
  return { peak: Number(peak) / 1024, code: Number(code), printed: Number(stdout) };
}

describe('R43: a large answer needs less than 500 MB', () => {
  test
    .skipIf(!hasTime)
    .each([
      ['read whole', 'GET /api/v1/me', heaviest, 'whoami'] as const,
      ...Object.entries(heaviestLists).map(
        ([kind, body]) => [`a list ${kind}`, 'GET /api/v1/tasks', body, `${allTasks} --json`] as const,
      ),
      ['a list to sort', 'GET /api/v1/tasks', namedRows, `${allTasks} --json --sort id`] as const,
    ])('R43: where it is %s', async (kind, route, body, words) => {
    service.on(route, zipped(...body()));
    const { peak, code, printed } = await peakOf(words);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(500);
    if (kind.includes('people last')) expect([code, printed > most * countOf(600) * 600]).toEqual([0, true]);
  });

  test('R43: and is refused where it is too large, or holds too much', async () => {
    service.on('GET /api/v1/me', zipped(millions(' ', 32), ' '));
    expect(await runHere(home, 'whoami')).toEqual(refused(1, 'the response is larger than 32 MB'));
    service.on('GET /api/v1/me', zipped('{"x":[', repeated('{},'.repeat(10_000), 125), '1]}'));
    const { code, stderr } = await runHere(home, 'whoami');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: the response from \S+ to GET \/api\/v1\/me has more than 2\.5 million values: .*\n$/,
    );
  });
});

describe('R43: a list of more than 32 MB', () => {
  test('R43: is printed by -q', async () => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(33)));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} -q`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/SCM-\d/g)?.length).toBe(33 * countOf(few));
  });

  test.each([
    ['--tsv --fields ref --project SCM --sort title', 33 * countOf(few)],
    ['--jq .[0].id', 1],
    ['--pretty --fields ref --sort title --limit 5', 5],
  ])('R43: is printed by %s, which needs all rows at once', async (words, count) => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(33)));
    const { code, stdout, stderr } = await tracker(home, `${allTasks} ${words}`);
    expect(code, stderr).toBe(0);
    expect(stdout.match(/SCM-\d/g)?.length).toBe(count);
  });

  test('R43: is not given to jq if it is longer than 40 MB', async () => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(42)));
    const { code, stderr } = await tracker(home, `${allTasks} --jq length`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--jq: too deep or too large for jq')]);
  });

  test('R43: is read to find the ticket to answer next', async () => {
    const uuid = '0c8a1e86-0c1c-4d0c-8f1c-6a4f7b6b4a01';
    const paused = `{"id":"A-1","status":"paused","x":"${'x'.repeat(9_000)}"},`.repeat(100);
    const ticket = { id: 'A-0', uuid, status: 'open', subject: 'Broken' };
    service.on('GET /api/v1/tickets', zipped('{"tickets":[', repeated(paused, 38), `${JSON.stringify(ticket)}]}`));
    service.on(`GET /api/v1/tickets/${uuid}`, json({ ticket }));
    expect(await tracker(home, 'next')).toMatchObject({ code: 0, stdout: expect.stringContaining('Broken') });
  });

  test.each([
    ['--tsv --project SCM --sort title', 'without --sort or --project', wideTasks],
    ['--jq length', 'without --jq', longTasks],
    ['--pretty --sort title', 'without --sort and with --jsonl in a pipe or file', longTasks],
  ])('R43: is refused by %s if its rows would take too much memory', async (words, way, body) => {
    service.on('GET /api/v1/tasks', zipped(...body()));
    const { code, stdout, stderr } = await runHere(home, `${allTasks} ${words}`);
    expect([code, stdout.length]).toEqual([1, 0]);
    expect(stderr).toContain('the rows of the response take more than 160 MB of memory');
    expect(stderr).toContain(`up to 128 MB can be listed ${way}`);
  });

  test('R43: may be smaller with a filter of the server', async () => {
    service.on('GET /api/v1/tickets', zipped('{"x":[', repeated('{},'.repeat(10_000), 50), '1]}'));
    const hintOf = async (words: string): Promise<unknown> =>
      JSON.parse((await runHere(home, `tickets list --segment all ${words} --json`)).stderr).error.hint;
    const way = 'save the response as it is: tracker api ';
    expect(await hintOf('--waiting')).toBe(
      `ask for less with one --status; or ${way}'/tickets?segment=all' > response.json`,
    );
    expect(await hintOf('--waiting --status open')).toBe(`${way}'/tickets?segment=all&status=open' > response.json`);
  });

  test('R43: is refused above 128 MB', async () => {
    service.on('GET /api/v1/tasks', zipped(...fewTasks(132)));
    // Their people may come last, so that they arrive before they are looked at.
    const { code, stderr } = await tracker(home, `${allTasks} --tsv`);
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
    expect((await runHere(home, 'whoami')).code).toBe(0);
    expect(storedToken(home, 'work')).toBe(service.token());
    const switching: Answer = ({ response, socket }) =>
      void socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\nset-auth-token: ${response.getHeader('set-auth-token')}\r\n\r\n`,
      );
    service.on('GET /api/v1/me', service.rotating(switching));
    const before = service.requests.length;
    const { code, stderr } = await runHere(home, 'whoami');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('returned 101') });
    expect(service.requests.length).toBe(before + 1);
    expect(storedToken(home, 'work'), credentialsFile(home)).toBe(service.token());
  });

  test('R20: headers beyond 64 kB are reported at once', async () => {
    service.on('GET /api/v1/me', json({}, 200, { 'x-long': 'y'.repeat(100_000) }));
    const before = service.requests.length;
    const { code, stderr } = await runHere(home, 'whoami');
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringContaining('response headers are too large'),
    });
    expect(service.requests.length).toBe(before + 1);
  });
});
