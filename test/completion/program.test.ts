import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountFolder } from '../../src/client/state/account-folder.js';
import { within } from '../support/computer/folder.js';
import { shell, tracker } from '../support/computer/program.js';
import { builtFile, programCommand } from '../support/computer/program-file.js';
import { printed } from '../support/run.js';
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

  test.skipIf(!has(name))('the program is asked once for each TAB', () => {
    rmSync(join(seen.home.folder, 'started.txt'), { force: true });
    complete('tracker tasks view ops', seen.env);
    expect(seen.started()).toBe('x\n');
  });
});

describe('the built program', () => {
  const ask = (...words: readonly string[]) => {
    const [file = '', ...first] = programCommand;
    return spawnSync(file, [...first, '__complete', ...words], { env: seen.env, encoding: 'utf8' });
  };

  test('prints the script from wherever it is installed', async () => {
    const { home } = seen;
    expect(await tracker(home, 'completion bash')).toEqual(
      printed(readFileSync(join(scripts, 'tracker.bash'), 'utf8')),
    );
  });

  test.skipIf(!has('bash'))('which bash takes by eval', async () => {
    const line = `bash -c 'eval "$(tracker completion bash)"; complete -p tracker'`;
    expect(await shell(seen.home, line)).toEqual({ code: 0, stdout: 'complete -F _tracker tracker\n', stderr: '' });
  });

  test('answers a shell in silence, whatever it is asked', async () => {
    const { home } = seen;
    for (const words of [[], ['zsh'], ['-x'], ['zsh', '--', '', 'a', 'b'], ['fish', '--', '-I', 'http://[', 'x']])
      expect(await tracker(home, ['__complete', ...words])).toMatchObject({ code: 0, stderr: '' });
    expect(await tracker(home, ['__complete', 'zsh', '--', 'tas'], { env: { HOME: '' } })).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringContaining('\ntasks\t'),
    });
  });

  test('loads three files for it, small ones, and nothing of the network', () => {
    const report = `process.on('exit', () => console.log(Object.keys(require.cache).length - 1, process.moduleLoadList.filter((each) => /NativeModule (http|net|tls|crypto|url|child_process)$/.test(each)).length))`;
    const file = seen.home.write('report.cjs', report);
    const words = ['--require', file, builtFile, '__complete', 'zsh', '--', 'tasks', 'view', 'ops'];
    const { stdout } = spawnSync(process.execPath, words, { env: seen.env, encoding: 'utf8' });
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^3 [01]$/);
    const built = join(dirname(dirname(builtFile)), 'dist');
    expect(statSync(join(built, 'completion.js')).size).toBeLessThan(36_500);
    expect(statSync(join(built, 'command-tree.json')).size).toBeLessThan(66_500);
  });

  test('leaves alone what is no plain file, or no line of ours', () => {
    const folder = accountFolder(within(join(seen.home.folder, '.cache/tracker')), {
      url: 'http://127.0.0.1:9',
      userId: '',
    });
    const tasks = join(folder, 'tasks.tsv');
    const kept = readFileSync(tasks);
    const offered = (): readonly string[] => ask('zsh', '--', 'tasks', 'view', 'ops').stdout.split('\n').slice(1, -1);
    const long = 'OPS-'.padEnd(100_000, '9');
    for (const put of [
      () => spawnSync('mkfifo', [tasks]),
      () => symlinkSync('/dev/zero', tasks),
      () => mkdirSync(tasks),
      () => writeFileSync(tasks, `${long}\tuuid\ttitle\n${long}\n`),
    ]) {
      rmSync(tasks, { recursive: true });
      put();
      expect(offered()).toEqual([]);
    }
    writeFileSync(tasks, `${long}\tuuid\ttitle\n${kept}`);
    expect(offered()).toEqual(['OPS-4\tExchange the deploy keys']);
  });
});
