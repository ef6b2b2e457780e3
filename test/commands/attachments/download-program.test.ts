import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { interrupt } from '../../support/computer/interrupt.js';
import { type Outcome, shell, start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import {
  type Answer,
  html,
  json,
  repeating,
  shortBody,
  stall,
  text,
} from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let folder = '';

beforeEach(async () => {
  folder = join(home.temporary, 'files');
  mkdirSync(folder);
  await signIn(home, service.origin, service.token());
});

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const route = (number: number): string => `GET /api/attachments/${idOf(number)}`;

/** Lets the task have files of these names; 5 bytes each, unless the server tells otherwise. */
function offer(names: readonly string[], sizeBytes: unknown = 5): void {
  const attachments = names.map((filename, at) => ({ id: idOf(at), filename, sizeBytes }));
  service.on(`GET /api/v1/tasks/${task.uuid}`, service.guarded(json({ task, attachments })));
  for (const at of names.keys()) service.on(route(at), service.guarded(text('hello')));
}

const download = async (...words: readonly string[]): Promise<Outcome> =>
  await tracker(home, ['attachments', 'download', `task:${task.uuid}`, '--dir', folder, ...words]);

const asked = () => service.requests.filter(({ target }) => target.startsWith('/api/attachments/'));

test('what a killed download has left is removed by the next one, and that of a running one stays (#10.16)', async () => {
  offer(['log.txt']);
  service.on(route(0), stall('he'));
  const words = ['tracker', 'attachments', 'download', `task:${task.uuid}`, '--dir', folder];
  const parts = (): readonly string[] => readdirSync(folder).filter((name) => /^\.tracker-.*\.part$/.test(name));
  const [killed, running] = [start(home, words), start(home, words)];
  await until('both downloads', () => parts().length === 2);
  killed.kill('SIGKILL');
  await killed.ended;
  offer(['log.txt']);
  expect((await download()).code).toBe(0);
  expect(parts()).toHaveLength(1);
  running.kill('SIGTERM');
  await running.ended;
  expect(readdirSync(folder)).toEqual(['log.txt']);
});

describe('names that servers give', () => {
  test('none leads out of the folder, hides there, or is a device', async () => {
    const names = ['../../.bashrc', '/etc/cron.d/x', '..', 'a\u0000b\u001b[2J', 'CON', `${'ü'.repeat(300)}.txt`];
    offer([...names, 'same.txt', 'SAME.txt']);
    const before = home.listing();
    const { code, stdout, stderr } = await download();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('\u001b');
    const made = readdirSync(folder);
    expect(made.filter((name) => !name.includes('ü')).sort()).toEqual(
      ['SAME (2).txt', '_CON', '_bashrc', 'a_b_[2J', 'same.txt', 'unnamed', 'x'].sort(),
    );
    expect(made.length).toBe(8);
    expect(home.listing().filter((line) => !before.includes(line) && !line.includes('.cache'))).toEqual([]);
  });
});

describe('bodies that do not come whole', () => {
  test.each<[string, Answer, number]>([
    ['a short body', shortBody('hel'), 7],
    ['less than was told', text('hel'), 1],
    ['more than was told', text('hello, and more'), 1],
    ['an empty 200', text(''), 1],
    ['a 204', text('', 204), 1],
    ['HTML and 502', html(502), 7],
    ['a refusal', json({ message: 'Not for you.' }, 403), 5],
  ])('%s leaves nothing', async (_name, answer, code) => {
    offer(['a.txt']);
    service.on(route(0), service.guarded(answer));
    const ran = await download();
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran.stderr).toMatch(/^error: \S/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('one that stalls is given up, and Ctrl-C is heard at once', async () => {
    offer(['a.txt'], 105);
    service.on(route(0), stall('hello'));
    const ran = await download('--timeout', '0.5');
    expect(ran.code).toBe(7);
    expect(ran.stderr).toContain('sent almost nothing for 0.5 s');
    expect(readdirSync(folder)).toEqual([]);
    const running = start(home, ['tracker', 'attachments', 'download', `task:${task.uuid}`, '--dir', folder]);
    await until('the beginning of a file', () => readdirSync(folder).length > 0);
    expect((await interrupt(running)).code).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an answer that says "later" is asked again, a body without a size is taken', async () => {
    offer(['a.txt'], null);
    service.on(route(0), json({ message: 'later' }, 503), service.guarded(text('any length')));
    expect((await download()).code).toBe(0);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('any length');
    expect(asked().length).toBe(2);
  });
});

describe('tokens', () => {
  test('one that is no longer valid stops at the first file', async () => {
    offer(['a.txt', 'b.txt']);
    service.on(route(0), json({ message: 'No session' }, 401));
    const ran = await download('--json');
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.stdout)).toMatchObject([
      { error: { code: 'sign_in_required' } },
      { error: { code: 'interrupted', message: 'not tried' } },
    ]);
    expect(asked().length).toBe(1);
  });
});

test('a big one goes through little memory, to a file and into a pipe', async () => {
  const megabytes = 120;
  const piece = Buffer.alloc(1024 * 1024, canary().slice(0, 3));
  offer(['big.bin'], megabytes * piece.length);
  service.on(route(0), service.guarded(repeating(piece, megabytes)));
  const line = `tracker attachments download task:${task.uuid}`;
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const ran = await shell(home, `(ulimit -v 3000000; ${line} --dir ${folder} -q) && wc -c < ${folder}/big.bin`, {
    env,
  });
  expect(ran.stdout).toBe(`${idOf(0)}\n${megabytes * piece.length}\n`);
  const piped = await shell(home, `${line} -o - | wc -c`, { env });
  expect(piped).toEqual({ code: 0, stdout: `${megabytes * piece.length}\n`, stderr: '' });
  const cut = await shell(home, `${line} -o - | head -c 3 | wc -c`, { env });
  expect(cut).toEqual({ code: 0, stdout: '3\n', stderr: '' });
});
