import { dirname, join, resolve } from 'node:path';
import { attempt } from '../../contract/errors.js';
import { readRegular } from '../../disk/read-regular.js';

/**
 * The references that the name of a branch is about: `SCM-12` for `feature/scm-12-night-ferry`. Several of one project are
 * rivals; words like `utf-8` after the reference do not count.
 */
export function referencesIn(branch: string): readonly string[] {
  const [first, ...others] = new Set(branch.toUpperCase().match(/(?<![A-Z0-9])[A-Z][A-Z0-9]*-\d+(?![A-Z0-9])/g));
  if (first === undefined) return [];
  const projectOf = (ref: string): string => ref.replace(/\d+$/, '');
  return [first, ...others.filter((each) => projectOf(each) === projectOf(first))];
}

/** The branch that is checked out in a folder, read without starting git. Undefined if there is none, or it cannot be read. */
export function readBranch(folder: string): string | undefined {
  const git = join(folder, '.git');
  const head = read(join(git, 'HEAD')) ?? headOfWorktree(git);
  if (head !== undefined) return /^ref: refs\/heads\/(.+)/.exec(head)?.[1];
  return dirname(folder) === folder ? undefined : readBranch(dirname(folder));
}

/** Why git failed in a folder: in git's words, unless it is simply not in a repository. */
export function gitTrouble(folder: string, stderr: string): string {
  return stderr.includes('not a git repository') || stderr === ''
    ? `${folder} is not in a git repository`
    : `git: ${gitReason(stderr)}`;
}

/** What git says, as one line. */
export function gitReason(stderr: string): string {
  return (
    stderr
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/^(?:fatal|error): /, '')
      .slice(0, 400) || 'unknown error'
  );
}

/** In a worktree or submodule, `.git` is a file that says where the rest is. */
function headOfWorktree(git: string): string | undefined {
  const folder = /^gitdir: (.+)/.exec(read(git) ?? '')?.[1];
  return folder === undefined ? undefined : (read(resolve(dirname(git), folder, 'HEAD')) ?? '');
}

function read(file: string): string | undefined {
  return attempt(() => readRegular(file))?.toString('utf8');
}
