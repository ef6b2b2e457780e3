import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { hasTerminal, type Size, startAtTerminal, toLines } from '../support/terminal/terminal.js';

describe.skipIf(!hasTerminal)('at a terminal (needs @lydell/node-pty)', () => {
  const home = allTests(makeHome, stopAndClose);
  let pager: string;

  beforeAll(async () => {
    pager = home.write('pager', '#!/bin/sh\ncat > "$0.shown"\ncat "$0.shown"\n', 0o755);
    await startSandbox(home, ['--memory']);
  });

  /** Runs a command at a terminal that is looked at afterwards: `echo` and `icanon` are on where it is as it was. */
  const run = async (words: string, size: Size, env: Readonly<Record<string, string>> = {}) => {
    const line = 'tracker "$@"; code=$?; echo; stty -a | grep -oE -- "-?(echo|icanon) " | tr -d "\\n"; exit $code';
    const session = startAtTerminal(home, ['sh', '-c', line, 'sh', ...words.split(' ')], { size, env });
    const { code, raw } = await session.ended;
    const lines = session.lines();
    return { code, raw, lines: lines.slice(0, -2), terminal: lines.at(-1) };
  };

  test('the pager is used for what is longer than the screen, and gets all of it', async () => {
    const { code, lines, terminal } = await run(
      'tasks list --scope all',
      { columns: 80, rows: 24 },
      { TRACKER_PAGER: pager },
    );
    expect({ code, terminal }).toEqual({ code: 0, terminal: 'icanon echo ' });
    const shown = toLines(readFileSync(`${pager}.shown`, 'utf8'));
    expect(shown.length).toBeGreaterThan(24);
    expect(lines.slice(0, shown.length)).toEqual(shown);
  });

  test.skipIf(!existsSync('/usr/bin/less'))('less is left with q, and the terminal is as before', async () => {
    const line =
      'tracker tasks list --scope all; code=$?; stty -a | grep -oE -- "-?(echo|icanon) " | tr -d "\\n"; exit $code';
    const session = startAtTerminal(home, ['sh', '-c', line], {
      size: { columns: 80, rows: 24 },
      env: { TERM: 'xterm', PAGER: '/usr/bin/less -FRX' },
    });
    await session.waitFor(/:\s*(\u001b\[K)?$/);
    session.type('q');
    const { code } = await session.ended;
    expect(code).toBe(0);
    expect(session.lines().at(-1)).toMatch(/canon echo $/);
  });
});
