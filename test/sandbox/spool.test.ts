import { expect, it } from 'vitest';
import { openSpool } from '../../src/sandbox/http/multipart.js';

it('files whose chunks alternate are whole, until the spool is closed (#10.16)', () => {
  const spool = openSpool();
  const [one, two] = [spool.begin(), spool.begin()];
  for (const chunk of ['a', 'b', 'c']) {
    one.write(Buffer.from(chunk));
    two.write(Buffer.from(chunk.repeat(3)));
  }
  expect([one.size(), two.size()]).toEqual([3, 9]);
  expect([one.read(), two.read()].map(String)).toEqual(['abc', 'aaabbbccc']);
  spool.close();
  expect(() => one.read()).toThrow('cannot be read');
});
