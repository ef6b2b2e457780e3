import { afterEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { eachTest } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';

const home = eachTest(makeHome);

afterEach(async () => {
  const left = { listing: home.listing(), leftovers: home.leftovers() };
  expect(left).toEqual({ listing: [], leftovers: [] });
});

describe.skipIf(!hasTerminal)('sandbox run at a terminal (needs @lydell/node-pty)', () => {
  const run = (line: string) => {
    return startAtTerminal(home, ['tracker', 'sandbox', 'run', '--', 'sh', '-c', line]);
  };

  test('gives the command the terminal', async () => {
    const session = run('test -t 0 && test -t 1 && test -t 2 && echo "$(stty size)"');
    expect({ ...(await session.ended), raw: session.lines() }).toEqual({ code: 0, raw: ['30 100'] });
  });

  test('leaves Ctrl-C to a command that takes it, and lives on', async () => {
    const session = run('trap "echo caught" INT; echo ready; read a; read b; tracker tasks list -q -L 1; exit 5');
    await session.waitFor(/ready/);
    session.type('\u0003');
    await session.waitFor(/caught/);
    session.type('\r\r');
    expect((await session.ended).code).toBe(5);
    expect(session.lines().at(-1)).toMatch(/^[A-Z]+-\d+$/);
  });

  test('ends with 130 when Ctrl-C ends the command', async () => {
    const session = run('echo ready; exec sleep 60');
    await session.waitFor(/ready/);
    session.type('\u0003');
    expect((await session.ended).code).toBe(130);
  });
});
