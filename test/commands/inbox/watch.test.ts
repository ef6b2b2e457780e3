import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type LiveWorld, openLiveWorld, type RunningCommand } from '../../support/live-world.js';
import { refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const sean = 'sean@lantern.example';

const world = allTests(openLiveWorld);
let running: RunningCommand | undefined;

afterEach(async () => await running?.stop());

/** Starts a command and waits until it listens and knows what is there. */
async function watching(
  line: string | readonly string[],
  options: Parameters<LiveWorld['start']>[1] = {},
): Promise<RunningCommand> {
  const [streams, reads] = [world.streams(), world.reads('/inbox')];
  running = world.start(line, options);
  await until('the stream', () => world.streams() > streams && world.reads('/inbox') > reads);
  return running;
}

/** Causes a notification about a new task with this title. */
async function tell(title: string): Promise<void> {
  const line = ['tasks', 'create', '--project', 'SCM', '-a', 'mara', '-t', title, '-b', 'x'];
  const { code, stderr } = await world.run(line, sean);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

/** The part of each title that tests set. */
const thingsIn = (stdout: string): readonly (string | undefined)[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /thing \d/.exec(JSON.parse(line).title)?.[0]);

/** Whether it runs; one that has ended may still be in the table of processes. */
function isRunning(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('prints only what is new, as it comes, and each once', async () => {
  const { stdout, stop } = await watching('inbox watch --jsonl');
  expect(stdout()).toBe('');
  for (const each of ['thing 1', 'thing 2', 'thing 3']) await tell(each);
  await until('the third', () => stdout().includes('thing 3'));
  await stop();
  expect(thingsIn(stdout())).toEqual(['thing 1', 'thing 2', 'thing 3']);
});

test('at a terminal: lines to read, a bell, and text that drives nothing', async () => {
  const env = { NO_COLOR: '1', TERM_PROGRAM: 'WezTerm' };
  const { stdout, stderr, stop } = await watching('inbox watch --bell', { terminal: { columns: 120 }, env });
  await tell('Hostile \u001b]0;x\u0007;\u009b2J\u202e end');
  await until('the notification', () => stdout().endsWith('end\u0007'));
  const [line, signals] = stdout().split('\n');
  const shown = 'Hostile ^[]0;x^G;<U+009B>2J<U+202E> end';
  expect(line).toMatch(/^\d\d:\d\d {2}Seán O'Connor {2}task assigned {2}\S/);
  expect(line).toContain(shown);
  expect(signals).toMatch(/^\u0007\u001b\]9;tracker, Seán O'Connor: [^\u0000-\u001f\u007f-\u009f\u202e]*\u0007$/);
  expect(signals).toContain(shown);
  expect(stderr()).toBe('live; press Ctrl-C to stop.\n');
  expect((await stop()).code).toBe(130);
});

describe('--exec', () => {
  test('gets the notification, runs in order, and may fail', async () => {
    const { folder } = await world.machine();
    const script = `cat >> '${folder}/seen'; echo "$TRACKER_KIND|$TRACKER_REF|$TRACKER_TITLE|$TRACKER_LINK" >> '${folder}/seen'; exit 3`;
    const { stdout, stderr, stop } = await watching(['inbox', 'watch', '--exec', script, '--fields', 'title'], {
      env: { PATH: process.env.PATH ?? '' },
    });
    const hostile = `$(touch '${folder}/run') \`touch '${folder}/run'\` "; touch '${folder}/run'; ' -x`;
    await tell(hostile);
    await tell('thing 8');
    await until('both', () => stderr().split('exited with 3').length === 3);
    await stop();
    expect(stdout().split('\n').length).toBe(3);
    const [first, named, second, next] = readFileSync(join(folder, 'seen'), 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ kind: 'taskAssigned', title: expect.stringContaining(hostile) });
    expect(named).toMatch(/^taskAssigned\|SCM-\d+\|/);
    expect(named).toContain(`${hostile}|${world.url}/`);
    expect(JSON.parse(second ?? '')).toMatchObject({ title: expect.stringContaining('thing 8') });
    expect(next).toContain('thing 8|');
    expect(() => readFileSync(join(folder, 'run'))).toThrow('ENOENT');
    expect(stderr()).toMatch(/^warning: the --exec command exited with 3 for SCM-\d+$/m);
  });

  test('makes commands in it use the account that watches, and no token of another server', async () => {
    const { folder } = await world.machine();
    const script = `echo "$TRACKER_URL|$TRACKER_ACCOUNT|$TRACKER_TOKEN$TRACKER_TOKEN_FILE|" > '${folder}/env'`;
    await watching(['-I', world.url, 'inbox', 'watch', '--exec', script], {
      env: { PATH: process.env.PATH ?? '', TRACKER_URL: 'https://other.example', TRACKER_TOKEN: 'of-the-other' },
    });
    await tell('thing 0');
    await until('the command', () => existsSync(join(folder, 'env')));
    expect(readFileSync(join(folder, 'env'), 'utf8')).toBe(`${world.url}|work||\n`);
  });

  test('gets a long title whole as input, and its beginning in the environment', async () => {
    const { folder } = await world.machine();
    const script = `printf %s "$TRACKER_TITLE" > '${folder}/env'; cat > '${folder}/input'; exit 3`;
    const { stderr } = await watching(['inbox', 'watch', '--exec', script, '--fields', 'id'], {
      env: { PATH: process.env.PATH ?? '' },
    });
    await tell(`${'é'.repeat(150_000)} thing 0`);
    await until('the end of the command', () => stderr().includes('exited with'));
    expect(stderr()).toContain('exited with 3');
    expect(readFileSync(join(folder, 'env'), 'utf8')).toHaveLength(10_000);
    expect(JSON.parse(readFileSync(join(folder, 'input'), 'utf8')).title).toContain('é thing 0');
  });

  test('gets text in its environment that drives no terminal it is shown on, and the exact text as input', async () => {
    const { folder } = await world.machine();
    const script = `printf %s "$TRACKER_TITLE" > '${folder}/title'; cat > '${folder}/exact'; exit 3`;
    const { stderr } = await watching(['inbox', 'watch', '--exec', script, '--fields', 'id'], {
      env: { PATH: process.env.PATH ?? '' },
    });
    const hostile = 'thing \u001b]0;x\u0007\n\u009b2J\u202e end';
    await tell(hostile);
    await until('the end of the command', () => stderr().includes('exited with'));
    expect(readFileSync(join(folder, 'title'), 'utf8')).toContain('thing ^[]0;x^G <U+009B>2J<U+202E> end');
    expect(JSON.parse(readFileSync(join(folder, 'exact'), 'utf8')).title).toContain(hostile);
  });

  test('may take long: what comes meanwhile is printed, and its command runs afterwards', async () => {
    const { folder } = await world.machine();
    const script = `until [ -e '${folder}/go' ]; do sleep 0.05; done; echo "$TRACKER_TITLE" >> '${folder}/in-order'`;
    const { stdout } = await watching(['inbox', 'watch', '--exec', script, '--jsonl'], {
      env: { PATH: process.env.PATH ?? '' },
    });
    const titles = ['thing 1', 'thing 2', 'thing 3'];
    for (const title of titles) {
      await tell(title);
      await until('the notification', () => stdout().includes(title));
    }
    writeFileSync(join(folder, 'go'), '');
    const seen = (): string =>
      existsSync(join(folder, 'in-order')) ? readFileSync(join(folder, 'in-order'), 'utf8') : '';
    await until('the last command', () => seen().includes('thing 3'));
    expect(seen().match(/thing \d/g)).toEqual(titles);
  });

  test.each([
    ['what it has started ends too', 'sleep 60', 'begun'],
    ['also where all of it ignores SIGTERM', "trap '' TERM; sleep 60", 'ignoring'],
    ['also where only that ignores SIGTERM', "(trap '' TERM; sleep 60; echo)", 'started'],
  ])('is not alone when it ends: %s', async (_, first, name) => {
    const { folder } = await world.machine();
    const script = `${first} & echo $! > '${folder}/child'; mv '${folder}/child' '${folder}/${name}'; wait; echo end`;
    const { stop } = await watching(['inbox', 'watch', '--exec', script], { env: { PATH: process.env.PATH ?? '' } });
    await tell('thing 9');
    await until('the child', () => existsSync(join(folder, name)));
    const child = Number(readFileSync(join(folder, name), 'utf8'));
    expect((await stop()).code).toBe(130);
    await until('its end', () => !isRunning(child));
  });

  test('ends with the watch', async () => {
    const { stderr, stop } = await watching(['inbox', 'watch', '--exec', 'echo began; exec sleep 60'], {
      env: { PATH: process.env.PATH ?? '' },
    });
    await tell('thing 9');
    const reads = world.reads('/inbox');
    await until('the read', () => world.reads('/inbox') >= reads && running?.stdout().includes('thing 9'));
    expect((await stop()).code).toBe(130);
    expect(stderr()).toBe('error: interrupted\n');
  });
});

test.each([
  ['--csv', 'tracker inbox watch prints rows as they arrive and cannot be used with --csv', 'use --jsonl or --tsv'],
  ['--jq .', 'tracker inbox watch cannot be used with --jq', 'use --jsonl and pipe it to jq'],
  ['--bell', '--bell needs a terminal', undefined],
  ['--notify often', '--notify takes auto, always or never, not "often"', undefined],
])('%s is a usage error', async (flags, message, hint) => {
  const { code, stdout, stderr } = await world.run(`inbox watch ${flags}`);
  if (flags.startsWith('--jq'))
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  else expect({ code, stdout, stderr }).toEqual(refused(2, message, hint));
});
