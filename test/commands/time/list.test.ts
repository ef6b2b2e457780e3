import { describe, expect, it } from 'vitest';
import { eachShape, narrow, openWorld, refused, remarked } from '../../support/run.js';
import { changingDetails } from '../../support/servers/meddling.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

eachShape('time list, %s shape', (world, shape) => {
  it('has a row for each entry on any task, finished ones too', async () => {
    await world.run(['time', 'SCM-1', '90', '--note', 'Pipes\tand tabs']);
    await world.run('time SCM-12 5m --date yesterday');
    const { stdout } = await world.run('time list --user @me --since yesterday');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'SCM-1\t2026-11-20\tMara Lindqvist\t90\tPipes\\tand tabs',
      expect.stringMatching(/^SCM-12\t2026-11-20\tMara Lindqvist\t75\t/),
    ]);
    expect(stdout).toContain('\nSCM-12\t2026-11-19\tMara Lindqvist\t5\t\n');
    expect((await world.json('time list -L 1 --project SCM --user mara')) as unknown).toEqual([
      {
        ...{ ref: 'SCM-1', uuid: expect.stringMatching(/^[\da-f-]{36}$/), title: expect.any(String) },
        people: { [me(shape)]: { name: 'Mara Lindqvist', color: expect.any(String), side: 'unknown' } },
        ...{ user: me(shape), date: '2026-11-20', minutes: 90, note: 'Pipes\tand tabs' },
        createdAt: '2026-11-20T16:40:00.000Z',
      },
    ]);
  });

  it('adds up by person, task and day what it lists', async () => {
    const entries = (await world.json('time list --since mon')) as readonly Entry[];
    const sum = (rows: readonly { readonly minutes: number }[]): number =>
      rows.reduce((total, { minutes }) => total + minutes, 0);
    for (const [by, key] of [
      ['person', 'user'],
      ['task', 'ref'],
      ['day', 'date'],
    ] as const) {
      const groups = (await world.json(`time list --since mon --by ${by}`)) as readonly Group[];
      expect(groups.map(({ ref }) => ref).toSorted()).toEqual(
        [...new Set(entries.map((each) => each[key]))].toSorted(),
      );
      for (const { ref, minutes, entries: count } of groups) {
        const own = entries.filter((each) => each[key] === ref);
        expect([minutes, count]).toEqual([sum(own), own.length]);
      }
    }
    const { stdout } = await world.run('time list --since mon --by person', narrow);
    const total = sum(entries);
    expect(stdout).toMatch(
      new RegExp(`\\nTotal +${Math.floor(total / 60)}h(?: ${total % 60}m)? +${entries.length}\\n$`),
    );
  });

  it('reads only the details of tasks that can have time', async () => {
    const tasks = (await world.json('tasks list --scope all --state all --json=ref,loggedMinutes')) as readonly {
      readonly loggedMinutes: number;
    }[];
    world.takeRequests();
    await world.run('time list --by person');
    const details = world.takeRequests().filter((each) => /tasks\/[\da-f-]+$/.test(each));
    const logged = tasks.filter(({ loggedMinutes }) => loggedMinutes > 0).length;
    if (shape === 'wire') expect(details.length).toBeLessThanOrEqual(3);
    else expect(details.length).toBe(shape === 'spec' ? tasks.length : logged);
  });

  it('says what is wrong before any request, and names that nobody has', async () => {
    world.takeRequests();
    expect(await world.run('time list --by month')).toEqual(
      refused(2, '--by takes person, task, day or week, not "month"'),
    );
    expect(await world.run('time list --since 2030-01-01')).toMatchObject({ code: 2 });
    expect(await world.run('time list SCM-12')).toMatchObject({ code: 2 });
    expect(world.takeRequests()).toEqual([]);
    expect(await world.run('time list --user nobody')).toEqual(
      refused(4, 'there is no user called "nobody"', 'none stands for nobody'),
    );
    expect(await world.run('time list --project NOPE')).toMatchObject({ code: 4 });
    const { stderr } = await world.run('time list --project WEB --user mara --since today', narrow);
    expect(stderr).toMatch(/No time entries match\.\n$/);
  });

  it('shows nobody what they may not read', async () => {
    const rows = (await world.json('time list', { as: customer })) as readonly Entry[];
    expect(rows.filter(({ ref }) => !ref.startsWith('BOP-'))).toEqual([]);
  });
});

/** Ids of users have no hyphens on public servers. */
const me = (shape: string): string =>
  '9ef391aa-794a-4024-ada9-89fda91bac10'.replaceAll('-', shape === 'wire' ? '' : '-');

interface Entry {
  readonly ref: string;
  readonly user: string;
  readonly date: string;
  readonly minutes: number;
}

interface Group {
  readonly ref: string;
  readonly minutes: number;
  readonly entries: number;
}

describe('servers that send less', () => {
  it('an error where no detail has time entries, since an empty list would be a wrong answer', async () => {
    const world = await openWorld({ shape: 'spec' });
    const send = changingDetails(world.send, () => ({ timeLogs: undefined }));
    expect(await world.run('time list', { send })).toEqual(
      refused(1, 'cannot list logged time: this server does not send timeLogs'),
    );
  });

  it('a terminal says how many details were read', async () => {
    const world = await openWorld({ shape: 'spec' });
    expect((await world.run('time list --by day -L 2', narrow)).stderr).toMatch(/; time read from \d\d+ details\.\n$/);
  });
});

it('without list, time is the command that logs', async () => {
  const world = await openWorld();
  expect(await world.run('time SCM-12 5m')).toEqual(remarked('', 'Logged 5m on SCM-12 for 2026-11-20.\n'));
  expect(await world.run('time')).toEqual(refused(2, "missing required argument 'ref'", 'tracker help time'));
  expect((await world.run('time ls -q')).stdout).toMatch(/^SCM-12\n/);
  expect((await world.run('help time list')).stdout).toContain('\nUsage: tracker time list [flags]\n');
});
