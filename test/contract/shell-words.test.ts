import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../src/contract/text/shell-word.js';

const words = ['SCM-12', '', 'Lunch on Friday', "it's", '$HOME `id` "x" \\', '*', '-b', 'a\nb', '🌙', '~', 'a;b'];

test('a shell takes every word for what it is', () => {
  const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
});

test('words that need no quotes get none', () => {
  expect(['SCM-12', '--from-draft', 'https://a.example/x', '@branch'].map(shellWord)).toEqual([
    'SCM-12',
    '--from-draft',
    'https://a.example/x',
    '@branch',
  ]);
});
