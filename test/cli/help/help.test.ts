import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { topics } from '../../../src/cli/topics/index.js';
import { nouns } from '../../../src/commands/nouns.js';
import { narrow, openWorld, refused, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(() => openWorld({ seed: 'empty:1' }));

const verbs = nouns.flatMap(({ name, verbs }) => verbs.map((verb) => `${name} ${verb.name}`));
const commands = nouns.map(({ name }) => name);

/** The texts that the build has made for pipes. */
const prepared = new Map(
  readFileSync(new URL('../../../dist/help.txt', import.meta.url), 'utf8')
    .split('\f')
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)] as const),
);

test('the build makes the help of every noun, verb and topic, and of tracker itself', async () => {
  const names = topics.map(({ name }) => name);
  expect([...prepared.keys()].toSorted()).toEqual(['', '--brief', ...commands, ...verbs, ...names].toSorted());
  for (const words of ['', ...names])
    expect(prepared.get(words)).toBe((await world.run(`help ${words}`.trim(), { ...narrow, signedIn: false })).stdout);
});

describe('every help text', () => {
  test.each([...commands, ...verbs])('%s', async (words) => {
    const asked = await world.run(`help ${words}`, { ...narrow, signedIn: false });
    expect(asked).toEqual({ code: 0, stderr: '', stdout: prepared.get(words) });
    expect(asked.stdout).toMatch(/^[A-Z].*\.\n\nUsage: tracker /);
    expect(asked.stdout).toContain(`Usage: tracker ${words}`);
    expect(asked.stdout.endsWith('\n')).toBe(true);
    expect(asked.stdout).not.toMatch(/undefined|\[object|\n\n\n|[ \t]\n/);
    expect(await world.run(`${words} --help`, narrow)).toEqual(asked);
    expect(await world.run(`${words} -h`, { ...narrow, signedIn: false })).toEqual(asked);
  });

  test.each(['', ...commands, ...verbs])(
    'tracker %s fits the terminal, and never more than 100 columns',
    async (words) => {
      const widest = async (columns: number): Promise<number> => {
        const { stdout } = await world.run(`help ${words}`, { terminal: { columns }, env: { NO_COLOR: '1' } });
        return Math.max(...proseOf(stdout).map((line) => line.length));
      };
      expect(await widest(80)).toBeLessThanOrEqual(80);
      expect(await widest(300)).toBeLessThanOrEqual(100);
    },
  );

  /** Command lines to copy are only broken where their words allow it. */
  const proseOf = (help: string): readonly string[] => {
    const lines = help.split('\n');
    const examples = lines.indexOf('Examples:');
    return examples < 0 ? lines : lines.filter((line, at) => at < examples || !line.startsWith('  '));
  };

  test('example lines fit 100 columns too', async () => {
    for (const words of ['', ...commands, ...verbs]) {
      const { stdout } = await world.run(`help ${words}`, wide);
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    }
  });
});

test.each([
  ['everything', ['help', '--help', '-h', 'help -yh']],
  ['noun', ['help tasks', 'help task', 'tasks --help', 'task -h']],
  [
    'verb',
    ['help projects view', 'help project show', 'help projects view -yh', 'projects view --help', 'projects view x -h'],
  ],
])('the help of %s, by any name', async (what, lines) => {
  for (const line of lines) {
    const { code, stdout, stderr } = await world.run(line, wide);
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`expected/${what}.txt`);
  }
});

test('texts are wrapped in their own column', async () => {
  const { stdout } = await world.run('help tasks list', narrow);
  expect(stdout).toContain(`
      --due <day>            only tasks due DAY, <DAY, <=DAY, >DAY, >=DAY,
                             DAY..DAY, "this week", "next week", overdue or
                             none; days are 2026-11-20, today, tomorrow, 3d, 2w,
                             fri or dec 3
`);
  expect(stdout).toContain(`
Output:
  Columns, in order: ref, title, status, priority, due, assigneeNames, type,
  projectKey. `);
  expect(stdout).toContain('\n  Formats: a table on a terminal, TSV in a pipe; --json, --jsonl,');
});

test('60 columns are enough for the first page, and for the help of a noun and a verb', async () => {
  for (const line of ['', 'help attachments', 'help tasks list', 'help snooze']) {
    const { stdout } = await world.run(line, { terminal: { columns: 60 }, env: { NO_COLOR: '1' } });
    expect(stdout.split('\n').filter((each) => each.length > 60 && !each.startsWith('  tracker '))).toEqual([]);
  }
});

test('headings are bold on a terminal with colour', async () => {
  const at = { columns: 80 };
  const { stdout } = await world.run('help tasks view', { terminal: at });
  for (const heading of ['Usage:', 'Arguments:', 'Flags:', 'Output:', 'Examples:'])
    expect(stdout).toContain(`\n\u001b[1m${heading}\u001b[22m`);
  expect((await world.run('help tickets reply', { terminal: at })).stdout).toContain('\nA reply is public: ');
  const plain = await world.run('help tasks view', { terminal: at, env: { NO_COLOR: '1' } });
  expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.stdout);
  expect((await world.run('tasks view --help --color never', { terminal: at })).stdout).toBe(plain.stdout);
  expect((await world.run('help tasks view')).stdout).not.toContain('\u001b');
});

const helpOf = (...names: readonly string[]): string => names.map((name) => `tracker help ${name}`).join(' or ');

test.each([
  ['help taks', "unknown command or topic 'taks' (did you mean tasks?)", 'tracker help tasks'],
  ['help auth', "unknown command or topic 'auth'", helpOf('login', 'logout', 'whoami', 'token')],
  ['help issues', "unknown command or topic 'issues'", helpOf('tasks', 'tickets')],
  ['help tasks viw', "unknown command 'viw' (did you mean view?)", 'tracker help tasks'],
  ['-v', "unknown option '-v'", 'tracker --version'],
  ['xyzzy --help', "unknown command 'xyzzy'", 'tracker help'],
  ['tasks xyzzy -h', "unknown command 'xyzzy'", 'tracker help tasks'],
])('%s is no help on something else', async (line, error, hint) => {
  expect(await world.run(line)).toEqual(refused(2, error, hint));
});

test('help needs neither a sign-in nor files', async () => {
  const machine = await world.machine();
  world.takeRequests();
  const env = { TRACKER_CONFIG_DIR: '', TRACKER_CACHE_DIR: '', TRACKER_STATE_DIR: '', TRACKER_DATA_DIR: '' };
  for (const line of ['help', 'help tasks list', 'help --json', '--version'])
    expect((await machine.run(line, { env })).code).toBe(0);
  expect(world.takeRequests()).toEqual([]);
});
