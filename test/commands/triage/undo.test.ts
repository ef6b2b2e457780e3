import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interruption } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { openQueue, owner, type Ran, type TestWorld, usualNow } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import type { Player } from '../../support/terminal/fake-streams.js';
import { playScreen, type Step } from '../../support/terminal/play-screen.js';

const terminal = { columns: 100, rows: 30 };

const machine = async () => await (await openQueue()).machine(owner);

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

test('--teach prints what was done also when triage ends by Ctrl-C', async () => {
  const { code, stdout } = await plain(await machine(), ' --teach', 's\n', '6\n', '\u0003');
  expect(code).toBe(130);
  expect(stdout).toContain('\ntracker tickets edit CASA-8 --status resolved\n');
});

test('or by a signal, on the screen', async () => {
  const { run } = await machine();
  const ending = new AbortController();
  const played = playScreen(terminal, [
    { shows: live, type: 'sr' },
    { shows: /✓ CASA-8: open → resolved/, type: 'end' },
  ]);
  const player: Player = (written, type) =>
    played.player(written, (typed) => (typed === 'end' ? ending.abort(interruption()) : type(typed)));
  const { code, stdout } = await run('triage --teach', { terminal, player, signal: ending.signal });
  expect(code, played.stuck()).toBe(130);
  expect(stdout).toContain('tracker tickets edit CASA-8 --status resolved\n');
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

const play = async (steps: readonly Step[], world?: TestWorld): Promise<void> => {
  const { run } = await (world ?? (await openQueue())).machine(owner);
  const played = playScreen(terminal, steps);
  const signal = AbortSignal.timeout(30_000);
  expect((await run('triage', { terminal, player: played.player, signal })).code, played.stuck()).toBe(0);
};

const live = /live[\s\S]*CASA-8 [\s\S]*newest first/;
const send = '\u0013';

test('of a reply with a status it is said that the reply stays', async () => {
  await play([
    { shows: live, type: `rOn it\t${send}` },
    { shows: /✓ CASA-8: reply sent, now waiting on customer/, type: 'u' },
    { shows: /undone: CASA-8: status waiting on customer → open; the reply to CASA-8 stays/, type: 'q' },
  ]);
});

test('one u takes back the statuses after a reply to several rows', async () => {
  const world = await openQueue();
  await play(
    [
      { shows: live, type: '  r' },
      { shows: /REPLY · PUBLIC to 2 tickets/, type: `On it\t${send}` },
      { shows: /✓ reply sent to 2 tickets/, type: 'u' },
      {
        shows:
          /✓ undone: CASA-9: status waiting on customer → open; the reply to CASA-9 stays; CASA-8:\s+status\s+waiting\s+on\s+customer\s+→\s+open; the reply to CASA-8 stays/,
        type: 'q',
      },
    ],
    world,
  );
  const rows = (await world.json('tickets list --state all --segment all')) as readonly {
    id: string;
    status: string;
  }[];
  expect(rows.filter(({ id }) => id === 'CASA-8' || id === 'CASA-9').map(({ status }) => status)).toEqual([
    'open',
    'open',
  ]);
});

test('u passes by a reply that was refused', async () => {
  const world = await openQueue();
  const { run } = await world.machine(owner);
  const played = playScreen(terminal, [
    { shows: live, type: 'p' },
    { shows: /h high/, type: 'h' },
    { shows: /✓ CASA-8: low → high/, type: `rOn it\t${send}` },
    { shows: /reply not sent: [\s\S]*kept as a draft/, type: 'u' },
    { shows: /undone: CASA-8: priority high → low/, type: 'q' },
  ]);
  const fails: Send = async (request) =>
    request.method === 'POST' ? answerJson(500, { message: 'On fire.' }) : await world.send(request);
  const options = { terminal, player: played.player, send: fails, signal: AbortSignal.timeout(30_000) };
  expect((await run('triage', options)).code, played.stuck()).toBe(0);
});

test('u takes back what this session did, then what was there before it, and nothing that others have written since', async () => {
  const world = await openQueue();
  const { run } = await world.machine(owner);
  const minute = (away: number) => ({ now: () => new Date(usualNow.getTime() + away * 60_000) });
  expect((await run('tickets edit CASA-9 --priority urgent', minute(-1))).code).toBe(0);
  const played = playScreen(terminal, [
    { shows: live, type: 'p' },
    { shows: /h high/, type: 'h' },
    { shows: /✓ CASA-8: low → high/, type: 'u' },
    { shows: /undone: CASA-8: priority high → low/, type: 'u' },
    { shows: /undone: CASA-9: priority urgent → \w+/, type: 'u' },
    { shows: /there is nothing left to undo/, type: 'q' },
  ]);
  let isChanged = false;
  const player: Player = (written, type) =>
    played.player(written, async (typed) => {
      if (typed === 'u' && !isChanged) {
        isChanged = true;
        expect((await run('tickets edit CASA-8 --status resolved', minute(1))).code).toBe(0);
      }
      type(typed);
    });
  const options = { terminal, player, signal: AbortSignal.timeout(20_000) };
  expect((await run('triage', options)).code, played.stuck()).toBe(0);
  const { ticket } = (await world.json('tickets view CASA-8')) as { ticket: object };
  expect(ticket).toMatchObject({ status: 'resolved', priority: 'low' });
});

test('undo is not offered where somebody else had set that value already', async () => {
  const world = await openQueue();
  const { run } = await world.machine(owner);
  const played = playScreen(terminal, [
    { shows: live, type: 'p' },
    { shows: /h high/, type: 'h' },
    { shows: /✓ CASA-8: \w+ → high/, type: 'q', name: 'said' },
  ]);
  const player: Player = (written, type) =>
    played.player(written, async (typed) => {
      if (typed === 'h') await world.run('tickets edit CASA-8 --priority high', { as: 'sean@lantern.example' });
      type(typed);
    });
  expect((await run('triage', { terminal, player, signal: AbortSignal.timeout(30_000) })).code, played.stuck()).toBe(0);
  expect(played.shots.get('said')?.find((line) => line.includes('✓ CASA-8'))).not.toContain('u undo');
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

test('(true.15) u names what somebody else has put back already, and undoes the change before it', async () => {
  const world = await openQueue();
  const { run } = await world.machine(owner);
  const played = playScreen(terminal, [
    { shows: live, type: 'p' },
    { shows: /h high/, type: 'h' },
    { shows: /✓ CASA-8: low → high/, type: 'sr' },
    { shows: /✓ CASA-9: open → resolved/, type: 'u' },
    { shows: /CASA-9 is already as it was before; undone: CASA-8: priority high → low/, type: 'u' },
    { shows: /there is nothing left to undo/, type: 'q' },
  ]);
  let isPutBack = false;
  const player: Player = (written, type) =>
    played.player(written, async (typed) => {
      if (typed === 'u' && !isPutBack) {
        isPutBack = true;
        await world.run('tickets edit CASA-9 -s open', { as: 'sean@lantern.example' });
      }
      type(typed);
    });
  const { code } = await run('triage', { terminal, player, signal: AbortSignal.timeout(30_000) });
  expect(code, played.stuck()).toBe(0);
});

test.each([
  ['urgent', /‼ CASA-8[\s\S]*undone: CASA-9: priority high → low; not undone: CASA-8: changed since/],
  ['low', /undone: CASA-8 is already as it was before; CASA-9: priority high → low/],
])(
  '(true.15) of several rows those that could be put back are shown so, and the rest as it is: %s',
  async (theirs, shows) => {
    const world = await openQueue();
    const { run } = await world.machine(owner);
    const played = playScreen({ columns: 200, rows: 50 }, [
      { shows: live, type: '  ph' },
      { shows: /✓ 2 tickets: priority high/, type: 'u' },
      { shows, type: 'q' },
    ]);
    let isChanged = false;
    const player: Player = (written, type) =>
      played.player(written, async (typed) => {
        if (typed === 'u' && !isChanged) {
          isChanged = true;
          await world.run(`tickets edit CASA-8 -p ${theirs}`, { as: 'sean@lantern.example' });
        }
        type(typed);
      });
    const { code } = await run('triage', {
      terminal: { columns: 200, rows: 50 },
      player,
      signal: AbortSignal.timeout(30_000),
    });
    expect(code, played.stuck()).toBe(0);
  },
);
