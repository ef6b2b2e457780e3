import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal } from '../../support/terminal/terminal.js';

const [enter, send, backspace] = ['\r', '\u0013', '\u007f'];

/** What is done with each of forty tickets, one after another. */
const day = [
  ...Array.from({ length: 10 }, () => 'answer' as const),
  ...Array.from({ length: 6 }, () => 'put off' as const),
  ...Array.from({ length: 4 }, () => 'duplicate' as const),
  ...Array.from({ length: 8 }, () => 'assign' as const),
  ...Array.from({ length: 6 }, () => 'status' as const),
  ...Array.from({ length: 3 }, () => 'file' as const),
  ...Array.from({ length: 3 }, () => 'earlier ticket' as const),
];

const people = ['Zoë', 'Seán', 'Łukasz', 'Inês'];

describe.skipIf(!hasTerminal)('a day in triage (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  test('forty tickets in 111 keys beside texts and names, as docs/everyday.md says', { timeout: 120_000 }, async () => {
    const templates = join(home.folder, '.config', 'tracker', 'templates');
    mkdirSync(templates, { recursive: true });
    const head = 'kind: reply\nstatus: waiting_on_customer\ntag: answered\nkey: t';
    writeFileSync(join(templates, 'thanks.md'), `---\n${head}\n---\nAbout {{ref}}: it is done.\n`);
    const plan = home.write('plan.txt', 'The plan.\n');
    await tracker(home, 'config set reply-delay 0');
    const refs: string[] = [];
    for (const [at, what] of day.entries()) {
      const words = ['tickets', 'create', '--org', 'casa-azul', '--subject', `Workday ${at + 10}: ${what}`, '-q'];
      const body = what === 'earlier ticket' ? `As in BERG-${(at % 3) + 3}.` : 'Please help.';
      const files = what === 'file' ? ['--attach', plan] : [];
      refs.push((await tracker(home, [...words, '-b', body, ...files])).stdout.trim());
    }
    const before = (await tracker(home, 'undo --list -q')).stdout.split('\n').length;
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
    const rows = JSON.parse((await tracker(home, 'tickets list --segment all --state all --json')).stdout);
    const statuses = new Map<string, Record<string, unknown>>(rows.map((row: { id: string }) => [row.id, row]));
    const expected = { answer: 'waiting_on_customer', duplicate: 'closed', status: 'resolved' } as Record<
      string,
      string
    >;
    for (const [at, what] of day.entries())
      expect([refs[at], statuses.get(refs[at] ?? '')?.status]).toEqual([refs[at], expected[what] ?? 'open']);
    const snoozed = (await tracker(home, 'tickets list --segment all --snoozed -q')).stdout.trim().split('\n');
    expect(snoozed.toSorted()).toEqual(refs.filter((_, at) => day[at] === 'put off').toSorted());
    for (const [at, what] of day.entries()) {
      if (what !== 'assign' && what !== 'answer') continue;
      const { ticket, messages } = JSON.parse((await tracker(home, `tickets view ${refs[at]} --json`)).stdout);
      if (what === 'assign') expect(ticket.assignees ?? ticket.assigneeIds).toHaveLength(1);
      else expect(messages.filter(({ body = '' }) => body.endsWith('it is done.'))).toHaveLength(1);
    }
    expect(readFileSync(join(home.folder, 'plan.txt'), 'utf8')).toBe('The plan.\n');
    const after = (await tracker(home, 'undo --list -q')).stdout.split('\n').length;
    // All but what was only read: 10 answers, 6 put off, 4 duplicates, 8 assigned, 6 statuses.
    expect(after - before).toBe(34);
  });
});
