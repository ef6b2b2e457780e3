import { truncateSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { runHere } from '../../support/run-here.js';
import { task } from '../../support/sandbox/service.js';
import { readUpload, refusing, startUploadServer, taken } from '../../support/servers/upload-server.js';
import { eachTest } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';

/** The server lists no files of the comment. */
const unchecked = 'warning: the comment on ABC-1 was sent, but whether its files were kept could not be checked';

const home = eachTest(makeHome);
const server = eachTest(startUploadServer);
let words: readonly string[];

beforeEach(async () => {
  const file = home.write('big.bin', '');
  truncateSync(file, 12 * 1024 * 1024);
  words = ['tracker', 'tasks', 'comment', task.uuid, '-b', 'Big.', '--attach', file];
  server.takes(taken({ pauseMs: 4 }));
});

const at = (flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  return startAtTerminal(home, [...words, ...flags], { env: { NO_COLOR: '1', ...server.env, ...env } });
};

const bar = /sending [█░]{24} \d+\.\d MB\/12\.0 MB/;

/** What is left of lines that were drawn over. */
const seen = (raw: string): readonly string[] =>
  raw
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r\u001b[2K').at(-1) ?? '');

describe.skipIf(!hasTerminal)('R52: how far an upload is (needs @lydell/node-pty)', () => {
  test('R52: is shown at a terminal, and gone when it is done', async () => {
    const { code, raw } = await at().ended;
    expect(code).toBe(0);
    expect(raw).toMatch(bar);
    expect(seen(raw)).toEqual([unchecked, `Commented on ${task.id}.`, '']);
  });

  test('R52: is gone when the server refuses it', async () => {
    server.takes(async (upload) => {
      await readUpload(upload, { upTo: 6 * 1024 * 1024, pauseMs: 8 });
      await refusing(413, 'no more, please', 'stays')(upload);
    });
    const { code, raw } = await at().ended;
    expect(code).toBe(1);
    expect(raw).toMatch(bar);
    expect(seen(raw).filter((line) => line.includes('sending'))).toEqual([]);
    expect(seen(raw)).toContain('error: no more, please');
  });

  test('R52: is gone after Ctrl-C', async () => {
    server.takes(taken({ pauseMs: 20 }));
    const session = at();
    await session.waitFor(bar);
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(seen(raw).filter((line) => line.includes('sending'))).toEqual([]);
    expect(raw).toMatch(/what you wrote is kept in\s/);
    expect(raw).toContain('error: interrupted');
  });

  test.each([
    ['with CI', [], { CI: '1' }],
    ['with --json', ['--json'], {}],
  ] as const)('R52: is not drawn %s', async (_what, flags, env) => {
    const how = { terminal: { columns: 80, rows: 24 }, env: { NO_COLOR: '1', ...server.env, ...env } };
    const { code, stdout, stderr } = await runHere(home, [...words.slice(1), ...flags], how);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('sending');
    expect(stdout + stderr).not.toContain('\u001b[2K');
  });

  test('R52: is shown for a file that comes through a pipe', async () => {
    const [file, others] = [words.at(-1) ?? '', words.slice(0, -1)];
    const piped = ['sh', '-c', 'exec "$@" - --attach-name big.bin <"$0"', file, ...others];
    const { code, raw } = await startAtTerminal(home, piped, { env: { NO_COLOR: '1', ...server.env } }).ended;
    expect(code).toBe(0);
    expect(raw).toMatch(bar);
    expect(seen(raw).filter((line) => line.includes('sending'))).toEqual([]);
  });

  test('R52: is printed on lines of its own with ACCESSIBLE', async () => {
    const { code, raw } = await at([], { ACCESSIBLE: '1' }).ended;
    expect(code).toBe(0);
    expect(raw).toMatch(/^sending: \d+\.\d MB of 12\.0 MB done\r$/m);
    expect(raw).not.toMatch(/[█░]|\u001b\[2K/);
  });
});

test('R52: how far an upload is is not said in a pipe', async () => {
  const { code, stdout, stderr } = await runHere(home, words.slice(1), { env: server.env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${unchecked}\n` });
  expect(stdout).toBe(`${task.id}\ttrue\t\n`);
});
