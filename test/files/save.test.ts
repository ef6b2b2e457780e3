import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveFile } from '../../src/disk/save-stream.js';
import { realProcesses } from '../disk/real-processes.js';
import { makeFolder } from '../support/computer/folder.js';

test('a download that can be neither linked nor renamed leaves no empty file', async () => {
  const folder = makeFolder();
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x');
    for (const name of readdirSync(folder)) unlinkSync(join(folder, name));
  }
  const saving = saveFile(body(), { path: join(folder, 'a.txt'), clobber: false }, realProcesses);
  await expect(saving).rejects.toThrow(/^cannot write .*a\.txt: ENOENT$/);
  expect(readdirSync(folder)).toEqual([]);
});
