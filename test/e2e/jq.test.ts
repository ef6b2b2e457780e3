import { describe, expect, test } from 'vitest';
import { start, tracker } from '../support/computer/program.js';
import { printed } from '../support/run.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';

const home = allTests(startSandboxHome, stopAndClose);

describe('the built program with --jq', () => {
  test('finds jq in its package, from any folder', async () => {
    expect(await tracker(home, ['tasks', 'view', 'SCM-12', '--jq', '.ref'], { folder: '/' })).toEqual(
      printed('SCM-12\n'),
    );
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('an expression without an end is ended by %s', async (signal, code) => {
    const endless = start(home, ['tracker', '--debug', 'tasks', '--jq', 'def f: f; f']);
    await endless.waitFor(/GET .*tasks.* 200|200.*tasks/);
    const before = Date.now();
    endless.kill(signal);
    const { code: ended, stdout } = await endless.ended;
    expect({ ended, stdout }).toEqual({ ended: code, stdout: '' });
    expect(Date.now() - before).toBeLessThan(5_000);
  });

  test('ends when jq itself breaks', async () => {
    for (const expression of ['[range(1e9)]|length', 'reduce range(30000) as $i (.; [.])']) {
      const { code, stdout, stderr } = await tracker(home, ['inbox', 'count', '--jq', expression]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(JSON.parse(stderr)).toMatchObject({
        error: { code: 'failed', message: expect.stringMatching(/^--jq: .*too large/) },
      });
    }
  });
});
