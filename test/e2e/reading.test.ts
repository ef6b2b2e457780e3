import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { shell, tracker } from '../support/computer/program.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';

let home: Home;
beforeAll(async () => {
  home = makeHome();
  await startSandbox(home, ['--memory', '--seed', 'demo:1']);
});
afterAll(async () => await stopAndClose(home));

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
