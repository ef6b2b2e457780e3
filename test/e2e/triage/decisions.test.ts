import { describe, expect, test } from 'vitest';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal } from '../../support/terminal/terminal.js';

const [enter, send] = ['\r', '\u0013'];

interface Decided {
  readonly ref: string;
  readonly keys: readonly string[];
  readonly says: RegExp;
  /** Whether the customer still waits, so that the cursor stays, and a key more goes on. */
  readonly stays?: true;
}

/** What is decided about each ticket, in the order of the list: at most two keys, besides texts and names. */
const decisions: readonly Decided[] = [
  { ref: 'BERG-6', keys: ['s', 'o'], says: /✓ BERG-6: paused → open/, stays: true },
  { ref: 'BERG-8', keys: ['p', 'h'], says: /✓ BERG-8: medium → high/, stays: true },
  { ref: 'BERG-9', keys: ['x', '4'], says: /✓ BERG-9: checked off/, stays: true },
  { ref: 'BERG-10', keys: ['a', enter], says: /✓ BERG-10: assigned to Mara Lindqvist/, stays: true },
  { ref: 'BERG-13', keys: ['r', 'We are on it.', send], says: /✓ BERG-13: reply sent/ },
  { ref: 'BERG-15', keys: ['n', 'Ask Inês first.', send], says: /✓ BERG-15: note added/, stays: true },
  { ref: 'BERG-16', keys: ['t', 'calendar', enter], says: /✓ BERG-16: tag calendar added/, stays: true },
  { ref: 'BERG-17', keys: ['g', 'b'], says: /✓ BERG-17: [^→]+ → billing/, stays: true },
  { ref: 'BERG-18', keys: ['c', 'BOP', enter], says: /✓ BERG-18: converted to BOP-\d+/, stays: true },
  { ref: 'BERG-19', keys: ['s', 'c'], says: /✓ BERG-19: open → closed/ },
  { ref: 'CASA-6', keys: ['.'], says: /✓ CASA-6: paused → closed/ },
  { ref: 'CASA-8', keys: ['.'], says: /✓ CASA-8: open → closed/ },
  { ref: 'CASA-9', keys: ['u'], says: /✓ undone: CASA-8: status closed → open/ },
  { ref: 'CASA-8', keys: ['s', 'i'], says: /✓ CASA-8: open → in progress/, stays: true },
  { ref: 'CASA-9', keys: ['r', 'Soon.', '\t', send], says: /✓ CASA-9: reply sent, now waiting on customer/ },
  { ref: 'CASA-10', keys: ['z', 't'], says: /CASA-10: put off until/ },
  { ref: 'CASA-11', keys: ['s', 'r'], says: /✓ CASA-11: waiting on agent → resolved/ },
  { ref: 'CASA-12', keys: [' ', ' ', ' ', 'p', 'l'], says: /✓ 3 tickets: priority low/ },
  { ref: 'CASA-16', keys: ['p', 'h'], says: /✓ CASA-16: urgent → high/, stays: true },
  { ref: 'CASA-17', keys: ['s', 'r'], says: /✓ CASA-17: in progress → resolved/ },
];

describe.skipIf(!hasTerminal)('decisions in triage (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  test('twenty tickets, with at most two keys for each decision', async () => {
    const words = ['tracker', 'triage', '--state', 'open', '--sort', 'ref', '--teach'];
    const screen = startOnScreen(home, words, { size: { columns: 120, rows: 40 }, longestMs: 60_000 });
    await screen.shows(/● live[\s\S]*│ BERG-6/);
    for (const { ref, keys, says, stays } of decisions) {
      // What is at the cursor has been read, so that only what may be done is offered.
      await screen.shows(new RegExp(`▸.*${ref} `));
      await screen.shows(new RegExp(`│ ${ref} (?![\\s\\S]*loading …)`));
      for (const [at, key] of keys.entries()) {
        screen.type(key);
        if (at === 0 && /^[rn]$/.test(key)) await screen.shows(/PUBLIC|INTERNAL/);
        else if (key.length > 1) await screen.shows(new RegExp(key));
      }
      await screen.shows(says);
      if (stays) screen.type('j');
    }
    expect(await screen.shows(/done/)).toMatch(/\b6 done/);
    screen.type('q');
    const { code, raw } = await screen.ended;
    expect(code).toBe(0);
    const commands = raw.slice(raw.lastIndexOf('\u001b[?1049l')).split('\r\n');
    expect(commands).toContain("tracker tickets edit BERG-10 --assignee 'Mara Lindqvist'");
    expect(commands).toContain('tracker tickets edit CASA-12 CASA-13 CASA-14 --priority low');
    expect(commands).toContain('tracker tickets reply CASA-9 --body Soon. --status waiting_on_customer');

    const rows = JSON.parse((await tracker(home, 'tickets list --segment all --state all --json')).stdout);
    const stored = new Map<string, Record<string, unknown>>(rows.map((row: { id: string }) => [row.id, row]));
    const field = (name: string, ...refs: readonly string[]): unknown => refs.map((ref) => stored.get(ref)?.[name]);
    expect(field('status', 'BERG-6', 'CASA-11', 'BERG-19', 'CASA-6', 'CASA-8', 'CASA-9', 'CASA-17')).toEqual([
      ...['open', 'resolved', 'closed', 'closed', 'in_progress', 'waiting_on_customer', 'resolved'],
    ]);
    expect(field('priority', 'BERG-8', 'CASA-12', 'CASA-13', 'CASA-14', 'CASA-16')).toEqual([
      ...['high', 'low', 'low', 'low', 'high'],
    ]);
    expect(field('category', 'BERG-17')).toEqual(['billing']);
    expect(stored.get('BERG-16')?.tags).toContain('calendar');
    const view = async (ref: string) => JSON.parse((await tracker(home, `tickets view ${ref} --json`)).stdout);
    const replied = await view('BERG-13');
    expect(replied.messages.filter(({ body }: { body: string }) => body === 'We are on it.')).toHaveLength(1);
    const noted = (await view('BERG-15')).messages.find(({ body }: { body: string }) => body === 'Ask Inês first.');
    expect(noted).toMatchObject({ isInternalNote: true });
    expect((await view('BERG-18')).linkedTasks).toHaveLength(1);
    expect((await tracker(home, 'drafts list --json')).stdout.trim()).toBe('[]');
  });
});
