import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { usesNode } from '../../support/computer/program-file.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { type OnScreen, startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal, type TerminalOptions } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';
import { triages } from './processes.js';

describe.skipIf(!hasTerminal)('triage on a terminal (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  const run = (command: readonly string[], options?: TerminalOptions): OnScreen => {
    return startOnScreen(home, command, options);
  };

  /** Runs triage, and says afterwards how it ended and whether the terminal still echoes. */
  const triage = (words = '', options?: TerminalOptions): OnScreen =>
    run(
      ['sh', '-c', `tracker triage ${words}; echo "code $?"; stty -a | grep -oE -- "-?(echo|icanon) " | tr -d "\\n"`],
      options,
    );

  /** The terminal is as it was: the other screen, mouse reports, the cursor, the modes. */
  const expectRestored = async ({ ended }: OnScreen, code: number): Promise<void> => {
    const { raw } = await ended;
    const last = raw.slice(raw.lastIndexOf('\u001b[?1049l'));
    expect(last).toMatch(new RegExp(`code ${code}\\r\\nicanon echo $`));
    for (const mode of ['1049', '1000', '1006', '2004', '1004'])
      expect(raw.lastIndexOf(`\u001b[?${mode}l`)).toBeGreaterThan(raw.lastIndexOf(`\u001b[?${mode}h`));
    expect(raw.lastIndexOf('\u001b[?25h')).toBeGreaterThan(raw.lastIndexOf('\u001b[?25l'));
  };

  test('list and detail side by side; moving, scrolling, help, filter, and the terminal as it was after q', async () => {
    const screen = triage();
    expect(await screen.shows(/● live[\s\S]*CASA-17/)).toMatch(/triage: waiting on us {3}1\/16 {2}16 left {2}0 done/);
    expect(await screen.shows(/│ CASA-9 Transcripts/)).toMatch(/▸ +\d+w ↓ CASA-9/);
    expect(await screen.press('j', /│ CASA-10 Refund/)).toMatch(/▸ +\d+w +CASA-10/);
    const shown = await screen.press('Gkkkk', /│ CASA-16 Night[\s\S]*J\/K scroll, \d+ more ↓/);
    const [more] = /\d+ more ↓/.exec(shown) ?? [];
    const before = (await screen.lines()).filter((line) => line.includes('│')).map((line) => line.split('│')[0]);
    await screen.press('J', new RegExp(`J/K scroll, (?!${more})`));
    const after = (await screen.lines()).filter((line) => line.includes('│')).map((line) => line.split('│')[0]);
    expect(after).toEqual(before);
    // At its end, scrolling down any further does nothing, and the first step up is seen at once.
    // What is read about the ticket meanwhile may take lines from its text, and then the end is further down.
    let isAtEnd = false;
    for (let tries = 0; tries < 10 && !isAtEnd; tries += 1) {
      screen.type('J'.repeat(60));
      await setTimeout(1_000);
      isAtEnd = !(await screen.lines()).join().includes('J/K scroll');
    }
    expect(isAtEnd).toBe(true);
    await screen.press('K', /J\/K scroll, 4 more/);
    expect(await screen.press('?', /Marks/)).toMatch(/changed since you saw it/);
    await screen.press('\u001b', /▸ +\w+ ‼ CASA-16/);
    await screen.press('/hebrew', /^(?![\s\S]*CASA-17)[\s\S]*\/hebrew\s[\s\S]*CASA-11/);
    await screen.press('\r', /▸ +\w+ ↑ CASA-11[\s\S]*\? more/);
    await screen.press('\u001b', /CASA-17/);
    screen.type('q');
    await expectRestored(screen, 0);
  });

  test('the mouse, a narrow window, and one that changes its size all the time', async () => {
    const screen = triage('', { size: { columns: 80, rows: 24 } });
    await screen.shows(/● live/);
    // Not where it was the last time.
    await screen.press('\u001b[H', /^CASA-9 Transcripts/m);
    screen.type('\u001b[<0;10;5M\u001b[<0;10;5m');
    await screen.shows(/^▸ +\d+w +CASA-10/m);
    screen.type('\u001b[<65;10;5M');
    await screen.shows(/^▸ +\d+w +SCM-7/m);
    for (let step = 0; step < 40; step++)
      screen.resize({ columns: 30 + ((step * 37) % 150), rows: 8 + ((step * 11) % 40) });
    screen.resize({ columns: 40, rows: 20 });
    await until('a narrow screen', async () => {
      const lines = await screen.lines();
      return lines.some((line) => /^▸ +\d+w +SCM-7 .*…/.test(line)) && lines.every((line) => [...line].length <= 40);
    });
    screen.resize({ columns: 120, rows: 40 });
    await screen.shows(/│ SCM-7 Payroll/);
    screen.type('q');
    await expectRestored(screen, 0);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('after %s the terminal is as it was', async (signal, code) => {
    const screen = triage();
    await screen.shows(/● live/);
    for (const id of triages(home)) process.kill(id, signal);
    await expectRestored(screen, code);
  });

  test.skipIf(!usesNode)('after a crash the terminal is as it was', async () => {
    const bug = home.write('bug.mjs', "setTimeout(() => { throw new Error('a bug'); }, 1500);");
    const screen = triage('', { env: { NODE_OPTIONS: `--import=${bug}` } });
    await screen.shows(/triage: waiting/);
    await expectRestored(screen, 1);
    expect(screen.raw()).toMatch(/something went wrong in tracker itself/);
  });

  test('Ctrl-Z gives the terminal back to the shell, and fg goes on', async () => {
    const screen = run(['bash', '--norc', '--noprofile', '-i'], { env: { PS1: 'shell> ', TERM: 'xterm-256color' } });
    await screen.shows(/shell>/);
    await screen.press('tracker triage\r', /● live[\s\S]*CASA-9/);
    await screen.press('\u001b[Hj', /▸ +\d+w +CASA-10/);
    for (const id of triages(home)) process.kill(id, 'SIGTSTP');
    await screen.shows(/Stopped/);
    await screen.press('fg\r', /▸ +\d+w +CASA-10/);
    await screen.press('\u001a', /Stopped/);
    await screen.press('stty -a | grep -oE -- "-?(echo|icanon) "\r', /^icanon\s*\necho/m);
    // Whoever is stopped is not told of another size.
    screen.resize({ columns: 60, rows: 20 });
    await screen.press('fg\r', /^ waiting on us {3}2\/16[\s\S]*▸ +\d+w +CASA-10/);
    screen.resize({ columns: 120, rows: 40 });
    await screen.shows(/triage: waiting on us/);
    await screen.press('j', /▸ +\d+w +SCM-7/);
    // A program that is stopped like this cannot tidy up before, and the shell changes the modes of the terminal.
    for (const id of triages(home)) process.kill(id, 'SIGSTOP');
    await screen.shows(/Stopped/);
    await screen.press('fg\r', /^(?![\s\S]*Stopped)[\s\S]*▸ +\d+w +SCM-7[\s\S]*\? more\s*$/);
    await screen.press('k', /▸ +\d+w +CASA-10/);
    await screen.press('r', /REPLY/);
    await screen.press('Wait.\u0013', /will be sent in/);
    await screen.press('\u001a', /Not sent yet: CASA-10 \(reply\)[\s\S]*Stopped/);
    await screen.press('fg\r', /press u to take it back/);
    await screen.press('u', /REPLY[\s\S]*> Wait\./);
    await screen.press('\u001b', /\? more/);
    screen.type('q');
    await screen.shows(/tracker triage\nshell>/);
    screen.type('exit\r');
    await screen.ended;
  });
});
