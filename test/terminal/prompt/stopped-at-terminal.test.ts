import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { allTests } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';
import { bundleProgram, showsCursor } from '../pseudo-terminal.js';

const ctrlZ = '\u001a';

describe.skipIf(!hasTerminal)('a question after Ctrl-Z and fg (needs @lydell/node-pty)', () => {
  const home = allTests(makeHome);
  const program = allTests(() => bundleProgram(join(import.meta.dirname, 'prompt-program.ts')));

  test.each([
    ['secret', '', 'canary-1\r', '"canary-1"'],
    ['line', 'Ada L', 'ovelace\r', '"Ada Lovelace"'],
    ['confirm', 'y', '\r', 'true'],
    ['choose', '\u001b[B', '\r', '{"id":2}'],
    ['search', 'sec', '\r', '{"id":2}'],
  ])('%s is drawn again with what was typed, and goes on', async (kind, before, after, answer) => {
    const session = startAtTerminal(home, ['bash', '--norc', '-i'], { env: { PS1: '> ', NO_COLOR: '1' } });
    await session.waitFor(/> /);
    session.type(`node ${program.file} ${kind} Which?\r`);
    await session.waitFor(/\? Which\?/);
    if (before !== '') session.type(before);
    await session.settled();
    session.type(ctrlZ);
    await session.waitFor(/Stopped.*> /s);
    expect(showsCursor(session.raw())).toBe(true);
    session.type('fg\r');
    await session.waitFor(new RegExp(`Stopped.*program\\.cjs.*\\? Which\\?.*${before.replace(/^\W.*/, '')}`, 's'));
    session.type(after);
    await session.waitFor(new RegExp(`"answer":${answer.replace(/[{}]/g, '\\$&')}`));
    session.type('exit\r');
    await session.ended;
  });

  test('after Ctrl-Z twice at once, is stopped and drawn once', async () => {
    const session = startAtTerminal(home, ['bash', '--norc', '-i'], { env: { PS1: '> ', NO_COLOR: '1' } });
    await session.waitFor(/> /);
    session.type(`node ${program.file} line Which?\r`);
    await session.waitFor(/\? Which\?/);
    session.type(`${ctrlZ}${ctrlZ}`);
    await session.waitFor(/Stopped.*> /s);
    session.type('fg\r');
    await session.waitFor(/Stopped.*program\.cjs.*\? Which\?/s);
    await session.settled();
    expect(session.raw().split('? Which?')).toHaveLength(3);
    session.type('Ada\r');
    await session.waitFor(/"answer":"Ada"/);
    session.type('exit\r');
    await session.ended;
  });
});
