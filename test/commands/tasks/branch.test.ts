import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { branchName } from '../../../src/commands/tasks/branch.js';
import { makeRandom } from '../../../src/sandbox/seed/random.js';
import { makeRepository, runGit, withGit } from '../../support/computer/git.js';
import { missing } from '../../support/computer/missing.js';
import { openWorld, printed, refused, remarked } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const scm12 = 'scm-12-night-ferry-to-torshavn-shifts-across-midnight-are';

describe('the name of a branch', () => {
  test.each([
    ['SCM-12', 'Night ferry', 'scm-12-night-ferry'],
    ['SCM-12', '  Größe: "ÆØÅ" & Łódź — l’été!  ', 'scm-12-grosse-aeoa-lodz-lete'],
    ['SCM-12', '', 'scm-12'],
    ['SCM-12', '日本語', 'scm-12'],
    ['SCM-12', '--upload-pack=evil; rm -rf ~', 'scm-12-upload-pack-evil-rm-rf'],
    ['SCM-12', '../../etc/passwd.lock @{-1} ~^:?*[\\ \u001b[31m', 'scm-12-etc-passwd-lock-1-31m'],
    ['--orphan', 'x', 'orphan-x'],
    ['../x', 'y', 'x-y'],
    ['☃', 'y', ''],
    ['SCM-12', `${'x'.repeat(100)}`, `scm-12-${'x'.repeat(53)}`],
    ['SCM-12', `${'word '.repeat(30)}`, 'scm-12-word-word-word-word-word-word-word-word-word-word'],
  ])('%j %j is %j', (ref, title, expected) => {
    expect(branchName(ref, title)).toBe(expected);
  });

  test('whatever the title, git takes it', () => {
    const characters = [...'-./@{~^:\\ \u0000\nß☃éAz9'];
    const random = makeRandom('branch');
    for (let round = 0; round < 200; round++) {
      const title = Array.from({ length: random.int(90) }, () => random.pick(characters)).join('');
      const name = branchName('SCM-12', title);
      expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(name.length).toBeLessThanOrEqual(60);
      // Git takes every name of this form; asking it about a few shows that.
      if (round % 20 === 0) runGit(tmpdir(), 'check-ref-format', '--branch', name);
    }
  });
});

describe('tasks branch', () => {
  const world = eachTest(openWorld);
  const machine = eachTest(() => world.machine('mara@lantern.example'));
  const git = (...words: readonly string[]): string => runGit(machine.workingFolder, ...words);

  const run = (words: string) => machine.run(words, { env: withGit });

  test('creates the branch and switches to it, and back to it later', async () => {
    makeRepository(machine.workingFolder, 'main');
    expect(await run('tasks branch scm-12')).toEqual(remarked('', `Switched to a new branch ${scm12}.\n`));
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe(scm12);
    expect(await run('tasks view @branch --fields ref')).toEqual(printed('ref\tSCM-12\n'));
    git('checkout', '--quiet', 'main');
    expect(await run('tasks branch SCM-12')).toEqual(remarked('', `Switched to the branch ${scm12}.\n`));
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe(scm12);
    const { stdout } = await run('tasks branch SCM-13 --json');
    expect(JSON.parse(stdout)).toMatchObject({ ref: 'SCM-13', created: true });
  });

  test('in a repository without a commit', async () => {
    git('init', '--quiet', '--initial-branch=main', '.');
    expect((await run('tasks branch SCM-12')).code).toBe(0);
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe(scm12);
  });

  test('--print only prints the name, anywhere', async () => {
    expect(await run('tasks branch SCM-12 --print')).toEqual(printed(`${scm12}\n`));
    const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';
    const brief = `ref\tSCM-12\nuuid\t${uuid}\nbranch\t${scm12}\ncomplete\n`;
    expect(await run('tasks branch SCM-12 --print --brief')).toEqual(printed(brief));
    expect(JSON.parse((await run('tasks branch SCM-12 --print --json')).stdout)).toEqual({
      ref: 'SCM-12',
      uuid,
      branch: scm12,
    });
  });

  test('outside a repository nothing is asked', async () => {
    world.takeRequests();
    expect(await run('tasks branch SCM-12')).toEqual(
      refused(1, `${machine.workingFolder} is not in a git repository`, 'use --print to print the branch name only'),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test('what git refuses is said in its words', async () => {
    git('init', '--quiet', '--initial-branch=main', '.');
    const file = join(machine.workingFolder, 'a.txt');
    writeFileSync(file, 'one');
    git('add', 'a.txt');
    git('commit', '--quiet', '--message', 'x');
    git('checkout', '--quiet', '-b', scm12);
    writeFileSync(file, 'two');
    git('commit', '--quiet', '--all', '--message', 'y');
    git('checkout', '--quiet', 'main');
    writeFileSync(file, 'three');
    const { code, stderr } = await run('tasks branch SCM-12');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^error: git cannot switch to ${scm12}: .*a\\.txt.*\n$`)),
    });
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe('main');
  });

  test('without git, and for what does not exist', async () => {
    expect(await machine.run('tasks branch SCM-12', { env: { PATH: missing } })).toMatchObject({
      code: 1,
      stderr: 'error: cannot run git: it is not in PATH\n',
    });
    expect((await run('tasks branch SCM-999 --print')).code).toBe(4);
    expect((await run('tasks branch SCM-12 -n')).code).toBe(2);
  });
});
