import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld, owner, type Ran } from '../../support/run.js';
import { playScreen } from '../../support/terminal/play-screen.js';

const terminal = { columns: 100, rows: 30 };

const machine = async () => await (await openWorld()).machine(owner);

const plain = async (
  { run }: Awaited<ReturnType<typeof machine>>,
  flags: string,
  ...keys: readonly string[]
): Promise<Ran> => await run(`triage --plain${flags}`, { terminal, keys, signal: AbortSignal.timeout(30_000) });

test('--teach prints what stands at the end: a message stays without its status, anything else that was undone does not', async () => {
  const reply = ['r\n', 'On it.\n.\n', '4\n'];
  const { code, stdout } = await plain(
    await machine(),
    ' --teach',
    ...reply,
    'u\n',
    's\n',
    '2\n',
    'p\n',
    '4\n',
    'u\n',
    'q\n',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/CASA-8: reply sent, now resolved[\s\S]*undone: [\s\S]*undone: /);
  const taught = stdout.split('\n').filter((line) => line.startsWith('tracker '));
  expect(taught).toEqual([
    "tracker tickets reply CASA-8 --body 'On it.'",
    'tracker tickets edit CASA-8 --status in_progress',
  ]);
});

test('where the journal cannot be read, u says so and triage goes on', async () => {
  const opened = await machine();
  const journal = join(opened.folder, 'state', 'journal');
  rmSync(journal, { recursive: true, force: true });
  mkdirSync(join(opened.folder, 'state'), { recursive: true });
  writeFileSync(journal, '');
  const { code, stdout } = await plain(opened, ' --teach', 'u\n', 's\n', '6\n', 'p\n', '3\n', 'q\n');
  expect(stdout).toMatch(/not undone: [\s\S]*CASA-8: open → resolved[\s\S]*CASA-9: \w+ → \w+/);
  expect(code).toBe(0);
  expect(stdout).toContain('tracker tickets edit CASA-8 --status resolved');
});

test('what was undone for several rows is told apart', async () => {
  const { run } = await machine();
  const played = playScreen(terminal, [
    { shows: /live[\s\S]*newest first/, type: '  ph' },
    { shows: /✓ 2 tickets: priority high/, type: 'u' },
    { shows: /undone: CASA-8: priority high → low; CASA-9: priority high → low/, type: 'q' },
  ]);
  const signal = AbortSignal.timeout(30_000);
  expect((await run('triage', { terminal, player: played.player, signal })).code, played.stuck()).toBe(0);
});
