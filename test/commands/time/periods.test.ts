import { describe, expect, it } from 'vitest';
import { parseDays } from '../../../src/args/day.js';
import { offerValue } from '../../../src/completion/values.js';
import { narrow, openWorld, owner, usualNow } from '../../support/run.js';
import { changingDetails } from '../../support/servers/meddling.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(openWorld);

type Rows = readonly Readonly<Record<string, unknown>>[];

const rows = async (line: string): Promise<Rows> => (await world.json(line)) as Rows;

describe('a period', () => {
  it.each([
    ['tickets list --segment all --state all', 'updatedAt'],
    ['inbox list --all', 'createdAt'],
    ['projects activity SCM --all', 'createdAt'],
    ['time list', 'date'],
  ])('keeps what is in it, and both its days: %s', async (line, field) => {
    const all = await rows(line);
    const dayOf = (row: Rows[number]): string =>
      String(row[field]).length === 10 ? String(row[field]) : new Date(String(row[field])).toLocaleDateString('sv-SE');
    const within = all.filter((row) => dayOf(row) >= '2026-11-09' && dayOf(row) <= '2026-11-15');
    expect(within.length).toBeGreaterThan(0);
    for (const flags of [
      '--since "last week" --until "last week"',
      '--since 2026-11-09..2026-11-15',
      '--until 2026-W46..2026-W46',
    ])
      expect((await rows(`${line} ${flags}`)).map(({ ref }) => ref)).toEqual(within.map(({ ref }) => ref));
    const before = all.filter((row) => dayOf(row) <= '2026-10-31');
    expect(await rows(`${line} --until 2026-10`)).toHaveLength(before.length);
  });

  it('of tasks, whose rows have only the day of a change, is exact too', async () => {
    const refsOf = async (flags: string): Promise<readonly unknown[]> =>
      (await rows(`tasks list --scope all --state all ${flags}`)).map(({ ref }) => ref);
    const [all, since, until] = [
      await refsOf(''),
      await refsOf('--since 2026-11-16'),
      await refsOf('--until 2026-11-15'),
    ];
    expect([since.length > 0, until.length > 0]).toEqual([true, true]);
    expect([...since, ...until].toSorted()).toEqual(all.toSorted());
    expect((await refsOf('--since 2026-11-16..2026-11-18')).every((ref) => since.includes(ref))).toBe(true);
  });

  it('is checked before the first request', async () => {
    world.takeRequests();
    for (const line of ['tasks', 'tickets', 'inbox', 'projects activity SCM', 'time list', 'status'])
      expect((await world.run([...line.split(' '), '--since', 'today', '--until', 'yesterday'])).code).toBe(2);
    expect(world.takeRequests()).toEqual([]);
  });

  it('counts the notifications of status', async () => {
    const { new: count } = (await world.json('status --since 2026-11-09..2026-11-15')) as { readonly new: number };
    expect(count).toBe((await rows('inbox --all --since 2026-11-09..2026-11-15')).length);
  });
});

describe('time list --by', () => {
  const sum = (of: Rows): number => of.reduce((total, { minutes }) => total + Number(minutes), 0);

  it('adds up by week, the newest first, and by two', async () => {
    const entries = await rows('time list');
    const weeks = await rows('time list --by week');
    expect(weeks.map(({ ref }) => ref)).toEqual(
      weeks
        .map(({ ref }) => ref)
        .toSorted()
        .toReversed(),
    );
    expect(weeks[0]).toMatchObject({ ref: '2026-W47', week: '2026-W47' });
    for (const line of ['time list --by person,week', 'time list --by task --by day', 'time list --by week,person']) {
      const groups = await rows(line);
      expect([sum(groups), new Set(groups.map(({ ref }) => ref)).size]).toEqual([sum(entries), groups.length]);
    }
    const [first] = await rows('time list --by person,week');
    expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining(['user', 'week', 'minutes', 'entries']));
    expect((await world.run('time list --by task,week -L 1', narrow)).stdout).toMatch(/^TASK +TITLE +WEEK/);
    for (const by of ['week,week', 'person,task,day', 'month'])
      expect(await world.run(`time list --by ${by}`)).toMatchObject({ code: 2, stdout: '' });
  });

  it('counts the entries without a day in a line', async () => {
    const spec = await openWorld({ shape: 'spec' });
    const log = { user: 'u1', minutes: 60, note: '', createdAt: '2026-11-20T08:00:00Z' };
    const timeLogs = [
      { ...log, date: null },
      { ...log, date: '2026-11-20' },
    ];
    const send = changingDetails(spec.send, () => ({ timeLogs }));
    for (const line of ['time list --by week', 'time list --since 2020-01-01'])
      expect((await spec.run(line, { send })).stderr).toMatch(
        /^warning: entries without a day, which are left out: \d+ \(\d+h/,
      );
    expect((await spec.run('time list', { send })).stderr).toBe('');
  });
});

it('TAB offers no day that is refused', () => {
  const offered = (kind: string): readonly string[] => {
    const asked = { value: { kind }, isJoined: false, prefix: '', typed: '', taken: [], columns: [] };
    return offerValue(asked as unknown as Parameters<typeof offerValue>[0]).candidates.map(({ text }) => text);
  };
  for (const text of offered('past-day'))
    expect(parseDays(text, '--date', usualNow, true)[0] <= '2026-11-20').toBe(true);
  expect(offered('past-day')).toContain('yesterday');
});

describe('a number below 15', () => {
  const body = (stdout: string): unknown => JSON.parse(stdout.split('\t')[2] ?? '');

  it.each([
    ['time SCM-12 2', '', 'minutes', 2],
    ['tasks time SCM-12 14', '', 'minutes', 14],
    ['tasks edit SCM-12 --estimate 3', '--estimate ', 'estimate', 3],
    ['edit SCM-12 --estimate 1', '--estimate ', 'estimate', 1],
    ['tasks create Lines --project SCM --estimate 5', '--estimate ', 'estimate', 5],
    ['convert CASA-9 --project SCM --estimate 5', '--estimate ', 'estimate', 5],
  ])('is minutes in a pipe and with -y, with a warning: %s', async (line, flag, field, count) => {
    const warning = `warning: ${flag}${count} is taken as ${count} minute${count === 1 ? '' : 's'}\nhint: for hours: ${flag}${count}h\n`;
    const { stdout, stderr } = await world.run(`${line} -n`);
    expect([body(stdout), stderr.startsWith(warning)]).toEqual([expect.objectContaining({ [field]: count }), true]);
    expect((await world.run(`${line} -n -y`, narrow)).stderr).toContain(warning);
  });

  it('is asked about at a terminal', async () => {
    const run = async (line: string, key: string) => await world.run(line, { ...narrow, keys: [key] });
    expect((await run('time SCM-12 2 -n', '\u001b[B\r')).stderr).toContain('Would log 2h on SCM-12');
    expect((await run('time SCM-12 2 -n', '\r')).stderr).toContain('Would log 2m on SCM-12');
    expect((await run('tasks edit SCM-12 --estimate 3 -n', '\u001b[B\r')).stderr).toMatch(/estimate .* → 3h/);
    expect((await run('time SCM-12 2', '\u0003')).code).toBe(130);
  });

  it('is settled before it is queued', async () => {
    const machine = await world.machine(owner);
    await machine.run('time SCM-12 2 --queue --offline', { ...narrow, keys: ['\u001b[B\r'] });
    expect((await machine.run('drafts send --waiting')).stderr).toContain('time SCM-12 2h.');
  });

  it('needs its unit where it is typed at a question, and 15 needs none', async () => {
    const { stderr } = await world.run('time SCM-12 -n', { ...narrow, keys: ['5\r\u0015' + '5h\r'] });
    expect(stderr).toContain('minutes or hours? Type 5m or 5h');
    expect((await world.run('time SCM-12 15 -n')).stderr).toBe('Would log 15m on SCM-12 for 2026-11-20.\n');
  });
});
