import { expect, test } from 'vitest';
import { wrapSentence } from '../../../src/output/text/wrap.js';
import { fakeStreams } from '../../support/terminal/fake-streams.js';

const terminal = fakeStreams({ terminal: { columns: 20 } }).io.stderr;

test('breaks a line between words at the width of the terminal', async () => {
  expect(await wrapSentence(terminal, 'error: the status of this ticket cannot be changed')).toBe(
    'error: the status of\nthis ticket cannot\nbe changed',
  );
});

test('indents all lines like the first', async () => {
  expect(await wrapSentence(terminal, '  BERG-9 "Two invoices for July"')).toBe('  BERG-9 "Two\n  invoices for July"');
});

test('counts wide characters as two cells', async () => {
  expect(await wrapSentence(terminal, '日本語日本語 日本語日本語 a')).toBe('日本語日本語\n日本語日本語 a');
});

test('leaves a URL and the command of a hint whole', async () => {
  expect(await wrapSentence(terminal, 'see https://work.example/tickets?ticket=1 now')).toBe(
    'see\nhttps://work.example/tickets?ticket=1\nnow',
  );
  expect(await wrapSentence(terminal, 'hint: to see it: tracker tickets view BERG-9')).toBe(
    'hint: to see it:\ntracker tickets view BERG-9',
  );
  expect(await wrapSentence(terminal, 'hint: tracker tickets view BERG-9')).toBe('hint:\ntracker tickets view BERG-9');
  const install = `echo 'eval "$(tracker completion bash)"' >> ~/.bashrc`;
  expect(await wrapSentence(terminal, `  hint: ${install}`)).toBe(`  hint:\n  ${install}`);
  expect(await wrapSentence(terminal, 'hint: if a is yours: chmod u+rwx "a b"')).toBe(
    'hint: if a is yours:\nchmod u+rwx "a b"',
  );
});

test('breaks a hint that names two commands', async () => {
  expect(await wrapSentence(terminal, 'hint: tracker reply X, or tracker note X')).toBe(
    'hint: tracker reply\nX, or tracker note X',
  );
});

test('leaves a line for a pipe as it is', async () => {
  const line = 'error: the status of this ticket cannot be changed';
  expect(await wrapSentence(fakeStreams({}).io.stderr, line)).toBe(line);
});
