import { expect, test } from 'vitest';
import { openAtHome, wide } from '../../support/run.js';

test('similar lists what has rare words in common, with its status, from what was read here', async () => {
  const { machine } = await openAtHome();
  expect((await machine.run('similar BERG-9')).stdout).toBe('');
  await machine.run('sync --tickets all --tasks all');
  const { code, stdout, stderr } = await machine.run('similar BERG-9', wide);
  expect({ code, rows: stdout.split('\n').slice(0, 2) }).toEqual({
    code: 0,
    rows: [
      expect.stringMatching(/^REF +TYPE +STATUS +TITLE +WORDS$/),
      expect.stringMatching(/^BOP-7 +task +in progress +Invoice totals differ from the ERP by one cent +.*totals/),
    ],
  });
  expect(stderr).toMatch(/^Compared with \d+ texts that were read here; to read more: tracker sync --tickets all$/m);
  expect((await machine.run('similar BERG-9 -q -L 1 --offline')).stdout).toBe('BOP-7\n');
  // A task and a ticket may have one reference, and neither is like itself.
  expect((await machine.run('similar task:SCM-6 -q -L 1')).stdout).toBe('SCM-3\n');
});
