import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trapFolder } from './traps.js';

/** The git of this computer, which only tests that are about git start. */
const real = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => folder !== trapFolder())
  .map((folder) => join(folder, 'git'))
  .find(existsSync);

/** Whether this computer has no git. */
export const gitMissing = real === undefined;

/** A folder in which git is, and nothing else. */
function makeGitFolder(): string {
  const folder = join(tmpdir(), `git-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'git');
  if (real && !existsSync(path)) symlinkSync(real, path);
  return folder;
}

const gitFolder = makeGitFolder();

/** The environment in which commands find git before what is in this PATH, without the settings somebody made on this computer. */
export function gitBefore(path: string): Readonly<Record<string, string>> {
  return { PATH: `${gitFolder}:${path}`, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
}

/** The same, with the programs of this computer. */
export const withGit = gitBefore(process.env.PATH ?? '');

/** Runs git with these words in a folder, and gives what it prints. Throws an Error if it fails. */
export function runGit(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...withGit },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Makes a folder a repository with a commit, on this branch. */
export function makeRepository(folder: string, branch: string): void {
  runGit(folder, 'init', '--quiet', '--initial-branch', branch, '.');
  runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', 'x');
}
