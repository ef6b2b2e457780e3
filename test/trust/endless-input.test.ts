import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attempt } from '../../src/contract/errors.js';
import { draftsIn } from '../support/computer/drafts.js';
import { makeHome } from '../support/computer/home.js';
import { interrupt, interrupted } from '../support/computer/interrupt.js';
import { shell, start } from '../support/computer/program.js';
import { refused } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { startServiceFor, task } from '../support/sandbox/service.js';
import { eachTest } from '../support/set-up.js';
import { until } from '../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'mine']));
const writes = (): number => service.requests.filter(({ method }) => method !== 'GET').length;

describe('input without an end', () => {
  test.each([
    ['a text', `yes | tracker tasks comment ${task.uuid} -F -`, 'standard input is larger than 16 MB'],
    ['references', 'yes SCM-1 | tracker tasks done -', 'standard input is larger than 16 MB'],
    ['a device token', 'yes | tracker devices add --platform ios', 'standard input is larger than 64 kB'],
    ['a file of a field', 'tracker api notes -F a=@/dev/zero', '/dev/zero is larger than 16 MB'],
    ['a file of a patch', 'tracker views set tasks --patch @/dev/zero', '/dev/zero is larger than 16 MB'],
  ])('for %s is a usage error, and nothing is sent', async (_what, line, message) => {
    const { code, stdout, stderr } = await shell(home, `ulimit -v 8000000; ${line}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`error: ${message}\n`);
    expect(writes()).toBe(0);
  });
});

const tooLong = refused(2, 'the input is larger than 1 GB; nothing was sent', 'save it to a file first');

describe('a body or a file without an end (#10.16)', () => {
  test('a body ends at 1 GB; nothing is sent or left', async () => {
    expect(await shell(home, 'tracker api notes --input - < /dev/zero')).toEqual(tooLong);
    expect({ writes: writes(), left: home.leftovers() }).toEqual({ writes: 0, left: [] });
  });

  test('a body from a device is received in the same way: into a file, which may be too large before that', async () => {
    const { code, stdout, stderr } = await shell(home, 'ulimit -f 2048; tracker api notes --input /dev/zero');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: cannot write \S+: EFBIG\n/);
    expect({ writes: writes(), left: home.leftovers() }).toEqual({ writes: 0, left: [] });
  });

  test('an attachment ends at 1 GB; nothing is sent, and the text stays as a draft without the file', async () => {
    const line = `tracker tasks comment ${task.uuid} -b Log --attach - --attach-name log.txt < /dev/zero`;
    const { code, stderr } = await shell(home, line);
    expect(code).toBe(2);
    expect(stderr).toContain(tooLong.stderr);
    expect(stderr).toMatch(/send it again, with log\.txt on standard input: /);
    expect({ writes: writes(), left: home.leftovers() }).toEqual({ writes: 0, left: [] });
  });
});

describe('a folder as standard input', () => {
  test.each([
    ['a text', `tracker tasks comment ${task.uuid} -F - < /`],
    ['references', 'tracker tasks done - < /'],
    ['a body', 'tracker api notes --input - < /'],
  ])('for %s is a usage error, not an empty input', async (_what, line) => {
    const { code, stdout, stderr } = await shell(home, line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: standard input is a folder$/m);
    expect(writes()).toBe(0);
  });
});

describe('bytes that are not UTF-8', () => {
  test.each([
    ['a text', `tasks comment ${task.uuid} -F -`, 'standard input is not text in UTF-8'],
    ['references', 'tasks done -', 'standard input is not text in UTF-8'],
    ['a patch', 'views set tasks --patch @FILE', 'FILE is not text in UTF-8'],
    ['a field', 'api notes -F a=@FILE', 'FILE is not text in UTF-8'],
  ])('in %s are refused, and nothing is replaced', async (_what, words, message) => {
    const stdin = Buffer.from('{"a":"caf\xe9"}', 'latin1');
    const file = join(home.folder, 'latin');
    writeFileSync(file, stdin);
    const outcome = await runHere(home, words.replace('FILE', file), { stdin });
    expect(outcome).toEqual(refused(2, message.replace('FILE', file)));
    expect(writes()).toBe(0);
  });
});

describe('what a killed command has left (#10.16)', () => {
  /** Gives a command 2 MB and then nothing more, and kills it once `isThere`. */
  const killWhileReading = async (words: readonly string[], isThere: () => unknown): Promise<void> => {
    const child = spawn('tracker', words, { env: home.env, cwd: home.folder, stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.on('error', () => undefined).write(Buffer.alloc(2_000_000));
    await until('what it has received', () => Boolean(isThere()));
    child.kill('SIGKILL');
    await ended;
  };

  test('of a body from a pipe is removed by the next one', async () => {
    await killWhileReading(['api', 'notes', '--input', '-'], () => home.leftovers().length > 0);
    expect(home.leftovers()).toHaveLength(1);
    service.on('POST /api/v1/notes', ({ response }) => void response.writeHead(201).end('{}'));
    const stdin = 'x'.repeat(2 * 1024 * 1024);
    expect((await start(home, ['tracker', 'api', 'notes', '--input', '-'], { stdin }).ended).code).toBe(0);
    expect(home.leftovers()).toEqual([]);
  });

  test('of an attachment from a pipe is written again when the draft is sent', async () => {
    const folder = join(home.folder, '.local/state/tracker/ledger');
    const files = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
    const words = ['tasks', 'comment', task.uuid, '-b', 'Log', '--attach', '-', '--attach-name', 'log.txt'];
    await killWhileReading(words, () => files().some((name) => name.endsWith('.files')));
    const id = draftsIn(join(folder, '..'))[0]?.id ?? '';
    await start(home, ['tracker', 'tasks', 'comment', task.uuid, '--from-draft', id], { stdin: 'the whole log' }).ended;
    expect(service.requests.filter(({ body }) => body.includes('the whole log'))).toHaveLength(1);
  });
});

const makePipe = (): string => {
  const path = join(home.folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
};

describe('R49: input that does not come', () => {
  test.each([
    ['a text', (pipe: string) => `tasks comment ${task.uuid} -F ${pipe}`],
    ['a field', (pipe: string) => `api notes -F a=@${pipe}`],
  ])('R49: through a pipe without a writer for %s: a signal ends it', async (_what, line) => {
    const running = start(home, ['tracker', ...line(makePipe()).split(' ')]);
    await reading(running.id);
    expect(await interrupt(running)).toEqual(interrupted);
  });

  test.each([
    ['a text', `tasks comment ${task.uuid} -F -`],
    ['a device token', 'devices add --platform ios'],
  ])('R49: on standard input for %s: a signal ends it within a second', async (_what, line) => {
    const running = start(home, ['sh', '-c', `exec tracker ${line} 0<> ${makePipe()}`]);
    await reading(running.id);
    expect(await interrupt(running)).toEqual(interrupted);
  });
});

test.each([
  [
    'a pipe of the shell',
    (): string => `tracker tasks comment ${task.uuid} -F <(sleep 0.2; echo a; sleep 0.2; echo b)`,
  ],
  ['one whose writer has gone', (): string => `tracker tasks comment ${task.uuid} -F <(printf 'a\nb')`],
  [
    'a pipe with a name',
    (): string => {
      const pipe = makePipe();
      return `(sleep 0.2; echo a; sleep 0.2; echo b) > ${pipe} & tracker tasks comment ${task.uuid} -F ${pipe}`;
    },
  ],
])('a text through %s is read to its end', async (_what, line) => {
  service.on(`POST /api/v1/tasks/${task.uuid}/comments`, ({ response }) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"c1"}');
  });
  const { code } = await start(home, ['bash', '-c', line()]).ended;
  expect(code).toBe(0);
  const [sent] = service.requests.filter(({ method }) => method === 'POST');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ body: 'a\nb' });
});

test('an empty pipe of the shell is an empty text', async () => {
  const line = `tracker tasks comment ${task.uuid} -F <(true)`;
  const { code, stderr } = await start(home, ['bash', '-c', line]).ended;
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: the comment is empty; nothing was sent\n' });
});

/** Waits until the pipe is open in the process, or its standard input is read. */
async function reading(id: number): Promise<void> {
  const all = (folder: string, read: (path: string) => string): readonly (readonly [string, string])[] =>
    readdirSync(`/proc/${id}/${folder}`).map((name) => [
      name,
      attempt(() => read(`/proc/${id}/${folder}/${name}`)) ?? '',
    ]);
  await until(
    'the pipe is read',
    () =>
      all('fd', readlinkSync).some(([name, target]) => name !== '0' && target.endsWith('/pipe')) ||
      all('fdinfo', (path) => readFileSync(path, 'utf8')).some(([, text]) => /^tfd: +0 /m.test(text)),
  );
}
