import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountFolder } from '../../src/client/state/account-folder.js';
import { TrackerError } from '../../src/contract/errors.js';
import type { Send } from '../../src/http/message.js';
import { makeRandom } from '../../src/sandbox/seed/random.js';
import { within } from '../support/computer/folder.js';
import { makeMachine, type Ran } from '../support/computer/machine.js';
import { processorTime } from '../support/computer/processor-time.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { eachTest } from '../support/set-up.js';

/**
 * Long responses are read in pieces of 128 kB, and plain rows are passed on as bytes. What is printed must not depend on that,
 * so each response here is read twice: as it is, and after a field that makes it long, so that a piece ends anywhere in it.
 */

/** New for each test, since every command reads and writes the references of those before it. */
const machine = eachTest(
  () =>
    makeMachine({
      now: () => new Date('2026-11-20T16:40:00Z'),
      send: async () => {
        throw new Error('each run has its own response');
      },
    }),
  (made) => made.remove(),
);

const env = { TRACKER_URL: 'https://work.example', TRACKER_TOKEN: 'token' };
const account = { url: env.TRACKER_URL, userId: 'me' };
const pieceBytes = 128 * 1024;
const padding = Buffer.from(`{"pad":"${'x'.repeat(9 * pieceBytes)}`);

/** Lists tasks, or what `words` name, from a response without its first brace. */
async function list(
  words: string,
  rest: Buffer,
  how: { readonly isLong: boolean; readonly cut?: number },
): Promise<Ran> {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield padding.subarray(0, how.isLong ? 9 * pieceBytes - 2 - random.int(Math.min(rest.length, pieceBytes)) : 9);
    yield Buffer.from('",');
    // Cut into pieces that arrive one by one, most of them short.
    for (let at = 0, size = how.cut ?? rest.length; at < rest.length; at += size) {
      if (how.isLong && random.chance(0.5)) size = 1 + random.int(random.chance(0.2) ? 9 : 3_000);
      if (random.chance(0.5)) await new Promise(setImmediate);
      yield rest.subarray(at, at + size);
    }
  };
  const send: Send = async ({ url }) =>
    /\/(?:tasks|tickets)$/.test(url.pathname)
      ? { status: 200, headers: {}, body: body(), discard: () => undefined }
      : url.pathname.endsWith('/me')
        ? answerJson(200, { user: { id: 'me' } })
        : answerJson(404, { message: 'It has no details.' });
  const command = words.startsWith('tickets') ? words : `tasks list --scope all ${words}`;
  const ran = await machine.run(command, { env, send });
  // As a terminal or a file gets it: half of a surrogate pair cannot be written.
  return { ...ran, stdout: Buffer.from(ran.stdout).toString('utf8') };
}

/** The same numbers in every run. */
const random = makeRandom('long lists');

const short = { isLong: false };
const long = { isLong: true };

const people = ['u1', 'u2', 'ü', '12', '7', 'constructor', '__proto__', 'q"\\', '\u202e'];

const texts = [
  '"plain"',
  '""',
  '"todo"',
  '"done"',
  '"In-Progress"',
  '"none"',
  '"2026-11-19"',
  '"2026-11-20T10:00:00Z"',
  '"ünï — 日本 😀"',
  '"a\\tb\\nc\\rd\\\\e\\"f\\/g\\bh\\fi"',
  '"\\u0041\\u00e9\\u001b\\u202e\\ud83d\\ude00"',
  '"\\ud800 lone \\udc00"',
  // One at a time, since any of them is enough for a row to be parsed, and at each place in four bytes that are read at once.
  ...[
    ...'\u007f\u0080\u009f\u00a0\u061b\u061c\u200d\u200e\u200f\u2027\u2028\u202e\u202f\u2065\u2066\u2069\u206a\ufeff\ufffe\ufff9\u{e0000}\u{e007f}\u{e0080}',
  ].map((character, index) => `"${'x'.repeat(index % 4)}${character}"`),
  '"{[,:]}"',
  '"]}"',
  ...people.map((id) => JSON.stringify(id)),
];

/** Those that are printed as they are, which make up most rows of a server. */
const plainTexts = [
  '"plain"',
  '"todo"',
  '"2026-11-19"',
  '"ünï — 日本 😀"',
  '"a\\tb"',
  '"u1"',
  '"ü"',
  'null',
  '0',
  '1.5',
  '-1',
];

const others = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.0',
  '1.5',
  '-0.25',
  '0.0000001',
  '1e400',
  '-1E5',
  '1e+21',
  '12345678901234567890',
  '123456789012345',
  '9007199254740993',
  '1.7976931348623157e308',
  '{}',
  '[]',
  '{"a":{"b":[1,{"c":"u1"}]},"a2":[]}',
  '{"a":1,"b":2,"a":3}',
  '{"2":"x","1":"y","__proto__":{"z":1}}',
  '[["u1"],"u2",{"id":"u1","name":"N"}]',
  '["u1","u2","u1","ü"]',
  '["7","12"]',
  '["tag","other"]',
];

const namings = ['["u1","u2","u1","ü"]', '["u2","q\\"\\\\"]', '["7","12"]', '["constructor","__proto__"]', '[]'];

const keys = [
  'id uuid displayId key ref people title subject name status priority type due assignees',
  'assignee project tags labels updated updatedAt createdBy description k\\u0065y constructor __proto__ 1 ünï',
].flatMap((some) => some.split(' '));

const usual = ['id', 'uuid', 'title', 'status', 'priority', 'type', 'due', 'project', 'assignees'];

/** A row as JSON: often an ordinary one, otherwise made of anything. */
function oddRow(): string {
  const isUsual = random.chance(0.5);
  const chosen = isUsual ? usual : Array.from({ length: random.int(8) }, () => random.pick(keys));
  const space = random.chance(0.1) ? random.pick([' ', '\n  ', '\t']) : '';
  const members = chosen.map((key) => {
    if (key === 'assignees' && random.chance(0.8)) return `"${key}":${random.pick(namings)}`;
    if (isUsual && random.chance(0.9)) return `${space}"${key}":${space}${random.pick(plainTexts)}`;
    const value = random.chance(0.6) ? random.pick(texts) : random.pick(others);
    return `${space}"${key}":${space}${value}`;
  });
  return `{${members.join(',')}${space}}`;
}

function bytesOf(json: string): Buffer {
  // Broken UTF-8, which no JavaScript string can hold.
  const breaks = ['\xff', '\xc0\x80', '\xe2\x80', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xc2'];
  const parts = json
    .split('BROKEN')
    .flatMap((part, at) => [...(at === 0 ? [] : [Buffer.from(random.pick(breaks), 'latin1')]), Buffer.from(part)]);
  return Buffer.concat(parts);
}

function oddResponse(damage: string): Buffer {
  const rows = Array.from({ length: random.int(24) }, oddRow);
  if (random.chance(0.2)) rows.push('{"id":"SCM-1","uuid":"x","title":"BROKEN a BROKEN","status":"todo"}');
  if (damage !== '') rows.splice(random.int(rows.length + 1), 0, damage);
  const between = random.pick([',', ',', ', ', '\n,']);
  const tasks = `"tasks":[${rows.join(between)}]`;
  const known = people.filter((id) => random.chance(/^\d/.test(id) ? 0.1 : 0.5));
  const person = (): string =>
    random.pick(['{"name":"Zoë","color":"#fff"}', '{"name":"\\u202eX"}', 'null', '{"name":{"a":1}}']);
  const users = `"users":{${known.map((id) => `${JSON.stringify(id)}:${person()}`).join(',')}}`;
  const members = [tasks, ...random.pick([[users], [users], ['"users":null'], []]), '"more":[{"a":"]"}]'];
  if (random.chance(0.5)) members.reverse();
  return bytesOf(`${members.join(random.pick([',', ' ,\n']))}}${random.pick(['', '\n'])}`);
}

const ways = [
  ...[
    '--json',
    '--json',
    '--json',
    '--jsonl',
    '--tsv',
    '--csv',
    '--yaml',
    '-q',
    '--json --fields ref,title,people',
    '--tsv --fields uuid,project',
  ],
  ...[
    '--csv --fields ref,odd',
    '--json --fields title.x',
    '--json -L 2',
    '--tsv -L 3',
    '--yaml',
    '--json --sort title',
  ],
];
const filters = [
  ...[
    '--state all',
    '--state all',
    '',
    '-s todo',
    "-s '!done' --state all",
    '-a u1',
    '--unassigned',
    '--due none',
    '--overdue',
  ],
  ...['--since 3d', '--tag tag', '--search plain', '--type none -p none', '--project SCM', '--state finished'],
];

test('what is printed does not depend on how long the response is', async () => {
  for (let round = 0; round < 50; round += 1) {
    const words = `${random.pick(ways)} ${random.pick(filters)}`;
    const rest = oddResponse('');
    const expected = await list(words, rest, short);
    expect(await list(words, rest, long), `round ${round}: ${words}\n${rest.toString()}`).toEqual(expected);
  }
});

test('a row is read by its own keys, wherever they stood in rows long before it', async () => {
  // A window of the response begins with a row, and all rows are equally long, so that the same places hold other keys again
  // and again. Some keys are new only in later windows.
  const names = ['uuid', 'root', 'type', 'tags'];
  const layouts = Array.from({ length: 6 }, () => names.toSorted(() => random.next() - 0.5));
  const rows = Array.from({ length: 13_000 }, (_, at) => {
    const known = layouts.slice(0, 1 + Math.floor(at / 2_200));
    const fields = random.pick(known).map((name) => [name, `${name}-${100_000 + at}`]);
    return { id: `T-${100_000 + at}`, ...(Object.fromEntries(fields) as Record<'uuid' | 'type' | 'root', string>) };
  });
  const rest = Buffer.from(`"users":{},"tasks":${JSON.stringify(rows)}}`);
  const shown = rows.map(({ id, uuid, ...others }) => ({ ref: id, uuid, id, ...others }));
  const inPieces = { isLong: false, cut: 64 * 1024 };
  const listed = await list('--jsonl', rest, inPieces);
  expect(listed.stderr).toBe('');
  const printed = listed.stdout.trimEnd().split('\n');
  expect(printed.map((line) => JSON.parse(line))).toEqual(shown);
  const columns = await list('--tsv --fields ref,uuid,type,root', rest, inPieces);
  expect(columns.stdout.trimEnd().split('\n')).toEqual(
    rows.map(({ id, uuid, type, root }) => [id, uuid, type, root].join('\t')),
  );
});

const ofTickets = [
  ...[
    '',
    '-s todo',
    '-a u2',
    '--customer u1',
    '--unassigned',
    '--category none',
    '--stale 3d',
    '--since 3d',
    '--waiting',
  ],
  ...['--org u1', '--tag tag', '--search plain', '--state all'],
];

test('and neither do tickets', async () => {
  for (let round = 0; round < 15; round += 1) {
    const words = `tickets list --segment all ${random.pick(ways)} ${random.pick(ofTickets)}`;
    const rest = Buffer.from(oddResponse('').toString('latin1').replace('"tasks":[', '"tickets":['), 'latin1');
    const expected = await list(words, rest, short);
    expect(await list(words, rest, long), `round ${round}: ${words}\n${rest.toString()}`).toEqual(expected);
  }
});

const damages = [
  '5',
  'null',
  '[]',
  '"text"',
  '{"a":1}}',
  '{"a":}',
  '{"a" 1}',
  '{a:1}',
  '',
  '{"a":01}',
  '{"a":"\u0001"}',
  '{"a":1,}',
  '{',
];

test('R40, R41: a damaged list is an error however long it is, and never a whole document', async () => {
  for (let round = 0; round < 26; round += 1) {
    const flags = `${random.pick(['--json', '--jsonl', '--tsv', '-q'])} --state all`;
    // An empty row is only damage next to another one.
    const rest = Buffer.concat([
      Buffer.from('"users":{},"tasks":[{"status":"a"},'),
      bytesOf(random.pick(damages)),
      Buffer.from(']}'),
    ]);
    const [expected, found] = [await list(flags, rest, short), await list(flags, rest, long)];
    const what = `${flags} ${rest.toString()}`;
    expect([expected.code, found.code, found.stderr], what).toEqual([1, 1, expected.stderr]);
    expect(() => JSON.parse(found.stdout === '{"status":"a"}\n' ? '' : found.stdout), what).toThrow();
  }
});

test.each([
  ['no list', '"users":{}}', 'is not a list'],
  ['another list', '"tasks":{"a":1},"users":{}}', 'is not a list'],
  ['more after the end', '"tasks":[],"users":{}}x', 'is not JSON'],
  ['an end too early', '"tasks":[{"status":"a"}', 'is not JSON'],
  ['a key without quotes', 'a:1,"tasks":[]}', 'is not JSON'],
  ['two lists', '"tasks":[],"users":{},"tasks":[]}', 'tasks\\" twice'],
  ['two lists, one of them in other letters', '"tasks":[],"users":{},"\\u0074asks":[]}', 'tasks\\" twice'],
  ['people twice', '"users":{},"tasks":[],"users":{}}', 'users\\" twice'],
])('R40, R41: %s is the same error', async (_what, rest, message) => {
  for (const how of [short, long]) {
    const { code, stdout, stderr } = await list('--json', Buffer.from(rest), how);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  }
});

test('R43: one long row is read in time, and one with too many values is refused', async () => {
  const large = Buffer.from(`"users":{},"tasks":[{"id":"A-1","title":"${'x'.repeat(8_000_000)}"}]}`);
  const started = processorTime();
  expect((await list('--jsonl', large, long)).stdout.length).toBeGreaterThan(8_000_000);
  expect(processorTime() - started).toBeLessThan(5_000);
  const heavy = Buffer.from(`"users":{},"tasks":[{"id":5,"a":[${'{},'.repeat(500_001)}1]}]}`);
  const { code, stderr } = await list('--jsonl', heavy, long);
  expect([code, stderr]).toEqual([1, expect.stringContaining('more than a million values')]);
});

test('signals are looked at between the rows of a long list, although all of it has arrived', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ id: `A-${at}`, uuid: `u${at}`, title: '👍'.repeat(300_000) }));
  const ending = new AbortController();
  const send: Send = async () => {
    setImmediate(() => ending.abort(new TrackerError('interrupted', 'stopped')));
    return answerJson(200, { users: {}, tasks: rows });
  };
  const { code, stdout } = await machine.run('tasks list --scope all --fields ref', {
    env,
    send,
    signal: ending.signal,
  });
  expect(code).toBe(130);
  expect(stdout.split('\n').length).toBeLessThan(rows.length);
});

test('references are remembered from a long list as from a short one', async () => {
  const rest = Buffer.from(
    `"users":{"u1":{"name":"Zoë"}},"tasks":[{"id":"LONG-1","uuid":"a1","title":"ünï"},
    {"id":"LONG-2","uuid":"b1","title":"a\\tb","status":"long"},{"id":"LONG-3","title":"no uuid","tags":["long-tag"]},{"id":"LONG-7","uuid":"l7","title":"t","tags":["long-tag"],"labels":["hidden-label"]},{"id":"LONG-8","uuid":"l8","title":"t","labels":["hidden-label"]},{"id":"LONG-4","labels":["long-label"],"orgSlug":12345678901234567890,"priority":12345678901234567890},{"displayId":"LONG-5","id":"LONG-5"},{"id":"LONG-6","uuid":"first","title":"x"},{"id":"LONG-6","uuid":"second","title":"x"}]}`,
  );
  await list('--json', rest, long);
  const folder = accountFolder(within(join(machine.folder, 'cache')), account);
  const read = (kind: string): string => readFileSync(join(folder, `${kind}.tsv`), 'utf8');
  expect(read('tasks')).toMatch(/^LONG-1\ta1\tünï$/m);
  expect(read('tasks')).toMatch(/^LONG-2\tb1\ta b$/m);
  expect(read('tasks')).toMatch(/^LONG-6\tsecond\tx$/m);
  expect(read('tasks')).not.toMatch(/LONG-[345]|first/);
  expect(read('values')).toMatch(/^task-tag:long-label\t\t$/m);
  expect(read('values')).toMatch(/^task-status:long\t\t$/m);
  expect(read('values')).toMatch(/^task-tag:long-tag\t\t$/m);
  expect(read('values')).toMatch(/^task-tag:hidden-label\t\t$/m);
  expect(read('people')).toMatch(/^u1\tu1\tZoë$/m);
});

test('a key that is twice only further in, or also a value, is no error', async () => {
  const rest = Buffer.from(
    '"users":{},"tasks":[{"id":"tasks","tags":["tasks","users"],"users":{},"type":{"users":1}}]}',
  );
  for (const how of [short, long]) expect(await list('-q', rest, how)).toMatchObject({ code: 0, stdout: 'tasks\n' });
});

test('a list that has not changed is not written again, and a changed one only moves to the front', async () => {
  const row = (n: number, title = `"title \\" ${n}"`): string => `{"id":"KEPT-${n}","uuid":"k${n}","title":${title}}`;
  const listed = async (rows: readonly string[]): Promise<readonly string[]> => {
    await list('--json', Buffer.from(`"users":{},"tasks":[${rows.join(',')}]}`), long);
    return readFileSync(file, 'utf8').split('\n').slice(0, 4);
  };
  const file = join(accountFolder(within(join(machine.folder, 'cache')), account), 'tasks.tsv');
  const rows = [row(1), row(2, '"plain"'), row(3)];
  const lines = ['KEPT-1\tk1\ttitle " 1', 'KEPT-2\tk2\tplain', 'KEPT-3\tk3\ttitle " 3'];
  expect((await listed(rows)).slice(0, 3)).toEqual(lines);
  const { ino } = statSync(file);
  await listed(rows);
  expect(statSync(file).ino).toBe(ino);
  // What a list of everything no longer has is gone.
  expect((await listed(rows.slice(0, 2))).slice(0, 3)).toEqual([...lines.slice(0, 2), '']);
  const changed = await listed([row(1), row(2, '"new"'), row(3), row(4)]);
  expect(changed).toEqual([lines[0], 'KEPT-2\tk2\tnew', lines[2], 'KEPT-4\tk4\ttitle " 4']);
});

test('a project key that is taken from references is the same in a long list', async () => {
  const uuid = '00000000-0002-4000-8000-000000000000';
  const refs = '"A-1" "A-22" "B-3" "A-" "A" "A1" "A1-4" "12" 12 "" null "-5" "a-b-6"'.split(' ');
  const rows = [...refs, ...refs].flatMap((id, index) =>
    ['id', 'displayId', 'key', 'uuid'].map((key) => `{"${key}":${id},"project":${index % 2 ? '"P"' : `"${uuid}"`}}`),
  );
  const rest = Buffer.from(`"users":{},"tasks":[${rows.join(',')}]}`);
  const words = '--tsv --fields projectKey,ref';
  expect(await list(words, rest, long)).toEqual(await list(words, rest, short));
});

test('tickets may come without an object around them', async () => {
  const tickets = Array.from({ length: 9_000 }, (_, at) => ({
    id: `T-${at}`,
    uuid: `u${at}`,
    subject: 'x'.repeat(99),
  }));
  const outputs: string[] = [];
  for (const body of [tickets, { tickets }]) {
    const send: Send = async ({ url }) => answerJson(200, url.pathname.endsWith('/me') ? { user: { id: 'me' } } : body);
    const ran = await machine.run('tickets list --fields ref,subject', { env, send });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    outputs.push(ran.stdout);
  }
  expect(outputs[0]?.split('\n')).toHaveLength(9_001);
  expect(outputs[0]).toBe(outputs[1]);
});
