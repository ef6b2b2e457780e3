import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { tracker } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere } from '../../support/run-here.js';
import { canary, task } from '../../support/sandbox/service.js';
import { belongsTo } from '../../support/secrets/secrets-watch.js';
import {
  breaking,
  type Ending,
  readUpload,
  refusing,
  sendJson,
  startUploadServer,
  taken,
} from '../../support/servers/upload-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const megabyte = 1024 * 1024;

const home = eachTest(makeHome);
const server = eachTest(startUploadServer);
let file: string;

beforeEach(async () => {
  file = home.write('trace.log', '');
});

const words = (): readonly string[] => ['tasks', 'comment', task.uuid, '-b', 'See the trace.', '--attach', file];
const upload = async (env: Readonly<Record<string, string>> = server.env) => await runHere(home, words(), { env });

const endings: readonly Ending[] = ['stays', 'closed', 'reset'];
const tooLarge = 'no more than 10 MB, please';
const broken = () =>
  `error: 127.0.0.1:${server.port} closed the connection during the upload; perhaps it is too large; it may or may not have been applied\n` +
  'hint: check before you run it again\n';

describe.each(endings)('R53: an upload that is refused unread, whose connection is then: %s', (ending) => {
  test.each([
    ['413', 413, 1, tooLarge],
    ['401', 401, 3, 'rejected the token in TRACKER_TOKEN'],
  ])('R53: %s is reported with its code, at once and only once', async (_what, status, code, message) => {
    truncateSync(file, 200 * megabyte);
    server.takes(refusing(status, tooLarge, ending));
    const outcome = await upload();
    expect(outcome).toMatchObject({ code });
    expect(outcome.stderr).toContain(message);
    await until('the end of the connection', () => server.posts[0]?.isClosed);
    // Announced and refused: nothing of 200 MB is sent for nothing.
    expect(server.posts).toMatchObject([{ isAnnounced: true, received: 0, isWhole: false, isClosed: true }]);
  });

  test.each([
    ['a large one', 64 * megabyte],
    ['one of 900 kB, unannounced', 900 * 1024],
  ])('R53: %s that is refused in the middle is sent once, and its message shown if it arrived', async (_what, size) => {
    truncateSync(file, size);
    server.takes(refusing(413, tooLarge, ending, 100_000));
    const { code, stderr } = await upload();
    if (ending === 'reset' && code === 8) expect(stderr).toContain(broken());
    else expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(`error: ${tooLarge}\n`) });
    expect(server.posts.map(({ isWhole }) => isWhole)).toEqual([false]);
    expect(stderr).toContain('warning: what you wrote is kept in ');
  });
});

test.each([
  ['before the body', 0],
  ['in the middle of it', 3 * megabyte],
])('R53: a connection that breaks %s without a word: perhaps too large, exit 8, sent once', async (_what, upTo) => {
  truncateSync(file, 64 * megabyte);
  server.takes(breaking(upTo));
  const { code, stderr } = await upload();
  expect(code).toBe(8);
  expect(stderr).toContain(broken());
  expect(stderr).toMatch(/hint: check whether it has arrived; if not: tracker tasks comment \S+ --from-draft \w+\n/);
  expect(server.posts.length).toBe(1);
});

test('R53: a refusal whose connection stays open does not keep the program', async () => {
  truncateSync(file, 64 * megabyte);
  server.takes(async (given) => {
    // Written to the socket, since a response of node:http that ends before its request closes the connection.
    await refusing(413, tooLarge, 'stays', megabyte)(given);
    given.request.pause();
  });
  const before = performance.now();
  expect(await tracker(home, words(), { env: server.env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`error: ${tooLarge}\n`),
  });
  expect(performance.now() - before).toBeLessThan(onBusy(3_000));
});

describe('R54: a 401 while there is a newer token', () => {
  const content = Array.from({ length: 300_000 }, (_, line) => `line ${line}`).join('\n');

  test.each([
    ['before the body is read', undefined],
    ['in the middle of it', 100_000],
  ])('R54: %s: the whole body is sent again', async (_what, upTo) => {
    writeFileSync(file, content);
    const newer = canary();
    belongsTo(newer, server.origin);
    const tokenFile = home.write('token', server.token);
    server.takes(async (given) => {
      // Another process has received the successor.
      writeFileSync(tokenFile, newer);
      await refusing(401, 'No session', 'stays', upTo)(given);
    }, taken());
    const env = { TRACKER_URL: server.origin, TRACKER_TOKEN_FILE: tokenFile };
    // The server lists no files of the comment, so there is nothing to compare.
    const stderr = expect.stringMatching(/^warning: .* whether its files were kept could not be checked\n$/);
    expect(await upload(env)).toMatchObject({ code: 0, stderr });
    expect(server.posts.map(({ authorization, isWhole }) => ({ authorization, isWhole }))).toEqual([
      { authorization: `Bearer ${server.token}`, isWhole: false },
      { authorization: `Bearer ${newer}`, isWhole: true },
    ]);
    const { start: sent = Buffer.alloc(0), received } = server.posts[1] ?? {};
    const head = sent.toString('utf8');
    expect(head).toContain('{"body":"See the trace."}');
    expect(head.split('\r\n\r\n')[2]?.slice(0, 500_000)).toBe(readFileSync(file, 'utf8').slice(0, 500_000));
    expect(received).toBeGreaterThan(content.length);
  });

  test('R54: without a newer token it is sent once, exit 3', async () => {
    writeFileSync(file, content);
    server.takes(async (given) => {
      await readUpload(given);
      sendJson(given.response, 401, { message: 'No session' });
    });
    expect((await upload()).code).toBe(3);
    expect(server.posts.length).toBe(1);
  });
});

test('R53: several uploads at once, one of which breaks: the report says which may have arrived', async () => {
  const refs = [task.uuid, '7a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d'];
  writeFileSync(file, 'short');
  server.takes(async (given) => {
    if (given.request.url?.includes(task.uuid)) await breaking(0)(given);
    else await taken()(given);
  });
  const both = ['tasks', 'comment', ...refs, '-b', 'x', '--attach', file];
  const { code, stdout, stderr } = await runHere(home, both, { env: server.env });
  expect(code).toBe(8);
  expect(stdout.match(/^\S+\t(true|false)/gm)?.map((row) => row.split('\t')[1])).toEqual(['false', 'true']);
  expect(stderr).toMatch(
    new RegExp(`check whether it has arrived; if not: tracker tasks comment ${task.uuid} --from-draft`),
  );
});
