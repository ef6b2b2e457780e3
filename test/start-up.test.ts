import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'bin', 'tracker.js');

/** Built-ins that cost milliseconds, and that a plain-http list has no use for. */
const dear = ['tls', 'crypto', 'child_process', 'assert', 'https', 'zlib', 'readline', 'worker_threads', 'undici'];

const folder = mkdtempSync(join(tmpdir(), 'tracker-start-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder };

/** What a run has loaded: our JavaScript files, and Node's own modules. */
interface Loaded {
  readonly files: readonly string[];
  readonly builtins: readonly string[];
}

beforeAll(() => {
  const report = "const { writeFileSync } = require('node:fs');\nconst mine = __filename;\n";
  writeFileSync(
    join(folder, 'report.cjs'),
    `${report}process.on('exit', () => writeFileSync(process.env.REPORT, JSON.stringify({
      files: Object.keys(require.cache).filter((file) => file !== mine),
      builtins: process.moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13)) })));`,
  );
  const started = run(['sandbox', 'start', '--memory', '--seed', 'demo:1']);
  expect(started.status, started.stderr).toBe(0);
  // The first list fills the index; the guards are about every one after it.
  expect(run(['tasks', 'list', '--json']).status).toBe(0);
});

afterAll(() => {
  run(['sandbox', 'stop']);
  rmSync(folder, { recursive: true, force: true });
});

function run(words: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, [program, ...words], { env, cwd: folder, encoding: 'utf8' });
}

function load(words: readonly string[]): Loaded {
  const report = join(folder, 'report.json');
  const args = ['--require', join(folder, 'report.cjs'), program, ...words];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...env, REPORT: report },
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(readFileSync(report, 'utf8')) as Loaded;
}

describe('what a start costs, without a clock', () => {
  test('a list opens at most 6 JavaScript files of at most 150 KB together', () => {
    const { files } = load(['tasks', 'list', '--json']);
    expect(files.length).toBeGreaterThan(2);
    expect(files.length).toBeLessThanOrEqual(6);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(150_000);
  });

  test('a list over plain http loads no costly built-in', () => {
    const { builtins } = load(['tasks', 'list', '--json']);
    expect(builtins).toContain('http');
    expect(builtins.filter((name) => dear.includes(name) || name.startsWith('internal/deps/undici'))).toEqual([]);
  });

  test('--version loads two files, help two more, and neither loads http', () => {
    expect(load(['--version']).files.length).toBe(2);
    for (const words of [['--help'], ['tasks', '--help'], ['help'], ['help', 'tasks']]) {
      const { files, builtins } = load(words);
      expect(files.length).toBeLessThanOrEqual(4);
      expect(builtins).not.toContain('http');
    }
  });

  test('a topic of help loads its own text, and nothing that a command needs', () => {
    const { files, builtins } = load(['help', 'exit-codes']);
    expect(files.map((file) => basename(file))).toContain('cli-topics-exit-codes.js');
    expect(files.length).toBeLessThanOrEqual(5);
    expect(builtins).not.toContain('http');
  });

  const hasStrace = spawnSync('strace', ['-V']).status === 0;
  test.skipIf(!hasStrace)('a list makes at most 60 system calls that name a path', () => {
    const trace = join(folder, 'trace.txt');
    const args = ['-f', '-e', 'trace=%file', '-o', trace, process.execPath, program, 'tasks', 'list', '--json'];
    // Each folder above the working folder is looked into for a .tracker.json.
    const cwd = '/usr/bin';
    const { status, stderr } = spawnSync('strace', args, { env, cwd, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const calls = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => /"[^"]+"/.test(line));
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.length).toBeLessThanOrEqual(60);
  });
});
