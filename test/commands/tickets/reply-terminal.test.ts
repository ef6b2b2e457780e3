import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';

const size = { columns: 200, rows: 30 };

describe.skipIf(!hasTerminal)('replying at a terminal (needs @lydell/node-pty)', () => {
  const home = allTests(makeHome, stopAndClose);
  let editor: string;

  beforeAll(async () => {
    editor = home.write('editor', '#!/bin/sh\ntouch "$0.ran"\necho "Written in the editor." > "$1"\n', 0o755);
    await startSandbox(home, ['--memory']);
  });

  beforeEach(async () => {
    // Nothing of an earlier test is there to be found.
    await tracker(home, 'tickets edit SCM-7 -s open');
  });

  const start = (words: string) => {
    return startAtTerminal(home, ['tracker', ...words.split(' ')], {
      size,
      env: { TRACKER_EDITOR: editor, NO_COLOR: '1' },
    });
  };
  const replies = async (): Promise<number> =>
    (await tracker(home, 'tickets view SCM-7')).stdout.split('\n').filter((line) => line.includes('in the editor'))
      .length;

  test('the question comes after the editor, and names the readers first', async () => {
    const before = await replies();
    const session = start('tickets reply SCM-7');
    await session.waitFor(/Send this reply\?/);
    expect(existsSync(`${editor}.ran`)).toBe(true);
    expect(session.lines().join('\n')).toMatch(
      /A reply to SCM-7 is public: it will be read by Seán O'Connor \(who opened it\) and everyone at Scandia Maritime who can see the ticket\.\n.*Send this reply\?/,
    );
    expect(await replies()).toBe(before);
    session.type('y\r');
    const { code, raw } = await session.ended;
    expect(raw).toContain('Replied to SCM-7; everyone who can see it can read it.');
    expect(code).toBe(0);
    expect(await replies()).toBe(before + 1);
  });

  test.each([
    ['a no', 0, 'n\r'],
    ['Enter alone', 0, '\r'],
    ['Ctrl-C', 130, '\u0003'],
  ])('%s sends nothing and keeps the text', async (_, ending, keys) => {
    const before = await replies();
    const session = start('tickets reply SCM-7');
    await session.waitFor(/Send this reply\?/);
    session.type(keys);
    const { code, raw } = await session.ended;
    expect(code).toBe(ending);
    expect(await replies()).toBe(before);
    const [, id = ''] = /(?:--from-draft|kept as draft) (\d+)/.exec(raw) ?? [];
    const drafts = () => draftsIn(join(home.folder, '.local/state/tracker'));
    expect(drafts()).toMatchObject([{ id, flags: { body: 'Written in the editor.' } }]);
    const { code: sent } = await tracker(home, `tickets reply SCM-7 --from-draft ${id}`);
    expect(sent).toBe(0);
    expect(drafts()).toEqual([]);
    expect(await replies()).toBe(before + 1);
  });
});
