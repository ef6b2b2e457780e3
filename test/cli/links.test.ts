import { describe, expect, test } from 'vitest';
import { opensLinks } from '../../src/cli/output-choice.js';
import { openWorld } from '../support/run.js';

describe('terminals known to open links', () => {
  test.each([
    { TERM_PROGRAM: 'iTerm.app' },
    { TERM_PROGRAM: 'vscode' },
    { TERM: 'xterm-kitty' },
    { TERM: 'alacritty' },
    { WT_SESSION: 'x' },
    { VTE_VERSION: '6003' },
    { KONSOLE_VERSION: '220401' },
    { FORCE_HYPERLINK: '1', TMUX: 'x' },
  ])('%j', (env) => {
    expect(opensLinks(env)).toBe(true);
  });

  test.each([
    {},
    { TERM: 'xterm-256color' },
    { TERM_PROGRAM: 'Apple_Terminal' },
    { VTE_VERSION: '4600' },
    { VTE_VERSION: 'x' },
    { TERM_PROGRAM: 'iTerm.app', TMUX: 'x' },
    { TERM: 'xterm-kitty', STY: 'x' },
    { WT_SESSION: 'x', CI: 'true' },
    { WT_SESSION: 'x', ACCESSIBLE: '1' },
    { WT_SESSION: 'x', FORCE_HYPERLINK: '0' },
    { WT_SESSION: 'x', TERM: 'dumb' },
  ])('not %j', (env) => {
    expect(opensLinks(env)).toBe(false);
  });
});

test('links of a page are opened where the terminal does, and written out everywhere else', async () => {
  const world = await openWorld();
  const view = (how: object) => world.run('wiki view "Rest hours explained"', how);
  const terminal = { columns: 80, rows: 200 };
  const env = { FORCE_HYPERLINK: '1' };
  const link = '\u001b]8;;https://www.ilo.org/\u001b\\';
  const opened = await view({ terminal, env });
  expect(opened.stdout).toContain(link);
  expect(opened.stdout).not.toContain('[1]');
  for (const how of [
    { terminal },
    { terminal, env: { ...env, NO_COLOR: '1' } },
    { terminal: { columns: 80, rows: 5 }, env: { ...env, PAGER: 'true' } },
  ]) {
    const { stdout } = await view(how);
    expect(stdout).not.toContain('\u001b]8');
  }
  expect((await view({ terminal })).stdout).toContain('[1] https://www.ilo.org/');
  expect((await view({ env, terminal: undefined })).stdout).not.toContain('\u001b');
});

test('references in a text lead to their pages', async () => {
  const world = await openWorld();
  const { uuid = '' } = world.sandbox.world.db.get<{ uuid: string }>('SELECT id AS uuid FROM tickets LIMIT 1') ?? {};
  const text = `see ~[SCM-1](task:x), ~[BERG-9](ticket:${uuid}), ~[odd](constructor:x) and \`~[SCM-2](task:y)\``;
  await world.run(['tasks', 'comment', 'SCM-12', '-b', text]);
  const shown = await world.run('tasks view SCM-12 --comments 1', {
    terminal: { columns: 200 },
    env: { FORCE_HYPERLINK: '1' },
  });
  expect(shown.stdout).toContain('\u001b]8;;https://work.example/tasks?task=SCM-1\u001b\\');
  expect(shown.stdout).toContain(`\u001b]8;;https://work.example/tickets/${uuid}\u001b\\`);
  expect(shown.stdout).not.toMatch(/(?:odd|SCM-2)[^\n]{0,10}\u001b\]8;;\u001b/);
  expect(shown.stdout).toContain('~[SCM-2](task:y)');
  const data = await world.run('tasks view SCM-12 --comments 1');
  expect(data.stdout).toContain(text);
});
