import { beforeAll, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { shell, tracker } from '../support/computer/program.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';

const home = allTests(makeHome, stopAndClose);
beforeAll(async () => {
  await startSandbox(home, ['--memory', '--seed', 'demo:1']);
});

test('the built program converts a page to markdown, tables included', async () => {
  const { code, stdout, stderr } = await tracker(home, ['wiki', 'view', 'From ticket', '--markdown']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('# From ticket to release\n');
  expect(stdout).toContain('| State | Means |\n| --- | --- |\n');
});

test('unread notifications go through a pipe and are read', async () => {
  const { code, stderr } = await shell(
    home,
    'tracker inbox -u -q -L 3 | tracker inbox read - -q && tracker inbox count',
  );
  expect([code, stderr]).toEqual([0, '']);
  const all = await shell(home, 'tracker inbox read --all && tracker inbox count -q');
  expect(all.stdout).toBe('0\n');
});
