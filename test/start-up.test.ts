import { spawnSync } from 'node:child_process';
import { openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nouns } from '../src/commands/nouns.js';
import { makeFolder } from './support/computer/folder.js';
import { builtFile } from './support/computer/program-file.js';

/** Built-ins that take milliseconds to load and that a list over plain http does not need. */
const dear = [
  'tls',
  'crypto',
  'child_process',
  'assert',
  'https',
  'readline',
  'worker_threads',
  'perf_hooks',
  'os',
  'dns',
  'zlib',
  'timers/promises',
];

const folder = makeFolder();
const env = { PATH: process.env.PATH ?? '', HOME: folder, PAGER: 'cat' };

/** The modules a run has loaded: our JavaScript files, and Node's own. */
interface Loaded {
  readonly files: readonly string[];
  readonly builtins: readonly string[];
}

beforeAll(() => {
  // `(terminal)` as the first word makes a run take its streams for a terminal.
  const report = `const { writeFileSync } = require('node:fs');
    const mine = __filename;
    if (process.argv[2] === '(terminal)') {
      process.argv.splice(2, 1);
      for (const stream of [process.stdout, process.stderr]) Object.defineProperty(stream, 'isTTY', { value: true });
      const fs = require('node:fs');
      const { fstatSync } = fs;
      fs.fstatSync = (file) => (file === 1 || file === 2 ? fs.statSync('/dev/zero') : fstatSync(file));
    }
    `;
  writeFileSync(
    join(folder, 'report.cjs'),
    `${report}process.on('exit', () => writeFileSync(process.env.REPORT, JSON.stringify({
      files: Object.keys(require.cache).filter((file) => file !== mine),
      builtins: process.moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13)) })));`,
  );
  const started = run(['sandbox', 'start', '--memory', '--seed', 'demo:1']);
  expect(started.status, started.stderr).toBe(0);
  // A sandbox is checked before each request; the guards are about servers that are not.
  const url = /running at (\S+)/.exec(started.stderr)?.[1] ?? '';
  const signedIn = run(['login', url, '--name', 'server', '--token'], run(['token']).stdout);
  expect(signedIn.status, signedIn.stderr).toBe(0);
  const config = join(folder, '.config', 'tracker', 'config.json');
  const stored = JSON.parse(readFileSync(config, 'utf8'));
  stored.instances.server.sandboxFolder = undefined;
  writeFileSync(config, JSON.stringify(stored));
  // The first ones fill the index; the limits are for those after them.
  expect(run(['tasks', 'list', '--json']).status).toBe(0);
  expect(run(['tasks', 'view', 'SCM-36']).status).toBe(0);
});

afterAll(() => run(['sandbox', 'stop']));

function run(
  words: readonly string[],
  input = '',
): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, [builtFile, ...words], { env, cwd: folder, encoding: 'utf8', input });
}

const known = new Map<string, Loaded>();

/** What a run loads; it is run once for all tests, unless `again` is true. */
function load(words: readonly string[], again = false): Loaded {
  const name = words.join(' ');
  const loaded = (again ? undefined : known.get(name)) ?? report(words);
  known.set(name, loaded);
  return loaded;
}

function report(words: readonly string[]): Loaded {
  const file = join(folder, 'report.json');
  const args = ['--require', join(folder, 'report.cjs'), builtFile, ...words];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...env, REPORT: file },
    cwd: folder,
    encoding: 'utf8',
    // Otherwise it is a socket, which needs the stream of Node.
    stdio: ['pipe', openSync(join(folder, 'output.txt'), 'w'), 'pipe'],
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(readFileSync(file, 'utf8')) as Loaded;
}

describe('what a start costs, without a clock', () => {
  // A new verb only adds its name, aliases and summary, which are left out here.
  const declared = JSON.stringify(nouns).length;

  // Each path has its own limit, 2 % above what it loads, so that a few lines of shared code fit and a package does not.
  test.each([
    [['--version'], 16_300, 2],
    [['--help'], 16_300, 2],
    [['tasks', 'list', '--help'], 16_300, 2],
    [['help', 'tasks', '-y'], 102_500, 4],
    [['__complete', 'bash', '--', 'tracker tasks list --st'], 52_500, 3],
    [['config', 'path'], 105_500, 5],
    [['tasks', 'list', '--json'], 191_000, 6],
    [['tasks', 'list', '--tsv'], 191_000, 6],
    [['tasks', 'list', '--json', '--max-age', '1h'], 199_000, 7],
    [['(terminal)', 'tasks', 'list'], 246_500, 8],
    [['tickets', 'list', '--json'], 223_000, 9],
    [['search', 'ferry', '--json'], 210_000, 8],
    [['tasks', 'view', 'SCM-36'], 214_000, 7],
    [['(terminal)', 'tasks', 'view', 'SCM-36'], 301_000, 9],
    [['view', 'SCM-36'], 239_000, 12],
    [['inbox'], 212_000, 8],
    [['tasks', 'comment', 'SCM-36', '--body', 'x'], 323_000, 11],
    [['tasks', 'create', '--title', 'x', '--project', 'SCM'], 333_000, 11],
    [['tasks', 'edit', 'SCM-36', '--due', 'fri'], 345_000, 13],
  ])('%j loads at most %i bytes of JavaScript in %i files', (words, mostBytes, mostFiles) => {
    const { files } = load(words);
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThanOrEqual(mostFiles);
    const isCommand = files.some((file) => basename(file) === 'core.js');
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, isCommand ? -declared : 0);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

  test('a list over plain http loads no costly built-in', () => {
    const words = ['tasks', 'list', '--json'];
    // An answer that is kept for the first time gets a checksum, from zlib.
    load(words, true);
    const { builtins } = load(words, true);
    expect(builtins).toContain('http');
    expect(builtins.filter((name) => dear.includes(name))).toEqual([]);
  });

  test('a list from memory loads no http and no net', () => {
    const { builtins } = load(['tasks', 'list', '--json', '--max-age', '1h']);
    expect(builtins.filter((name) => ['http', 'net'].includes(name))).toEqual([]);
  });

  test('what neither asks a server nor prints help loads no http, no streams and no Commander', () => {
    const { files, builtins } = load(['config', 'path']);
    expect(builtins.filter((name) => ['http', 'net', 'stream', 'tty', ...dear].includes(name))).toEqual([]);
    expect(files.map((file) => basename(file))).not.toContain('help.js');
    expect(load(['tasks', 'list', '--json']).files.map((file) => basename(file))).not.toContain('help.js');
  });

  test('--version and help in a pipe load two files, and no http', () => {
    expect(load(['--version']).files.length).toBe(2);
    for (const words of [['--help'], ['tasks', '--help'], ['help'], ['help', 'tasks']]) {
      const { files, builtins } = load(words);
      expect(files.length).toBe(2);
      expect(builtins).not.toContain('http');
    }
  });

  test('a topic of help loads its own text, and nothing that a command needs', () => {
    const { files, builtins } = load(['help', 'exit-codes', '-y']);
    expect(files.map((file) => basename(file))).toContain('cli-topics-exit-codes.js');
    expect(files.length).toBeLessThanOrEqual(5);
    expect(builtins).not.toContain('http');
  });

  test('the help of login loads no login mode, and no undici', () => {
    const { files, builtins } = load(['login', '--help', '-y']);
    expect(files.filter((file) => basename(file).startsWith('auth-login-modes-'))).toEqual([]);
    expect(builtins.filter((name) => name.startsWith('internal/deps/undici'))).toEqual([]);
    expect(files.map((file) => basename(file)).filter((name) => name.includes('undici'))).toEqual([]);
  });

  const hasStrace = spawnSync('strace', ['-V']).status === 0;
  const traced = (words: readonly string[]): readonly string[] => {
    const trace = join(folder, 'trace.txt');
    const args = ['-f', '-e', 'trace=%file', '-o', trace, process.execPath, builtFile, ...words];
    // Each folder above the working one is searched for a .tracker.json.
    const { status, stderr } = spawnSync('strace', args, {
      env: { ...env, TZ: 'UTC' },
      cwd: '/usr/bin',
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => {
        const [, path] = /"([^"]+)"/.exec(line) ?? [];
        return path !== undefined && !ofNode.test(line) && !folder.startsWith(`${path}/`);
      });
  };

  /** What depends on the version of Node: looking at package.json, keeping compiled code, finding time zone and processors. */
  const ofNode = /package\.json|\/compiled|getcwd|\/sys\/|zoneinfo/;

  // What else Node does depends on the computer and how deep the checkout is; --version does the same. How deep the home is
  // does not count, and about 30 see that nobody else can write to its folders.
  const mostCalls = 60;
  test.skipIf(!hasStrace)(`a list makes at most ${mostCalls} more system calls that name a path than --version`, () => {
    const ofVersion = traced(['--version']).length;
    // A slow run prepares for a rotated token while it waits; on a busy computer many are slow.
    let calls = Number.POSITIVE_INFINITY;
    for (let tries = 20; tries > 0 && calls > mostCalls; tries--)
      calls = Math.min(calls, traced(['tasks', 'list', '--json']).length - ofVersion);
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThanOrEqual(mostCalls);
  });

  test.skipIf(!hasStrace)('checking that the sandbox is running takes 4 of them', () => {
    const running = join(folder, '.local/share/tracker/sandbox');
    const { process: id } = JSON.parse(readFileSync(join(running, 'running.json'), 'utf8'));
    const checks = (words: readonly string[]): readonly string[] =>
      traced(words).filter((line) => line.includes(running) || line.includes(`/proc/${id}/`));
    const words = ['tasks', 'list', '--json'];
    expect(checks(['-I', 'sandbox', ...words])).toHaveLength(4);
    expect(checks(words)).toEqual([]);
  });
});
