import { execFileSync } from 'node:child_process';

/** The environment in which commands find git. */
export const withGit = { PATH: process.env.PATH ?? '' };

/** Runs git with these words in a folder, and gives what it prints. Throws an Error if it fails. */
export function runGit(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Makes a folder a repository with a commit, on this branch. */
export function makeRepository(folder: string, branch: string): void {
  runGit(folder, 'init', '--quiet', '--initial-branch', branch, '.');
  runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', 'x');
}
