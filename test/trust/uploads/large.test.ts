import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startConnectProxy } from '../../http/connect-proxy.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeHome } from '../../support/computer/home.js';
import { interrupt } from '../../support/computer/interrupt.js';
import { seesProcesses } from '../../support/computer/processes.js';
import { type Outcome, type Started, start } from '../../support/computer/program.js';
import { runHere } from '../../support/run-here.js';
import { task } from '../../support/sandbox/service.js';
import { readUpload, sendJson, startUploadServer, taken } from '../../support/servers/upload-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const megabyte = 1024 * 1024;

const home = eachTest(makeHome);
const server = eachTest(startUploadServer);
let file: string;

beforeEach(async () => {
  file = home.write('big.bin', '');
});

const words = (): readonly string[] => ['tasks', 'comment', task.uuid, '-b', 'Big.', '--attach', file];

/** As a process, whose memory can be measured and which gets signals. */
const begin = (): Started => start(home, ['tracker', ...words()], { env: server.env });

const run = async (): Promise<Outcome> => await runHere(home, words(), { env: server.env });

/** The most memory a process has had so far, in bytes; undefined once it has gone. */
function peakOf(id: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Runs it to its end and gives the peak that was seen. */
async function watch(running: Started): Promise<{ readonly outcome: Outcome; readonly peak: number }> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(running.id) ?? 0);
  }, 10);
  const outcome = await running.ended;
  clearInterval(timer);
  return { outcome, peak };
}

describe.skipIf(!seesProcesses)('R52: 500 MB', () => {
  beforeEach(() => truncateSync(file, 500 * megabyte));

  test('R52: are streamed in under 200 MB of memory to a server that reads slowly', async () => {
    // A pause after every hundredth piece keeps the server behind the client all the time.
    server.takes(async (upload) => {
      let pieces = 0;
      upload.request.on('data', () => {
        if (pieces++ % 100 === 0) {
          upload.request.pause();
          setTimeout(() => upload.request.resume(), 10);
        }
      });
      if (await readUpload(upload)) sendJson(upload.response, 201, { id: 'c1' });
    });
    const { outcome, peak } = await watch(begin());
    // The server lists no files of the comment, so there is nothing to compare.
    expect(outcome).toMatchObject({
      code: 0,
      stderr: 'warning: the comment on ABC-1 was sent, but whether its files were kept could not be checked\n',
    });
    expect(server.posts[0]).toMatchObject({ isWhole: true, isAnnounced: true });
    expect(server.posts[0]?.received).toBeGreaterThan(500 * megabyte);
    expect(peak).toBeGreaterThan(20 * megabyte);
    expect(peak).toBeLessThan(200 * megabyte);
  });

  test('R52: are streamed in under 200 MB of memory through a proxy', async () => {
    truncateSync(file, 250 * megabyte);
    const proxy = await startConnectProxy(server.port);
    const env = { HTTP_PROXY: `http://${proxy.host}`, NO_PROXY: '', TRACKER_URL: `http://work.invalid` };
    const { outcome, peak } = await watch(
      start(home, ['tracker', '--insecure-http', ...words()], { env: { ...server.env, ...env } }),
    );
    await proxy.close();
    expect(outcome).toMatchObject({ code: 0 });
    expect(proxy.seen.map(({ line }) => line)).toContain('CONNECT work.invalid:80');
    expect(server.posts[0]).toMatchObject({ isWhole: true });
    expect(peak).toBeLessThan(200 * megabyte);
  });
});

describe('R52: a file that changes while it is sent', () => {
  const size = 24 * megabyte;
  const rewrite = (keepTime: boolean): void => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, Buffer.alloc(size, 'x'));
    if (keepTime) utimesSync(file, atime, mtime);
  };
  const changes = [
    ['shrinks', () => truncateSync(file, size / 2)],
    ['is emptied', () => truncateSync(file, 0)],
    ['grows', () => appendFileSync(file, 'more')],
    ['is rewritten', () => rewrite(false)],
    ['is rewritten and dated back', () => rewrite(true)],
    ['is deleted', () => rmSync(file)],
  ] as const;
  const refusal = {
    code: 1,
    stdout: /^\S+\tfalse\t/,
    stderr: 'changed while it was being sent; it did not arrive',
  };

  test.each(changes)(
    'R52: it %s: an error, sent once, and the server never gets the whole body',
    async (_what, change) => {
      writeFileSync(file, Buffer.alloc(size, 'a'));
      server.takes(async (upload) => {
        await readUpload(upload, { upTo: megabyte });
        change();
        if (await readUpload(upload, { asks: false })) sendJson(upload.response, 201, { id: 'c1' });
      });
      const { code, stderr } = await run();
      expect(code).toBe(refusal.code);
      expect(stderr).toContain(`error: ${file} ${refusal.stderr}\n`);
      expect(server.posts.map(({ isWhole }) => isWhole)).toEqual([false]);
      expect(server.posts[0]?.received).toBeGreaterThan(megabyte - 1);
      expect(server.posts[0]?.received).toBeLessThan(size);
      // What was written is not lost with the file.
      expect(stderr).toContain(
        `warning: what you wrote is kept in ${join(home.folder, '.local/state/tracker/ledger/')}`,
      );
    },
  );

  test('R52: the same through a proxy', async () => {
    writeFileSync(file, Buffer.alloc(size, 'a'));
    server.takes(async (upload) => {
      await readUpload(upload, { upTo: megabyte });
      appendFileSync(file, 'more');
      if (await readUpload(upload)) sendJson(upload.response, 201, { id: 'c1' });
    });
    const proxy = await startConnectProxy(server.port);
    const env = { HTTP_PROXY: `http://${proxy.host}`, NO_PROXY: '', TRACKER_URL: 'http://work.invalid' };
    const { code, stderr } = await runHere(home, ['--insecure-http', ...words()], { env: { ...server.env, ...env } });
    await proxy.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${file} ${refusal.stderr}\n`);
    expect(server.posts.map(({ isWhole }) => isWhole)).toEqual([false]);
  });
});

test('R52: a small file is sent without an announcement, and a large one to a server that ignores those', async () => {
  server.takes(taken(), taken({ asks: false }));
  writeFileSync(file, 'small');
  expect((await run()).code).toBe(0);
  writeFileSync(file, Buffer.alloc(2 * megabyte));
  expect((await run()).code).toBe(0);
  expect(server.posts.map(({ isAnnounced, isWhole }) => ({ isAnnounced, isWhole }))).toEqual([
    { isAnnounced: false, isWhole: true },
    { isAnnounced: true, isWhole: true },
  ]);
});

test('R52: a server that does not know announcements gets the body without one', async () => {
  writeFileSync(file, Buffer.alloc(2 * megabyte));
  server.takes(({ response }) => sendJson(response, 417, { message: 'what?' }), taken());
  expect((await run()).code).toBe(0);
  expect(server.posts.map(({ isAnnounced, isWhole }) => ({ isAnnounced, isWhole }))).toEqual([
    { isAnnounced: true, isWhole: false },
    { isAnnounced: false, isWhole: true },
  ]);
});

test('R52: Ctrl-C in the middle of an upload ends with 130 in under a second, and keeps the text', async () => {
  truncateSync(file, 100 * megabyte);
  server.takes(taken({ pauseMs: 20 }));
  const running = begin();
  await until('the upload', () => (server.posts[0]?.received ?? 0) > megabyte);
  const { code, stderr } = await interrupt(running);
  expect(code).toBe(130);
  const [, draft = ''] =
    /hint: check whether it has arrived; if not: tracker tasks comment \S+ --from-draft (\w+)\n/.exec(stderr) ?? [];
  const flags = { body: 'Big.', attach: [file] };
  expect(draftsIn(join(home.folder, '.local/state/tracker'))).toMatchObject([{ id: draft, flags }]);
  expect(server.posts[0]?.isWhole).toBe(false);
});
