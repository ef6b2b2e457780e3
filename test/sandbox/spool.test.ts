import fs, { mkdtempSync, readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
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

it('its file is removed once it is closed where an open one cannot be, as on Windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-spool-'));
  vi.stubEnv('TMPDIR', folder);
  const { rmSync } = fs;
  const putBack = (): void => {
    fs.rmSync = rmSync;
    syncBuiltinESMExports();
  };
  onTestFinished(() => {
    putBack();
    rmSync(folder, { recursive: true });
  });
  fs.rmSync = () => {
    throw Object.assign(new Error('open'), { code: 'ENOTEMPTY' });
  };
  syncBuiltinESMExports();
  const spool = openSpool();
  const file = spool.begin();
  file.write(Buffer.from('text'));
  putBack();
  expect(String(file.read())).toBe('text');
  spool.close();
  expect(readdirSync(folder)).toEqual([]);
});
