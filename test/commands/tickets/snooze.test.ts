import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { openLedger } from '../../../src/ledger/store.js';
import { within } from '../../support/computer/folder.js';
import { eachShape, narrow, openWorld, owner, refused, signIn, type TestWorld } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const customer = { as: 'jose@casa-azul.example' };
const sean = { as: 'sean@lantern.example' };

/** Where no progress is shown, however long it takes. */
const unmoving = { ...narrow, env: { NO_COLOR: '1', CI: '1' } };

/** This computer's clock, in relation to that of the server. */
const later = (minutes: number) => ({ now: () => new Date(Date.parse('2026-11-20T16:40:00Z') + minutes * 60_000) });

const refsOf = async (line: string, how = {}, on: Pick<TestWorld, 'run'> = world): Promise<readonly string[]> =>
  (await on.run(`${line} -q`, how)).stdout.trim().split('\n').filter(Boolean);

const snoozed = async (how = {}): Promise<readonly string[]> => await refsOf('tickets list --snoozed', how);

const wokenOf = async (ref: string, how = {}): Promise<unknown> => {
  const rows = (await world.json('tickets list --segment all --fields ref,woken', how)) as Row[];
  return rows.find((row) => row.ref === ref)?.woken;
};

describe('snooze', () => {
  test('puts off without a request but for reading, says until when, and undo takes it back', async () => {
    world.takeRequests();
    const { stdout, stderr } = await world.run('snooze casa-10 CASA-9 tomorrow', unmoving);
    expect(stderr).toBe('CASA-10: put off until Sat 21 Nov, 08:00.\nCASA-9: put off until Sat 21 Nov, 08:00.\n');
    expect(stdout).toBe('');
    expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
    expect([...(await snoozed())].sort()).toEqual(['CASA-10', 'CASA-9']);
    const again = await world.run('snooze CASA-9 "mon 14:30" --json');
    expect(JSON.parse(again.stdout)).toMatchObject([
      { ok: true, changes: { snoozedUntil: { from: '2026-11-21T08:00:00.000Z', to: '2026-11-23T14:30:00.000Z' } } },
    ]);
    world.takeRequests();
    expect(await world.run('undo', narrow)).toMatchObject({
      stderr: 'CASA-9: put off until Sat 21 Nov, 08:00.\n',
    });
    expect((await world.run('undo')).code).toBe(0);
    expect(world.takeRequests()).toEqual([]);
    expect(await snoozed()).toEqual([]);
    expect((await world.run('redo')).code).toBe(0);
    expect(await snoozed()).toHaveLength(2);
    const listed = (await world.run('undo --list --fields command,state')).stdout;
    expect(listed).toBe('snooze\tundone\nsnooze\tdone\n');
    await world.run('snooze CASA-9 tomorrow');
    expect((await world.run('undo --list -L 1 --fields what')).stdout).toBe('CASA-9: as it was before\n');
  });

  test('a list of what is put off says of nothing else that it is hidden or not there', async () => {
    const listed = async (): Promise<string> => (await world.run('tickets list --snoozed', narrow)).stderr;
    expect(await listed()).toBe('No tickets match.\n');
    const [open = '', closed = ''] = await refsOf('tickets list --segment all --state all --sort -status');
    await world.run(`snooze ${open} ${closed} 2h`);
    await world.run(`close ${closed} ${open} -y`);
    expect(await listed()).toBe('No tickets match; 2 finished hidden (--state all).\n');
  });

  test('is left out of next and status, which say how many, and stays in --waiting with its time', async () => {
    const [first = '', second = ''] = await refsOf('tickets list --segment all --waiting');
    await world.run(`snooze ${first} 2h`);
    const shown = await world.run('next', narrow);
    expect(shown.stdout).toContain(second);
    expect(shown.stderr).toContain('1 ticket is put off: tracker tickets list --snoozed\n');
    expect(await refsOf('next')).toEqual([second]);
    const rows = (await world.json('tickets list --segment all --waiting')) as Row[];
    expect(rows[0]).toMatchObject({ ref: first, snoozedUntil: '2026-11-20T18:40:00.000Z', woken: null });
    expect(rows[1]).toMatchObject({ ref: second, snoozedUntil: null });
    const table = await world.run('tickets list --segment all --waiting', narrow);
    expect(table.stderr).toContain(`${first} is put off.\n`);
    const [mine = ''] = await refsOf('tickets list --waiting');
    const open = Number(/Tickets +(\d+) open/.exec((await world.run('status', narrow)).stdout)?.[1]);
    await world.run(`snooze ${mine} 2h`);
    const status = (await world.run('status', narrow)).stdout;
    expect(status).toMatch(new RegExp(`Tickets +${open - 1} open`));
    // At the width of a narrow terminal, too.
    expect(status).toContain('\n  1 put off: tracker tickets list --snoozed\n');
    expect(status).not.toContain(mine);
  });

  test.each([
    ['CASA-9 fri 14:30', "CASA-9 'fri 14:30'"],
    ['CASA-9,CASA-10 tomorrow 9am -q', "CASA-9,CASA-10 'tomorrow 9am' -q"],
    ['@ in 3 days', "@ 'in 3 days'"],
    ['1h CASA-9', 'CASA-9 1h'],
    ['off CASA-9', 'CASA-9 off'],
  ])('snooze %s changes nothing, and the hint is what was meant', async (words, meant) => {
    expect(await world.run(`snooze ${words}`)).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringContaining(`hint: tracker snooze ${meant}\n`),
    });
    expect(await snoozed()).toEqual([]);
  });

  test('wakes when its time has come, with off, and again once it is put off', async () => {
    await world.run('snooze CASA-9 1h');
    expect(await snoozed(later(59))).toEqual(['CASA-9']);
    expect(await snoozed(later(60))).toEqual([]);
    expect(await world.run('snooze CASA-9 off', narrow)).toMatchObject({
      stderr: 'CASA-9: no longer put off.\n',
    });
    expect(await snoozed()).toEqual([]);
    expect(await world.run('snooze CASA-9 off', narrow)).toMatchObject({ code: 0, stderr: 'CASA-9 is not put off.\n' });
  });

  test('an undo passes over one whose time has come', async () => {
    await world.run('tickets edit CASA-9 -p high');
    await world.run('snooze CASA-9 1h');
    const undone = await world.run('undo', { ...narrow, ...later(61) });
    expect(undone.stderr).toContain('change 2 (snooze) is skipped: CASA-9 is already as it was before\n');
    expect(undone.stderr).toContain('CASA-9: priority high → low');
  });

  test('belongs to an account', async () => {
    const machine = await world.machine(owner);
    await machine.run('snooze CASA-9 tomorrow');
    await signIn(machine, world, sean.as, 'other');
    expect(await refsOf('tickets list --snoozed', {}, machine)).toEqual(['CASA-9']);
    expect(await refsOf('tickets list --snoozed -I other', {}, machine)).toEqual([]);
    expect(await machine.run('undo -I other')).toMatchObject({ code: 1 });
    expect(await refsOf('tickets list --snoozed', {}, machine)).toEqual(['CASA-9']);
  });

  test('lasts longer than the commands after it, and so does waking it', async () => {
    const machine = await world.machine(owner);
    await machine.run('snooze CASA-9 CASA-10 2w');
    await machine.run('snooze CASA-10 off');
    const ledger = openLedger(within(join(machine.folder, 'state')), later(0).now);
    for (let at = 0; at < 300; at++) ledger.begin({ state: 'done', url: world.url, owner: 'mara', words: ['close'] });
    expect(ledger.find(3)).toBeUndefined();
    expect([ledger.find(1)?.words, ledger.find(2)?.words]).toEqual([['snooze'], ['snooze']]);
    expect(await refsOf('tickets list --snoozed', {}, machine)).toEqual(['CASA-9']);
  });

  test.each([
    ['snooze CASA-9', "missing required argument 'when'", 'tracker help snooze'],
    [
      'snooze CASA-9 soon',
      'WHEN: "soon" is not a time in the future',
      'times look like 1h, 18:00, tomorrow, fri, 3d, dec 3 or "fri 14:30"',
    ],
    [
      'snooze CASA-9 2026-11-19',
      'WHEN: "2026-11-19" is over',
      'times to come look like 1h, 18:00, tomorrow, fri, 3d, dec 3 or "fri 14:30"',
    ],
  ])('%s', async (line, why, hint) => {
    expect(await world.run(line)).toEqual(refused(2, why, hint));
  });

  test('a task cannot be put off', async () => {
    expect(await world.run('snooze SCM-12 1h')).toMatchObject({ code: 4 });
  });
});

describe('a message of the customer', () => {
  test('wakes it, and one of at most five words is marked as short; notes and answers of the team do not', async () => {
    await world.run('snooze CASA-10 tomorrow');
    await world.run('tickets note CASA-10 -b "For later."', sean);
    await world.run('tickets reply CASA-10 -b "We look into it."', sean);
    expect(await snoozed()).toEqual(['CASA-10']);
    expect(await wokenOf('CASA-10')).toBeNull();
    await world.run('tickets reply CASA-10 -b "Thanks, that works now!"', customer);
    expect(await snoozed()).toEqual([]);
    expect(await wokenOf('CASA-10')).toBe('short');
    await world.run('tickets reply CASA-10 -b "No, it does not work at all."', customer);
    expect(await wokenOf('CASA-10')).toBe('message');
    expect(await refsOf('tickets list --segment all --waiting')).toContain('CASA-10');
  });

  test('does so by the clock of the server, however wrong that of this computer is', async () => {
    const ahead = later(24 * 60);
    await world.run('snooze CASA-10 fri', ahead);
    expect(await snoozed(ahead)).toEqual(['CASA-10']);
    await world.run('tickets reply CASA-10 -b "Is there any news about this?"', customer);
    expect(await wokenOf('CASA-10', ahead)).toBe('message');
  });

  test('reads no details where rows show that nobody has written', async () => {
    await world.run('snooze CASA-10 tomorrow');
    world.takeRequests();
    expect(await snoozed()).toEqual(['CASA-10']);
    expect(world.takeRequests()).toEqual(['GET /api/v1/tickets?segment=all']);
  });
});

describe('a clock that is set back', () => {
  test('keeps nothing put off for longer than was asked for, and puts little off anew', async () => {
    await world.run('snooze CASA-9 1h', later(24 * 60));
    expect(await snoozed(later(24 * 60 - 1))).toEqual(['CASA-9']);
    expect(await snoozed()).toEqual([]);
  });
});

eachShape('in every shape', (shaped) => {
  test('a customer wakes what was put off', async () => {
    await shaped.run('snooze CASA-10 tomorrow');
    expect(await refsOf('tickets list --snoozed', {}, shaped)).toEqual(['CASA-10']);
    await shaped.run('tickets reply CASA-10 -b "Is there any news about this?"', customer);
    expect(await refsOf('tickets list --snoozed', {}, shaped)).toEqual([]);
  });
});
