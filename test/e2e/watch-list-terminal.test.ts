import { describe, expect, test } from 'vitest';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { type AtTerminal, hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';

describe.skipIf(!hasTerminal)('a list with --watch on a terminal (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  /** Watches a list, and says afterwards how it ended and whether the terminal still echoes. */
  const watch = (before = ''): AtTerminal => {
    const modes = 'stty -a | grep -oE -- "-?(echo|icanon) " | tr -d "\\n"';
    const line = `trap : INT; ${before} tracker tickets list --watch; echo "code $?"; ${modes}`;
    return startAtTerminal(home, ['sh', '-c', line]);
  };

  test('shows nothing of what is typed, and ends with Ctrl-C', async () => {
    const terminal = watch();
    await terminal.waitFor(/live · .*Ctrl-C to stop/);
    terminal.type('jG');
    terminal.type('\u001b[6~');
    await terminal.settled();
    terminal.type('\u0003');
    const { raw } = await terminal.ended;
    expect(raw).not.toMatch(/jG|\[6~/);
    expect(raw).toMatch(/\u001b\[\?1049lcode 130\r\nicanon echo $/);
  });

  test('gives the terminal back when something else ends it', async () => {
    const terminal = watch('timeout --foreground --preserve-status 6');
    await terminal.waitFor(/Ctrl-C to stop/);
    const { raw } = await terminal.ended;
    expect(raw.slice(raw.lastIndexOf('\u001b[?1049l'))).toMatch(/code 143\r\nicanon echo $/);
  });
});
