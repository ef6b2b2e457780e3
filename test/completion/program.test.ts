import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instanceFolder } from '../../src/state/references.js';
import { programFile } from '../support/home.js';
import { shell, tracker } from '../support/program.js';
import { makeSeen, type Seen, scripts } from './shell.js';

const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

/** Completes a line in a bash that nobody sits at. */
const inBash = (line: string): string =>
  `source '${scripts}/tracker.bash'; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'; COMP_TYPE=9 COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _tracker; echo "\${COMPREPLY[*]}"`;
const inFish = (line: string): string =>
  `source '${scripts}/tracker.fish'; complete -C '${line}' | string split -f 1 \\t`;

const shells = [
  ['bash', ['bash', '-c'], inBash],
  ['fish', ['fish', '--no-config', '-c'], inFish],
] as const;

let seen: Seen;
beforeAll(() => {
  seen = makeSeen();
});
afterAll(async () => await seen.home.close());

describe.each(shells)('%s and the program', (name, command, script) => {
  const complete = (line: string, env: Readonly<Record<string, string>>, cwd = seen.home.folder): readonly string[] => {
    const [file = '', ...args] = command;
    const { stdout } = spawnSync(file, [...args, script(line)], { env, cwd, encoding: 'utf8', timeout: 20_000 });
    return stdout.split(/\s+/).filter((word) => word !== '');
  };
  /** With the real program in PATH. */
  const real = (): Readonly<Record<string, string>> => ({ ...seen.env, PATH: seen.home.env.PATH ?? '' });
  const list = (): string => join(seen.home.folder, '.cache/tracker/instances.tsv');

  test.skipIf(!has(name))('where word of the servers is missing or old, the program is asked, once', () => {
    rmSync(list());
    expect(complete('tracker tasks view ops', real())).toEqual(['OPS-4']);
    expect(existsSync(list())).toBe(true);
    expect(complete('tracker tasks view ops', seen.env)).toEqual(['OPS-4']);
    const later = new Date(Date.now() + 3_000);
    utimesSync(seen.config, later, later);
    expect(complete('tracker tasks view ops', seen.env)).toEqual([]);
    expect(seen.started()).toMatch(/^\S+\/tracker __complete ?\n$/);
    rmSync(join(seen.home.folder, 'started.txt'));
    const before = new Date(Date.now() - 3_000);
    utimesSync(seen.config, before, before);
  });

  test.skipIf(!has(name))('an address, TRACKER_URL and .tracker.json are for the program to tell', () => {
    expect(complete('tracker tasks view ops', { ...real(), TRACKER_URL: 'http://127.0.0.1:9' })).toEqual(['OPS-4']);
    expect(complete('tracker -I 127.0.0.1:9 tasks view ops', real())).toEqual(['OPS-4']);
    expect(complete('tracker -I 127.0.0.1:10 tasks view ops', real())).toEqual([]);
    const folder = join(seen.home.folder, 'checkout');
    spawnSync('mkdir', ['-p', join(folder, 'below')]);
    writeFileSync(join(folder, '.tracker.json'), '{"instance":"other-one"}');
    expect(complete('tracker tasks view ops', real(), join(folder, 'below'))).toEqual([]);
    expect(complete('tracker -I work tasks view ops', seen.env, folder)).toEqual(['OPS-4']);
    expect(complete('tracker tasks view ops', { ...seen.env, TRACKER_INSTANCE: 'work' }, folder)).toEqual(['OPS-4']);
    expect(complete('tracker tasks view ops', { ...seen.env, TRACKER_INSTANCE: 'other-one' })).toEqual([]);
  });

  test.skipIf(!has(name))('other folders are found as the program finds them', () => {
    const cache = join(seen.home.folder, '.cache/tracker');
    const config = join(seen.home.folder, '.config/tracker');
    const elsewhere = { ...seen.env, HOME: '/nowhere' };
    expect(complete('tracker tasks view ops', elsewhere)).toEqual([]);
    expect(
      complete('tracker tasks view ops', { ...elsewhere, TRACKER_CACHE_DIR: cache, TRACKER_CONFIG_DIR: config }),
    ).toEqual(['OPS-4']);
    const xdg = {
      XDG_CACHE_HOME: join(seen.home.folder, '.cache'),
      XDG_CONFIG_HOME: join(seen.home.folder, '.config'),
    };
    expect(complete('tracker tasks view ops', { ...elsewhere, ...xdg })).toEqual(['OPS-4']);
    expect(complete('tracker tasks view ops', { ...seen.env, XDG_CACHE_HOME: 'relative' })).toEqual(['OPS-4']);
  });

  test.skipIf(!has(name))('who never signed in starts nothing', () => {
    rmSync(join(seen.home.folder, 'started.txt'), { force: true });
    const env = { ...seen.env, TRACKER_CONFIG_DIR: '/nowhere/config', TRACKER_CACHE_DIR: '/nowhere/cache' };
    expect(complete('tracker tasks view ops', env)).toEqual([]);
    expect(complete('tracker tasks vi', env)).toEqual(['view']);
    expect(seen.started()).toBe('');
  });

  test.skipIf(!has(name))('what is no plain file, or no line of ours, is left alone', () => {
    const folder = join(seen.home.folder, '.cache/tracker', instanceFolder('http://127.0.0.1:9'));
    const tasks = join(folder, 'tasks.tsv');
    const kept = readFileSync(tasks);
    const long = 'OPS-'.padEnd(100_000, '9');
    for (const put of [
      () => spawnSync('mkfifo', [tasks]),
      () => symlinkSync('/dev/zero', tasks),
      () => mkdirSync(tasks),
      () => writeFileSync(tasks, `${long}\tuuid\ttitle\n${long}\n`),
    ]) {
      rmSync(tasks, { recursive: true });
      put();
      expect(complete('tracker tasks view ops', seen.env)).toEqual([]);
    }
    writeFileSync(tasks, `${long}\tuuid\ttitle\n${kept}`);
    expect(complete('tracker tasks view ops', seen.env)).toEqual(['OPS-4']);
    rmSync(tasks);
    writeFileSync(tasks, kept);
    const listed = readFileSync(list());
    rmSync(list());
    spawnSync('mkfifo', [list()]);
    expect(complete('tracker tasks view ops', seen.env)).toEqual([]);
    rmSync(list());
    writeFileSync(list(), listed);
    rmSync(join(seen.home.folder, 'started.txt'), { force: true });
  });

  test.skipIf(!has(name) || !has('strace'))('words, flags, references and values are completed by one process', () => {
    const trace = join(seen.home.folder, `${name}.trace`);
    for (const line of [
      'tracker tasks vi',
      'tracker tasks list --ov',
      'tracker tasks view ops',
      'tracker tasks -s in',
    ]) {
      const traced = ['-f', '-e', 'trace=execve,fork,vfork,clone,clone3', '-o', trace, ...command, script(line)];
      expect(spawnSync('strace', traced, { env: seen.env, encoding: 'utf8' }).stdout.trim()).not.toBe('');
      const calls = readFileSync(trace, 'utf8').split('\n');
      expect(calls.filter((call) => /execve\(.*= 0$/.test(call)).length).toBe(1);
      // fish has threads, which are no processes.
      expect(calls.filter((call) => /fork\(|clone3?\(/.test(call) && !call.includes('CLONE_THREAD'))).toEqual([]);
    }
  });
});

describe('the built program', () => {
  test('prints the script from wherever it is installed', async () => {
    const { home } = seen;
    expect(await tracker(home, 'completion bash')).toEqual({
      code: 0,
      stdout: readFileSync(join(scripts, 'tracker.bash'), 'utf8'),
      stderr: '',
    });
  });

  test.skipIf(!has('bash'))('which bash takes by eval', async () => {
    const line = `bash -c 'eval "$(tracker completion bash)"; complete -p tracker'`;
    expect(await shell(seen.home, line)).toEqual({ code: 0, stdout: 'complete -F _tracker tracker\n', stderr: '' });
  });

  test('answers a shell in silence, whatever it is asked, and loads three files for it', async () => {
    const { home } = seen;
    for (const words of [[], ['work'], ['-x'], ['', 'a', 'b'], ['http://[']])
      expect(await tracker(home, ['__complete', ...words])).toMatchObject({ code: 0, stderr: '' });
    expect(await tracker(home, '__complete', { env: { HOME: '' } })).toEqual({ code: 0, stdout: '\n', stderr: '' });
    const report = `process.on('exit', () => console.log(Object.keys(require.cache).length - 1, process.moduleLoadList.filter((each) => /NativeModule (http|net|tls|crypto|url)$/.test(each)).length))`;
    const file = home.write('report.cjs', report);
    const { stdout } = spawnSync(process.execPath, ['--require', file, programFile, '__complete'], {
      env: home.env,
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^3 [01]$/);
  });
});
