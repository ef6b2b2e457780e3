import { beforeAll, describe, expect, test } from 'vitest';
import { runHere as tracker } from '../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';

const esc = '\u001b';

describe.skipIf(!hasTerminal)('forms at a terminal (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  beforeAll(async () => {
    await tracker(home, 'tickets list --segment all');
    await tracker(home, 'tasks edit SCM-12 -b First. --due 2029-12-31');
  });

  const start = (words: string, env: Readonly<Record<string, string>> = {}) => {
    const options = { size: { columns: 80, rows: 24 }, env: { NO_COLOR: '1', ...env } };
    return startAtTerminal(home, ['tracker', ...words.split(' ')], options);
  };

  test('a ticket: choose a field, a word seen here, and send what changes', async () => {
    const session = start('tickets edit BERG-9');
    await session.waitFor(/BERG-9 Invoice[\s\S]*Status {5}in progress/);
    session.type('status\r');
    await session.waitFor(/in progress \(now\)/);
    session.type('resolved\r');
    await session.waitFor(/Status {2}in progress → resolved[\s\S]*Send these changes\?/);
    session.type('\r');
    expect((await session.ended).code).toBe(0);
    const { ticket } = JSON.parse((await tracker(home, 'tickets view BERG-9 --json')).stdout);
    expect(ticket.status).toBe('resolved');
  });

  test('the description of a task in the editor; Esc leaves everything, and keeps the text', async () => {
    const editor = home.write('editor', '#!/bin/sh\ncp "$1" "$0.seen"; echo "Second." >> "$1"\n', 0o755);
    const session = start('edit SCM-12', { TRACKER_EDITOR: editor });
    await session.waitFor(/Title/);
    session.type('description\r');
    await session.waitFor(/the new text:[\s\S]*First\.[\s\S]*Second\.[\s\S]*Send these changes\?/);
    session.type(esc);
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    const id = /drafts send (\d+)/.exec(raw)?.[1];
    const { task } = JSON.parse((await tracker(home, 'tasks view SCM-12 --json')).stdout);
    expect(task.description).toBe('First.');
    expect((await tracker(home, `tasks edit SCM-12 --from-draft ${id}`)).code).toBe(0);
    const { task: now } = JSON.parse((await tracker(home, 'tasks view SCM-12 --json')).stdout);
    expect(now.description).toBe('First.\nSecond.');
  });

  test('keeps a comment in a description that looks like the note of an editor', async () => {
    const [own, whole] = [
      '<!-- tracker: mine -->',
      '<!-- tracker: mine\nThis note is removed. If you write nothing, nothing is sent. -->',
    ];
    const file = home.write('description.md', `First.\n\n${own}\n\n${whole}\n`);
    await tracker(home, `tasks edit SCM-14 -F ${file}`);
    const editor = home.write('editor3', '#!/bin/sh\necho "Second." >> "$1"\n', 0o755);
    const session = start('tasks edit SCM-14 -e', { TRACKER_EDITOR: editor });
    expect((await session.ended).code).toBe(0);
    const { task } = JSON.parse((await tracker(home, 'tasks view SCM-14 --json')).stdout);
    expect(task.description).toBe(`First.\n\n${own}\n\n${whole}\nSecond.`);
  });

  test('the references of a picker are aligned', async () => {
    const session = start('tickets view --no-pager');
    await session.waitFor(/Which ticket\?[\s\S]*SCM-3 {4}Tablet/);
    session.type('\u0003');
    expect((await session.ended).code).toBe(130);
  });

  test('what is finished is offered last', async () => {
    await tracker(home, 'tickets edit CASA-17 -s resolved');
    const session = start('tickets view --no-pager', { ACCESSIBLE: '1' });
    await session.waitFor(/Which ticket\?[\s\S]*Enter a number/);
    session.type('\u0003');
    // It was the third before.
    const { raw } = await session.ended;
    expect(raw).toContain('1. CASA-16');
    expect(raw).not.toContain('CASA-17');
  });

  test('long titles are cut, and found by their end', async () => {
    const session = start('view --no-pager');
    await session.waitFor(/❯ [A-Z]+-\d+ /);
    session.type('everything twice');
    await session.waitFor(/❯ SCM-36 {2}[^\n]{40,68}…\r/);
    session.type('\u0003');
    expect((await session.ended).code).toBe(130);
  });

  test('so it is, by number, where nothing may be redrawn', async () => {
    const session = start('tasks view --no-pager', { ACCESSIBLE: '1' });
    await session.waitFor(/Which task\?\s+1\. [\s\S]*Enter a number from 1 to 20, or part of a name/);
    session.type('bop-16\r');
    const { code, raw } = await session.ended;
    expect([code, raw]).toEqual([0, expect.stringContaining('Monthly report')]);
  });
});
