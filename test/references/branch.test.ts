import { beforeEach, describe, expect, test } from 'vitest';
import { makeRepository, runGit, withGit } from '../support/computer/git.js';
import { missing } from '../support/computer/missing.js';
import { openWorld, owner, printed, refused } from '../support/run.js';
import { allTests, eachTest } from '../support/set-up.js';

const hint = 'specify the reference, or switch to a branch created by tracker tasks branch REF';

describe('@branch', () => {
  const world = allTests(openWorld);
  const machine = eachTest(() => world.machine(owner));
  beforeEach(async () => {
    await machine.run('tasks list --scope all -q');
    world.takeRequests();
  });

  const onBranch = (name: string): void => makeRepository(machine.workingFolder, name);
  const run = (words: string) => machine.run(words, { env: withGit });
  /** A verb for one, one for many, and one that only opens. */
  const expectRefusal = async (code: number, error: string, more: string | undefined = hint): Promise<void> => {
    for (const line of ['tasks view @branch', 'tasks done SCM-1 @branch', 'open @branch --print'])
      expect(await run(line), line).toEqual(refused(code, error, more));
    expect(world.takeRequests()).toEqual([]);
  };

  test('outside a git repository', async () => {
    await expectRefusal(2, `@branch: ${machine.workingFolder} is not in a git repository`);
  });

  test('in a repository that git refuses to read', async () => {
    onBranch('scm-12-night');
    const env = { ...withGit, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    const ran = await machine.run('tasks view @branch', { env });
    expect(ran.stderr).toMatch(/^error: @branch: git: detected dubious ownership in repository at /);
    const made = await machine.run('tasks branch SCM-12', { env });
    expect(made.stderr).toMatch(/^error: git: detected dubious ownership in repository at /);
  });

  test('with a detached HEAD', async () => {
    onBranch('scm-12-night');
    runGit(machine.workingFolder, 'checkout', '--quiet', '--detach');
    await expectRefusal(2, '@branch: no git branch is checked out here (detached HEAD)');
  });

  test('on a branch without a reference', async () => {
    onBranch('main');
    await expectRefusal(2, '@branch: the branch name "main" contains no reference');
  });

  test('on a branch with two references', async () => {
    onBranch('feature/scm-12-and-scm-13');
    await expectRefusal(
      4,
      '@branch: the branch name "feature/scm-12-and-scm-13" contains several references: SCM-12, SCM-13',
    );
  });

  test.each([
    ['scm-12-night-ferry', 'SCM-12'],
    ['feature/SCM-12_fix', 'SCM-12'],
    ['mara/scm-12', 'SCM-12'],
    ['scm-12/part-two/SCM-12', 'SCM-12'],
    // What follows a reference is its title, which may hold words with numbers.
    ['scm-12-shifts-of-5-to-utf-8', 'SCM-12'],
  ])('on %s it is %s', async (branch, ref) => {
    onBranch(branch);
    expect(await run('tasks view @branch --fields ref')).toEqual(printed(`ref\t${ref}\n`));
  });

  test('without git', async () => {
    expect(await machine.run('tasks view @branch', { env: { PATH: missing } })).toMatchObject({
      code: 1,
      stderr: 'error: cannot run git: it is not in PATH\n',
    });
  });
});
