import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal } from '../../support/terminal/terminal.js';
import { checkDay, day, openDay, people } from '../../support/triage-day.js';

const [enter, send, backspace] = ['\r', '\u0013', '\u007f'];

describe.skipIf(!hasTerminal)('a day in triage (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  test('forty tickets in 111 keys beside texts and names, as docs/everyday.md says', async () => {
    const run = async (words: string | readonly string[]) => await tracker(home, words);
    const opened = await openDay(run, { config: join(home.folder, '.config', 'tracker'), folder: home.folder });
    const { refs } = opened;
    const screen = startOnScreen(
      home,
      ['tracker', 'triage', '--search', 'Workday', '--sort', 'ref', '--dir', home.folder],
      {
        size: { columns: 120, rows: 40 },
        longestMs: 110_000,
      },
    );
    let keys = 0;
    /** Presses keys, which count, or types a text or a name, which does not. */
    const press = (...each: readonly string[]): void => {
      keys += each.length;
      for (const key of each) screen.type(key);
    };
    await screen.shows(/● live/);
    for (const [at, what] of day.entries()) {
      const ref = refs[at] ?? '';
      await screen.shows(new RegExp(`▸.*${ref} `));
      await screen.shows(new RegExp(`│ ${ref} (?![\\s\\S]*loading …)`));
      if (what === 'answer') {
        press('M');
        await screen.shows(/thanks/);
        press('t');
        await screen.shows(/it is done\./);
        press(send);
        await screen.shows(new RegExp(`✓ ${ref}: reply sent`));
      } else if (what === 'put off') {
        press('z', 't');
        await screen.shows(new RegExp(`${ref}: put off until`));
      } else if (what === 'duplicate') {
        press('D');
        screen.type(refs[0] ?? '');
        press(enter);
        await screen.shows(new RegExp(`${ref} is a duplicate of ${refs[0]}`));
        press(send);
        await screen.shows(new RegExp(`✓ ${ref}: note added, now closed`));
      } else if (what === 'assign') {
        press('a');
        screen.type(people[at % 4] ?? '');
        await screen.shows(new RegExp(`assign ${ref} to: ${people[at % 4]}`));
        press(enter);
        await screen.shows(new RegExp(`✓ ${ref}: assigned to ${people[at % 4]}`));
        press('j');
      } else if (what === 'status') {
        press('s', 'r');
        await screen.shows(new RegExp(`✓ ${ref}: open → resolved`));
      } else {
        press('f');
        const named = what === 'file' ? 'plan\\.txt' : 'BERG-\\d';
        const offered = new RegExp(`^ follow in ${ref}[\\s\\S]*^ (\\w) .*${named}`, 'm');
        const [, letter = ''] = offered.exec(await screen.shows(offered)) ?? [];
        press(letter);
        if (what === 'file') await screen.shows(/saved|downloaded/i);
        else {
          await screen.shows(/▸.*BERG-\d/);
          press(backspace);
          await screen.shows(new RegExp(`▸.*${ref} `));
        }
        press('j');
      }
    }
    screen.type('q');
    expect((await screen.ended).code).toBe(0);
    expect(keys).toBe(111);
    await checkDay(run, opened);
    expect(readFileSync(join(home.folder, 'plan.txt'), 'utf8')).toBe('The plan.\n');
  });
});
