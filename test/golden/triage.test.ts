import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openQueue } from '../support/run.js';
import { allTests } from '../support/set-up.js';
import { cellsOf } from '../support/terminal/cells.js';
import type { Step } from '../support/terminal/play-screen.js';
import type { Size } from '../support/terminal/terminal.js';
import { playTriage } from '../support/triage.js';
import { openComputer } from './computer.js';

const timeZone = 'Europe/Berlin';

const steps: readonly Step[] = [
  { shows: /live[\s\S]*H CASA-\d[\s\S]*Thank you/, type: 's', name: 'list' },
  { shows: /status of CASA-8[\s\S]*w waiting on customer/, type: 'w', name: 'status' },
  { shows: /✓ CASA-8: open → waiting on customer/, type: 'ph' },
  { shows: /✓ CASA-9: low → high/, type: 'j a' },
  { shows: /assign CASA-13 to: /, type: '\u001b' },
  { shows: /Portal is slow[\s\S]*newest first[\s\S]*Thank you\.[\s\S]*\? more/, type: 'r', name: 'decided' },
  { shows: /REPLY · PUBLIC/, type: 'Phone build goes out Thursday.\rMore then.' },
  { shows: /Better\.[\s\S]*read by[\s\S]*More then\./, type: '\u0015\u007f\u0015\u001b', name: 'reply' },
  { shows: /✎ 1\b[\s\S]*\? more/, type: '\r' },
  { shows: /Better\.[\s\S]*Esc back/, type: '/umbrella' },
  { shows: /1 of \d/, type: '\r', name: 'zoom' },
  { shows: /Esc back/, type: 'qH' },
  { shows: /other tickets from this customer/, type: '\u001b', name: 'customer' },
  { shows: /\? more/, type: 'f' },
  { shows: /follow in/, type: '\u001b', name: 'follow' },
  { shows: /\? more/, type: '?' },
  { shows: /Decide/, type: 'status', name: 'help' },
  { shows: /▸s +set the status[\s\S]*: status(?:\s|$)/, type: '\u001b', name: 'find' },
  { shows: /\? more/, type: 'q' },
];

describe('the screen of triage', () => {
  const world = allTests(openQueue);

  beforeAll(() => {
    process.env.TZ = timeZone;
  });

  const run = async (size: Size, env: Readonly<Record<string, string>> = {}) => {
    const machine = await openComputer(await openQueue());
    const { shots, painted, stderr } = await playTriage(machine, steps, { size, env });
    expect(stderr).toBe('');
    expect([...shots.keys()]).toEqual([
      'list',
      'status',
      'decided',
      'reply',
      'zoom',
      'customer',
      'follow',
      'help',
      'find',
    ]);
    return { shots, painted };
  };

  test.each([
    { columns: 60, rows: 20 },
    { columns: 80, rows: 24 },
    { columns: 100, rows: 30 },
    { columns: 120, rows: 40 },
    { columns: 200, rows: 60 },
  ])('fits $columns × $rows', async (size) => {
    const { shots } = await run(size, { NO_COLOR: '1' });
    for (const [name, lines] of shots) {
      expect(lines.filter((line) => cellsOf(line) > size.columns)).toEqual([]);
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`screens/${name}.${size.columns}.txt`);
    }
  });

  test.each([
    { columns: 60, rows: 20 },
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
    { columns: 200, rows: 60 },
  ])('has tabs, and columns of the user in $columns × $rows', async (size) => {
    const machine = await openComputer(await openQueue());
    await machine.run(['config', 'set', 'triage-tabs', 'Overdue, --waiting, -s open -p high, --inbox']);
    const own = join(machine.folder, 'config', 'triage.json');
    writeFileSync(own, readFileSync(new URL('../../docs/triage.json', import.meta.url)), { mode: 0o600 });
    const { shots, stderr } = await playTriage(
      machine,
      [
        {
          shows: /live[\s\S]*--inbox 38[\s\S]*H CASA-17[\s\S]*Thank you[\s\S]*BERG-9: unsent/,
          type: 'q',
          name: 'tabs',
        },
      ],
      { size, env: { NO_COLOR: '1' } },
    );
    expect(stderr).toBe('');
    const lines = shots.get('tabs') ?? [];
    expect(lines.filter((line) => cellsOf(line) > size.columns)).toEqual([]);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`screens/tabs.${size.columns}.txt`);
  });

  test('has the colours of the theme, which are right on dark and on light, and none with NO_COLOR', async () => {
    const size = { columns: 100, rows: 30 };
    const { painted } = await run(size);
    const shown = (painted.get('decided') ?? []).join('\n').replaceAll('\u001b', '␛');
    await expect(`${shown}\n`).toMatchFileSnapshot('screens/decided.color.txt');
    const { painted: plain } = await run(size, { NO_COLOR: '1' });
    expect([...plain.values()].flat().join('\n')).not.toMatch(/;3\d|;9\d/);
  });

  test('is read out in lines where ACCESSIBLE is set', async () => {
    const machine = await openComputer(world);
    const { code, stdout, stderr } = await machine.run('triage', {
      terminal: { columns: 80 },
      env: { ACCESSIBLE: '1', NO_COLOR: '1' },
      keys: ['p\r', 'h\r', '\r', 'q\r', 'q\r'],
    });
    expect(code).toBe(0);
    await expect(`${stdout}[stderr]\n${stderr}`).toMatchFileSnapshot('screens/spoken.80.txt');
  });
});
