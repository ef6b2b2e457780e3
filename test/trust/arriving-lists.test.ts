import { beforeEach, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { makeHome } from '../support/computer/home.js';
import { makeMachine } from '../support/computer/machine.js';
import { shell, start, tracker } from '../support/computer/program.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { ann, startSmallService, task } from '../support/sandbox/service.js';
import type { Answer } from '../support/servers/misbehaving-server.js';
import { allTests } from '../support/set-up.js';
import { until } from '../support/until.js';

/** Lists of more than 1 MB whose rows are passed on while more of them arrive. */

const users = '{"u1":{"name":"Mara Lindqvist"}}';
const count = 3_000;
const rows = Array.from({ length: count }, (_, index) => ({
  ...task,
  id: `ABC-${index + 1}`,
  uuid: `6a1b0c9d-8e7f-4a6b-9c5d-${String(index).padStart(12, '0')}`,
  title: `${task.title} ${index} ${'x'.repeat(700)}`,
  assignees: ['u1'],
})).map((row) => JSON.stringify(row));
const inFront = `{"users":${users},"tasks":[${rows.join(',')}]}`;
const behind = `{"tasks":[${rows.join(',')}],"users":${users}}`;

const home = allTests(makeHome);
const machine = allTests(
  () => makeMachine({ now: () => new Date(), send: async () => answerJson(500, {}) }),
  (made) => made.remove(),
);
const service = allTests(startSmallService);
/** Sends the rest of the response that was held back. */
let goOn: () => void = () => undefined;

/** Sends most of a body, and then waits for `goOn`. */
const pausing =
  (body: string, end: 'whole' | 'cut' = 'whole'): Answer =>
  ({ response, socket }) => {
    const most = Math.floor(body.length * 0.9);
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, most));
    goOn = () => (end === 'cut' ? socket.destroy() : response.end(body.slice(most)));
  };

beforeEach(() => service.forget('GET /api/v1/tasks'));

const serve = (answer: Answer): void => service.on('GET /api/v1/tasks', service.guarded(answer));

test.each([
  ['--json', inFront],
  ['--jsonl', inFront],
  ['--tsv', inFront],
  ['--csv', inFront],
  ['--jsonl -a Mara -s todo', inFront],
  ['--jsonl --fields ref,title', behind],
  ['-q', behind],
  ['--tsv --fields ref,status,assignees', behind],
])('the first rows are printed before the last ones arrive (%s)', async (flags, body) => {
  const bytes = Buffer.from(body);
  const most = Math.floor(bytes.length * 0.9);
  let stdout = (): string => '';
  let [before, isWaiting] = ['', true];
  const arriving = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < most; at += 64 * 1024) yield bytes.subarray(at, Math.min(at + 64 * 1024, most));
    if (isWaiting) await until('the first rows', () => stdout().length > 10_000);
    before = stdout();
    yield bytes.subarray(most);
  };
  const send: Send = async ({ url }) =>
    url.pathname.endsWith('/tasks')
      ? { status: 200, headers: {}, body: arriving(), discard: () => undefined }
      : answerJson(200, { user: ann });
  const list = async () =>
    await machine.run(`tasks list --state all ${flags}`, {
      env: { TRACKER_URL: 'https://work.example', TRACKER_TOKEN: 'token' },
      send,
      onStart: (streams) => {
        stdout = streams.stdout;
      },
    });
  const ran = await list();
  expect(before).toContain('ABC-1');
  expect(before).not.toContain(`ABC-${count}`);
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
  expect(ran.stdout).toContain(`ABC-${count}`);
  isWaiting = false;
  expect(ran.stdout === (await list()).stdout).toBe(true);
});

test('R42: a list that breaks off while it is printed is an error, and has no end', async () => {
  serve(pausing(inFront, 'cut'));
  const running = start(home, ['tracker', 'tasks', 'list', '--state', 'all', '--json'], { env: service.env });
  await until('the first rows', () => running.stdout().length > 10_000);
  goOn();
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(7);
  expect(() => JSON.parse(stdout)).toThrow();
  expect(JSON.parse(`${stdout}]`).length).toBeGreaterThan(count / 2);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'network' } });
});

test.each([
  ['--jsonl', behind],
  ['--jsonl --sort title', inFront],
])('R46: a list that breaks off before anything is printed is asked for again: %s', async (words, body) => {
  let isFirst = true;
  serve((exchange) => {
    if (!isFirst) return void exchange.response.end(body);
    isFirst = false;
    pausing(body, 'cut')(exchange);
    setTimeout(goOn, 100);
  });
  const { code, stdout } = await tracker(home, `tasks list --state all ${words}`, { env: service.env });
  expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, count]);
});

test('R46: a list that always breaks off is asked for four times', async () => {
  let count = 0;
  serve((exchange) => {
    count += 1;
    pausing(behind, 'cut')(exchange);
    setTimeout(goOn, 50);
  });
  const { code, stdout } = await tracker(home, 'tasks list --state all --jsonl', { env: service.env });
  expect([code, stdout, count]).toEqual([7, '', 4]);
});

test('R61: a reader that pauses does not keep the server waiting', async () => {
  let isSent = false;
  serve(({ response }) => {
    response.on('finish', () => {
      isSent = true;
    });
    response.end(inFront);
  });
  const running = start(home, ['sh', '-c', 'tracker tasks list --state all --jsonl | { sleep 2; wc -l; }'], {
    env: service.env,
  });
  await until('the whole response', () => isSent);
  expect(running.stdout()).toBe('');
  expect((await running.ended).stdout.trim()).toBe(String(count));
});

test('R60: a reader that goes away ends the command before the last row has arrived', async () => {
  serve(pausing(inFront));
  const { code, stderr } = await shell(home, 'tracker tasks list --state all --jsonl | head -1 | wc -l', {
    env: service.env,
  });
  expect([code, stderr]).toEqual([0, '']);
});
