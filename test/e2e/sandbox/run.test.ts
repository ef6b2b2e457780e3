import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { missing } from '../../support/computer/missing.js';
import { type Outcome, type RunOptions, start, tracker } from '../../support/computer/program.js';
import { programCommand, programFile } from '../../support/computer/program-file.js';
import { onBusy } from '../../support/on-busy.js';
import { printed, refused } from '../../support/run.js';
import { runHere } from '../../support/run-here.js';
import { readJournal } from '../../support/sandbox/journal.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);

/** Whatever was run, nothing is left of it: no file at home, no temporary folder, no process. */
afterEach(async () => {
  const left = { listing: home.listing(), leftovers: home.leftovers() };
  expect(left).toEqual({ listing: [], leftovers: [] });
});

/** For what needs no data: making them takes a third of the time. */
const empty = ['--seed', 'empty'];

/** Runs a line of the shell in a throwaway sandbox. */
async function runIn(flags: readonly string[], line: string, options?: RunOptions): Promise<Outcome> {
  return await tracker(home, ['sandbox', 'run', ...flags, '--', 'sh', '-c', line], options);
}

describe('sandbox run', () => {
  test('runs the line of the read-me signed in, in another shape', async () => {
    const { code, stdout, stderr } = await runIn(['--shape', 'wire'], 'tracker tickets list --segment all --json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).length).toBeGreaterThan(20);
  });

  test('ends with the exit code of the command and says nothing itself', async () => {
    expect(await runIn(empty, 'echo out; echo err >&2; exit 42')).toEqual({
      code: 42,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  test('its status, its people and a new password can be asked for inside', async () => {
    const line = 'tracker sandbox status -q && tracker sandbox users --fields email && tracker sandbox password -q';
    const { code, stdout } = await runIn(empty, line);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\S+\n(?:\S+@\S+\n)+\S+\n$/);
  });

  test('--journal has each request to the API, without headers, and never in a file of the program', async () => {
    const file = join(home.folder, 'journal.jsonl');
    const flags = [...empty, '--journal', file, '--fault', 'POST /notes=503x1'];
    const create = "tracker notes create -t 'A note' -b 'Its text' -q";
    await runIn(flags, `${create}; ${create} && tracker token > token`);
    // What was told to fail was sent, too.
    for (const status of [503, 201])
      expect(readJournal(file)).toContainEqual({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        ...{ method: 'POST', target: '/api/v1/notes', status },
        body: { title: 'A note', body: 'Its text' },
      });
    expect(readFileSync(file, 'utf8')).not.toContain(readFileSync(join(home.folder, 'token'), 'utf8').trim());
    for (const name of ['journal.jsonl', 'token']) rmSync(join(home.folder, name));
    mkdirSync(join(home.folder, '.config', 'tracker'), { recursive: true });
    const own = join(home.folder, '.config', 'tracker', 'credentials.json');
    expect((await runIn([...empty, '--journal', own], 'true')).code).toBe(2);
    rmSync(join(home.folder, '.config'), { recursive: true });
  });

  test('a journal on a full disk is said once, and with each request', async () => {
    const { stderr } = await runIn([...empty, '--journal', '/dev/full'], 'tracker notes create -t A; tracker me');
    const why = 'cannot be written: ENOSPC';
    expect(stderr.match(/^warning: --journal .*/gm)).toEqual([`warning: --journal /dev/full ${why}`]);
    const said = new RegExp(`^error: \\S+ returned 500 \\(.*\\): The journal of the sandbox ${why}$`, 'gm');
    expect(stderr.match(said)).toHaveLength(2);
  });

  test('stop ends it and its command', async () => {
    const { code, stdout } = await runIn(empty, 'tracker sandbox stop; sleep 20; echo late');
    expect([code, stdout]).toEqual([143, expect.not.stringContaining('late')]);
  });

  test('reset is refused, since nothing could go on with its command', async () => {
    expect(await runIn(empty, 'tracker sandbox reset -y; echo "$?"; tracker tasks list')).toEqual({
      code: 0,
      stdout: '2\n',
      stderr:
        'error: the sandbox of tracker sandbox run cannot be reset\nhint: use tracker sandbox run again, or tracker sandbox start\n',
    });
  });

  test('says so if there is no folder for temporary files', async () => {
    expect(await runIn([], 'tracker status', { env: { TMPDIR: missing } })).toEqual(
      refused(1, `cannot create a folder in ${missing}: ENOENT`, 'set TMPDIR to another folder'),
    );
  });

  test('says so too if a file from a pipe cannot be stored', async () => {
    const line = 'echo x | TMPDIR=/proc/x tracker tasks comment SCM-12 -b x --attach - --attach-name a.txt -n';
    const { code, stdout, stderr } = await runIn([], line);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^error: cannot create the folder \/proc\/x\/tracker-\S+: ENOENT\nhint: set TMPDIR to another folder\n$/,
    );
  });

  test.each([
    'sandbox run --seed empty -- no-such-command --json',
    'sandbox run --seed empty no-such-command --json --debug',
  ])('gives 127 for a command that does not exist, whose flags are not ours: %s', async (line) => {
    expect(await tracker(home, line)).toEqual(refused(127, 'command not found: "no-such-command"'));
  });

  test('gives 126 for a command that cannot be executed', async () => {
    const file = home.write('plain.txt', 'no program');
    expect((await tracker(home, ['sandbox', 'run', ...empty, '--', file])).code).toBe(126);
  });

  test('gives 128 and the signal for a command that a signal ended', async () => {
    expect((await runIn(empty, 'kill -KILL $$')).code).toBe(137);
  });

  test('hands standard input and arguments with dashes on as they are', async () => {
    const echo = 'IFS="|"; echo "$*"; cat';
    const words = ['sandbox', 'run', ...empty, '--', 'sh', '-c', echo, 'sh', '--json', '-q', '--', 'a b'];
    expect(await tracker(home, words, { stdin: 'input' })).toEqual(printed('--json|-q|--|a b\ninput'));
  });

  test('keeps the surroundings of whoever runs it out', async () => {
    const env = {
      TRACKER_URL: 'http://127.0.0.1:9',
      TRACKER_TOKEN: 'canary-0123456789',
      TRACKER_TOKEN_FILE: missing,
      TRACKER_INSTANCE: 'elsewhere',
      TRACKER_CONFIG_DIR: `${home.folder}/config`,
    };
    const line = 'env | grep "^TRACKER_" | sort; command -v tracker; tracker whoami --json=instance';
    const { code, stdout, stderr } = await runIn(empty, line, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(lines.map((each) => each.replace(/=.*/, ''))).toEqual([
      'TRACKER_CACHE_DIR',
      'TRACKER_CONFIG_DIR',
      'TRACKER_DATA_DIR',
      'TRACKER_STATE_DIR',
      expect.stringMatching(/\/bin\/tracker$/),
      '{"instance":"sandbox"}',
    ]);
    for (const each of lines.slice(0, 5)) expect(each).toContain(home.temporary);
  });

  test('puts itself first in what Windows calls Path, also for its shells', async () => {
    const script = 'echo "$Path"; cat "$(echo "$Path" | cut -d : -f 1)/tracker.cmd"';
    const words = [...programCommand, 'sandbox', 'run', ...empty, '--', '/bin/sh', '-c', script];
    const { stdout } = await start(home, ['env', '-u', 'PATH', 'Path=/usr/bin:/bin', ...words]).ended;
    const [path = '', command = ''] = stdout.split('\n');
    expect(path).toMatch(/^\/.*\/bin:\/usr\/bin:\/bin$/);
    expect(command).toBe(`@${programCommand.map((word) => `"${word}"`).join(' ')} %*\r`);
  });

  test('leaves a sign-in of its user alone', async () => {
    const own = { TRACKER_CONFIG_DIR: `${home.temporary}/own` };
    const { stderr } = await runHere(home, 'instances list', { env: own });
    await runIn(empty, 'tracker tasks list', { env: own });
    expect((await runHere(home, 'instances list', { env: own })).stderr).toBe(stderr);
    expect(home.leftovers()).toEqual([]);
  });

  test('works where the way to the program holds quotes and blanks', async () => {
    const folder = `${home.temporary}/it's "a" $(folder)`;
    mkdirSync(folder);
    symlinkSync(programFile, `${folder}/tracker`);
    const words = ['sandbox', 'run', ...empty, '--', 'tracker', 'instances', 'list', '-q'];
    expect(await start(home, [`${folder}/tracker`, ...words]).ended).toEqual(printed('sandbox\n'));
    rmSync(folder, { recursive: true });
  });
});

describe('sandbox run, interrupted', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('ends its command on %s and tidies up', async (signal, code) => {
    const running = start(home, [
      'tracker',
      'sandbox',
      'run',
      ...empty,
      '--',
      'sh',
      '-c',
      'echo ready >&2; exec sleep 60',
    ]);
    await running.waitFor(/ready/);
    const began = performance.now();
    running.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(performance.now() - began).toBeLessThan(onBusy(2_000));
  });

  test('ends a command that does not listen, and tidies up', async () => {
    const deaf = 'trap "" TERM; echo ready >&2; while :; do sleep 1; done';
    const running = start(home, ['tracker', 'sandbox', 'run', ...empty, '--', 'sh', '-c', deaf]);
    await running.waitFor(/ready/);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(143);
  });
});

describe('the trouble of sandbox run', () => {
  test('--fault of a lasting kind fails with one line', async () => {
    const { code, stdout, stderr } = await runIn(['--fault', 'GET /tasks=500x9', ...empty], 'exec tracker tasks list');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const said = 'The sandbox was told to fail this request.';
    expect(stderr).toMatch(new RegExp(`^error: \\S+ returned 500 \\(Internal Server Error\\): ${said}\\n$`));
  });
});
