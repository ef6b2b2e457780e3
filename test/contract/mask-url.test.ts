import { expect, test } from 'vitest';
import { maskTyped, quoteTyped } from '../../src/contract/text/mask-url.js';

test.each(['# c', 'what?', 'is it? yes', 'SCM-12 # the lamp', '@mara', 'tell @mara', '?#', 'note@', 'note@ x'])(
  '%s is not an address, and shown as typed',
  (text) => {
    expect(quoteTyped(text)).toBe(JSON.stringify(text));
  },
);

test.each([
  ['https://h.example/a?token=canary', 'https://h.example/a?***'],
  ['h.example#canary', 'h.example#***'],
  ['localhost?token=canary', 'localhost?***'],
  ['?token=canary', '?***'],
  ['localhost:80/#canary', 'localhost:80/#***'],
  ['/callback?canary', '/callback?***'],
  ['https://h/a b?token=canary and more', 'https://h/a b?***'],
  ['https://me:canary@h', 'https://***@h'],
  ['me:can ary@h', '***@h'],
  ['me:canary@', '***@'],
  ['https://canary@', 'https://***@'],
  ['canary@h?x=canary', '***@h?***'],
])('of %s nothing secret is shown', (text, told) => {
  expect(maskTyped(text)).toBe(told);
});
