import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileTrouble } from '../../src/disk/file-trouble.js';
import { makeFolder } from '../support/computer/folder.js';

const root = makeFolder();

const denied = Object.assign(new Error(), { code: 'EACCES' });
const hintFor = (what: string, ...names: readonly string[]) => fileTrouble(what, join(root, ...names), denied).hint;

test('what opens a file names a path that exists, as a shell reads it', () => {
  const folder = join(root, 'Application Support');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.json'), '');
  const toOpen = (mode: string, path: string): string => `if '${path}' is yours: chmod ${mode} '${path}'`;
  expect(hintFor('write', 'Application Support', 'new.json')).toBe(toOpen('u+rwx', folder));
  expect(hintFor('read the folder', 'Application Support')).toBe(toOpen('u+rwx', folder));
  expect(hintFor('read', 'Application Support', 'a.json')).toBe(toOpen('u+r', join(folder, 'a.json')));
  // What is missing cannot be opened, nor what is in a closed folder.
  expect(hintFor('write', 'Application Support', 'missing', 'new.json')).toBe(toOpen('u+rwx', folder));
  expect(hintFor('create the folder', 'Application Support', 'missing', 'more')).toBe(toOpen('u+rwx', folder));
  expect(hintFor('read', 'Application Support', 'closed', 'a.json')).toBe(toOpen('u+rwx', folder));
});

test('where too many files are open, the error blames no file', () => {
  const cause = Object.assign(new Error(), { code: 'EMFILE' });
  expect(fileTrouble('read', join(root, 'a.json'), cause).message).toMatch(/^too many files are open/);
});
