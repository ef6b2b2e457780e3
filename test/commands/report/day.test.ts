import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { readBytes } from '../../../src/http/body/read.js';
import { eachShape, narrow, openWorld, refused, type TestWorld, wide } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

const sean = 'sean@lantern.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

interface Entry {
  readonly ref: string;
  readonly section: 'done' | 'waiting' | 'awaited';
  readonly what: string;
  readonly time: string | null;
  readonly title: string;
  readonly text: string;
  readonly minutes?: number;
}

const sections = (rows: readonly Entry[], section: Entry['section']): readonly string[] =>
  rows.filter((row) => row.section === section).map(({ ref, what }) => `${ref} ${what}`);

eachShape('report day, %s shape', (world, shape) => {
  const report = async (flags = '', as?: string): Promise<readonly Entry[]> =>
    (await world.json(`report day ${flags}`, as === undefined ? {} : { as })) as readonly Entry[];

  it('has each thing that was done once, whoever else remembers it', async () => {
    await world.run('tasks comment SCM-13 -b "Seen."');
    await world.run('tasks edit SCM-13 -s in_review -p urgent --title "Other words" --due 2026-12-24');
    await world.run('time SCM-13 45m --note "on the phone"');
    await world.run('tickets reply CASA-16 -b "On it." -y');
    await world.run('tickets note CASA-16 -b "Ask Sean."');
    await world.run('tickets edit CASA-16 --tag hull -p low');
    await world.run('tickets checklist CASA-16 --add "Call them"');
    await world.run('projects comment SCM -b "Done for today."');
    await world.run('chat create --org casa-azul -t Opening -b "When do you open?"');
    const rows = await report('--since today');
    const own = rows.filter(
      ({ section, ref }) => section === 'done' && ['SCM-13', 'CASA-16', 'SCM', null].includes(ref),
    );
    expect(own.map(({ ref, what }) => `${ref ?? ''} ${what}`).toSorted()).toEqual(
      [
        ...['SCM-13 comment', 'SCM-13 status', 'SCM-13 priority', 'SCM-13 title', 'SCM-13 due', 'SCM-13 time'],
        // The status was set before, in the seed.
        ...[
          'CASA-16 status',
          'CASA-16 reply',
          'CASA-16 note',
          'CASA-16 tags',
          'CASA-16 priority',
          'CASA-16 checklist',
          'SCM comment',
          ' created',
        ],
      ].toSorted(),
    );
    expect(own.find(({ what }) => what === 'time')).toMatchObject({
      ...{ time: '2026-11-20', minutes: 45, text: 'on the phone', title: 'Other words' },
    });
    const titles = own.flatMap(({ ref, title }) => (ref === 'CASA-16' ? title : []));
    expect(new Set(titles)).toEqual(new Set(['Night of the Museums: the 21:15 slot was sold twice']));
    // What only this computer remembers is not in the report of somebody else about the same person.
    const seen = sections(await report('--since today --user "Mara Lindqvist"', sean), 'done');
    expect(seen.filter((each) => /SCM-13 (?:title|due)/.test(each))).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(['SCM-13 status', 'CASA-16 reply', 'SCM comment']));
  });

  it('says who waits, and for whom, as tickets list --waiting does', async () => {
    const waiting = (await world.json('tickets list --segment all --waiting -a @me')) as readonly Row[];
    const rows = await report();
    const answers = rows.filter(({ what }) => what === 'answer');
    expect(answers.filter(({ section }) => section === 'waiting').map(({ ref, time }) => ({ ref, time }))).toEqual(
      waiting.map(({ ref, waiting: time }) => ({ ref, time })),
    );
    const open = (await world.json('tickets list --segment all -a @me -s "!paused" --state open')) as readonly Row[];
    expect(answers.map(({ ref }) => ref).toSorted()).toEqual(open.map(({ ref }) => ref).toSorted());
    const due = (await world.json("tasks list --scope all -a @me --due '<=today'")) as readonly Row[];
    expect(due.map(({ ref }) => ref)).toEqual(
      expect.arrayContaining(rows.flatMap((row) => (row.what === 'due' ? [row.ref] : []))),
    );
    expect(rows.find(({ ref, section }) => ref === 'SCM-11' && section === 'awaited')).toMatchObject({
      ...{ what: 'dependencies', time: null, text: 'SCM-6, SCM-7, SCM-10' },
    });
    await world.run('tickets reply CASA-16 -b "On it." -y');
    const after = await report();
    expect(sections(after, 'waiting')).not.toContain('CASA-16 answer');
    expect(after.find(({ ref, section }) => ref === 'CASA-16' && section === 'awaited')).toMatchObject({
      time: '2026-11-20T16:40:00.000Z',
    });
  });

  it('reads no more than one page of a quiet project, and no detail that nothing points to', async () => {
    await report();
    world.takeRequests();
    await report('--since today');
    const asked = world.takeRequests();
    const details = asked.filter((each) => /(?:tasks|tickets)\/[^/]+$/.test(each));
    const pages = asked.filter((each) => each.includes('/activity'));
    const all = ((await world.json('projects list')) as readonly Row[]).length;
    expect(pages.length).toBeLessThanOrEqual(all + 5);
    if (shape === 'wire') expect(details.filter((each) => each.includes('/tasks/'))).toEqual([]);
  });

  // That the rest is so in each shape is for `worlds.test.ts` and `memory/offline.test.ts`.
  if (shape !== 'usual') return;

  it('lists what was done in the same second in an order that does not depend on which project was read first', async () => {
    for (const ref of ['SCM-9', 'OPS-4']) await world.run(`tasks done ${ref}`);
    const done = async (late: string) => {
      const { uuid } = (await world.json(`projects view ${late}`)) as { readonly uuid: string };
      const send: TestWorld['send'] = async (request) => {
        if (request.url.pathname.includes(`${uuid}/activity`)) await new Promise((resolve) => setTimeout(resolve, 50));
        return await world.send(request);
      };
      return sections((await world.json('report day --since today', { send })) as readonly Entry[], 'done');
    };
    expect(await done('SCM')).toEqual(await done('OPS'));
  });

  it('leaves out what was put back, unless the server has recorded it', async () => {
    await world.run('tasks edit SCM-13 --title "Other words"');
    await world.run('undo -y');
    expect(sections(await report('--since today'), 'done')).not.toContain('SCM-13 title');
  });

  it('has once what was undone and done again', async () => {
    await world.run('tasks edit SCM-13 --title "Other words"');
    await world.run('tasks checklist SCM-13 --add "One more"');
    for (const line of ['undo', 'undo', 'redo', 'redo']) expect((await world.run(line)).code).toBe(0);
    const done = sections(await report('--since today'), 'done').filter((each) => /^SCM-13 (?:title|check)/.test(each));
    expect(done.toSorted()).toEqual(['SCM-13 checklist', 'SCM-13 title']);
  });

  it('is the other way round for a customer, who sees nothing else', async () => {
    await world.run('tickets reply BERG-9 -b "Which invoice?" -y');
    const rows = await report('', customer);
    expect(sections(rows, 'waiting')).toContain('BERG-9 answer');
    await world.run('tickets reply BERG-9 -b "The last one." -y', { as: customer });
    const after = await report('--since today', customer);
    expect(sections(after, 'awaited')).toContain('BERG-9 answer');
    expect(sections(after, 'done')).toContain('BERG-9 reply');
    expect(after.filter(({ ref }) => !/^(?:BERG|BOP)-/.test(ref ?? 'BERG-'))).toEqual([]);
  });

  it('counts the days of both ends, and time by the day it was logged for', async () => {
    await world.run('time SCM-13 10m --date yesterday');
    await world.run('time SCM-13 20m');
    await world.run('time SCM-13 40m --date -2d');
    const minutes = async (flags: string): Promise<readonly unknown[]> =>
      (await report(flags)).filter(({ ref, what }) => ref === 'SCM-13' && what === 'time').map((row) => row.minutes);
    expect(await minutes('')).toEqual([10, 20]);
    expect(await minutes('--until yesterday')).toEqual([10]);
    expect(await minutes('--since today')).toEqual([20]);
    expect(await minutes('--since 2026-11-18..2026-11-19')).toEqual([40, 10]);
    expect(await minutes('--until -2d..yesterday')).toEqual([40, 10]);
  });

  it('is the same offline, and with read access', async () => {
    const online = await world.run('report day --json');
    expect(await world.run('report day --json', { env: { TRACKER_ACCESS: 'read' } })).toEqual(online);
    const offline = await world.run('report day --json --offline');
    expect([offline.code, offline.stdout]).toEqual([online.code, online.stdout]);
  });
});

describe('what it prints', () => {
  it.each([
    ['80', 'report day', narrow, 'usual'],
    ['200', 'report day --since wed', wide, 'usual'],
    ['200', 'report day --since wed', wide, 'spec'],
    ['pipe', 'report day', {}, 'usual'],
    ['markdown', 'standup --markdown', {}, 'usual'],
    ['markdown', 'standup --markdown', {}, 'wire'],
  ] as const)('%s', async (name, line, how, shape) => {
    const world = await openWorld({ shape });
    const { stdout } = await world.run(line, how);
    // Ids of users have no hyphens on public servers.
    await expect(`$ tracker ${line}\n${stdout.replaceAll(/\]\([\da-f-]+\)/g, '](id)')}`).toMatchFileSnapshot(
      `expected/day.${name}.txt`,
    );
  });
});

describe('on a terminal', () => {
  it('has sections, and no columns that are empty in one', async () => {
    const world = await openWorld();
    const { stdout } = await world.run('report day --since today', wide);
    const titles = stdout.split('\n').filter((line) => /^(?:Done|Waiting for you|You are waiting for)$/.test(line));
    expect(titles).toEqual(['Done', 'Waiting for you', 'You are waiting for']);
    expect(stdout).toMatch(/\n\nWaiting for you\nREF +WHEN +WHAT +WHO +TITLE\n/);
    expect((await world.run('standup --user sean', wide)).stdout).toMatch(/^(?:Done by|Waiting for) Seán O'Connor\n/);
    expect((await world.run('yesterday --fields ref,what -q', narrow)).code).toBe(2);
    expect((await world.run('yesterday --fields ref,what', narrow)).stdout).toMatch(/^REF +WHAT\n/);
  });

  it('says how many tickets are put off', async () => {
    const world = await openWorld();
    await world.run('snooze CASA-16 tomorrow');
    expect((await world.run('report day', narrow)).stderr).toMatch(/1 ticket is put off/);
  });
});

it('a narrow table says what was done where there is no reference', async () => {
  const world = await openWorld();
  await world.run(['chat', 'reply', 'Lunch on Friday', '-b', 'In.']);
  const { stdout } = await world.run('report day --since today', narrow);
  expect(stdout).toMatch(/^ +\S.* reply .*a chat message *$/m);
});

describe('--markdown', () => {
  it('has a line for each thing, in which what others have written is text', async () => {
    const world = await openWorld();
    await world.run(['tasks', 'edit', 'SCM-13', '--title', 'Use *stars* <b>']);
    await world.run('tasks comment SCM-13 -b "One."');
    await world.run('tasks comment SCM-13 -b "Two."');
    await world.run('time SCM-13 90m');
    for (const text of ['In.', 'Noon?']) await world.run(['chat', 'reply', 'Lunch on Friday', '-b', text]);
    await world.run('notes create -t Lunch -b Noon');
    const { stdout } = await world.run('report day --since today --markdown');
    expect(stdout).toMatch(/^## Done\n\n/);
    expect(stdout).toContain('\n- SCM-13 Use \\*stars\\* \\<b>: commented 2 times, ');
    expect(stdout).toMatch(/\n- SCM-13 .*, 1h 30m\n/);
    for (const line of ['a chat message (2 times)', 'a new note']) expect(stdout).toContain(`\n- ${line}\n`);
    expect(stdout).toMatch(/\n\n## Waiting for me\n\n- /);
    expect(stdout).toMatch(/\n\n## I am waiting for\n\n- .*\n$/s);
    expect(await world.run('report day --markdown --json')).toEqual(expect.objectContaining({ code: 2, stdout: '' }));
  });
});

describe('trouble', () => {
  it('of one activity is a warning', async () => {
    const world = await openWorld();
    const send: typeof world.send = async (request) =>
      request.url.pathname.endsWith('/activity') ? answerJson(403, { message: 'no' }) : await world.send(request);
    const { code, stdout, stderr } = await world.run('report day', { send });
    expect([code, stdout === '']).toEqual([0, false]);
    expect(stderr).toMatch(/^warning: could not read the activity of .*SCM.*, so changes there may be missing\n$/);
  });

  it('of one list is exit 8, and of all the error itself', async () => {
    const world = await openWorld();
    const failing =
      (path: RegExp): typeof world.send =>
      async (request) =>
        path.test(request.url.pathname) ? answerJson(500, { message: 'broken' }) : await world.send(request);
    const part = await world.run('report day', { send: failing(/\/tickets$/) });
    expect(part).toMatchObject({ code: 8, stderr: expect.stringMatching(/^error: could not load tickets: /) });
    expect(part.stdout).toMatch(/^[A-Z]+-\d+\tdone\t/m);
    expect((await world.run('report day', { send: failing(/\/(?:tickets|tasks|projects)$/) })).code).toBe(1);
  });

  it('with a detail that is gone is a warning', async () => {
    const world = await openWorld();
    const gone = String((await world.run('tasks view SCM-12 --json --jq .uuid')).stdout.trim());
    const send: typeof world.send = async (request) =>
      request.url.pathname.endsWith(`/tasks/${gone}`)
        ? answerJson(404, { message: 'gone' })
        : await world.send(request);
    expect(await (await world.machine('mara@lantern.example')).run('report day', { send })).toMatchObject({
      code: 0,
      stderr: 'warning: could not read, so what was done there is missing: SCM-12\n',
    });
  });

  it('a server with a long history is read in part, unless told otherwise', async () => {
    const world = await openWorld();
    const page = (offset: number): Row => ({
      items: Array.from({ length: 50 }, (_, at) => ({
        ...{ id: `e${offset + at}`, type: 'task.status', taskRef: 'SCM-1', text: 'changed', actor: null },
        createdAt: '2026-11-20T12:00:00Z',
      })),
    });
    let pages = 0;
    const send: typeof world.send = async (request) => {
      if (!request.url.pathname.endsWith('/activity')) return await world.send(request);
      pages += 1;
      const offset = Number(request.url.searchParams.get('offset') ?? 0);
      return answerJson(200, offset >= 2_000 ? { items: [] } : page(offset));
    };
    const { code, stderr } = await world.run('report day', { send });
    expect([code, pages]).toEqual([0, 20]);
    expect(stderr).toMatch(
      /^warning: only part of the activity of .* was read, so changes there may be missing\nhint: .*--yes/,
    );
    expect((await world.run('report day -y', { send })).stderr).toBe('');
    expect(pages).toBeGreaterThan(100);
  });

  it('never reads what it was told to leave, and says offline what was not read', async () => {
    const world = await openWorld();
    const fresh = await world.machine('mara@lantern.example');
    expect(await fresh.run('report day --offline')).toMatchObject({ code: 4, stdout: '' });
    await fresh.run('sync --tasks all --tickets all');
    const { code, stdout, stderr } = await fresh.run('report day --offline');
    expect([code, stdout.includes('CASA-16')]).toEqual([0, true]);
    expect(stderr).toMatch(/could not read the activity of /);
  });

  it('with words that mean nothing sends nothing', async () => {
    const world = await openWorld();
    world.takeRequests();
    expect(await world.run('report day --since tomorrow')).toMatchObject({ code: 2 });
    expect(await world.run('report day --since 2026-11-01..2026-11-02 --until today')).toMatchObject({ code: 2 });
    expect(world.takeRequests()).toEqual([]);
    expect(await world.run('report day --user nobody')).toEqual(
      refused(4, 'there is no user called "nobody"', 'tracker people list'),
    );
  });
});

describe('5,000 tickets in memory', () => {
  /** A server whose tickets are these many copies of one of ours, of which the first 300 are mine and have changed; it counts what it is asked. */
  const manyOf = (world: TestWorld) => {
    const asked: string[] = [];
    const uuidOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const copyOf = (row: Row, at: number): Row => {
      const changed = at < 300 ? '2026-11-20T10:00:00.123Z' : '2026-10-01T10:00:00.123Z';
      return {
        ...row,
        id: `CASA-${at}`,
        displayId: `CASA-${at}`,
        uuid: uuidOf(at),
        updatedAt: changed,
        lastMessageAt: changed,
        ...(at >= 300 && { assignees: [], assignedAgentId: null }),
      };
    };
    const send: typeof world.send = async (request) => {
      const [, at] = /tickets\/0+-0000-4000-8000-(\d+)$/.exec(request.url.pathname) ?? [];
      asked.push(request.url.pathname);
      if (at === undefined && !request.url.pathname.endsWith('/tickets')) return await world.send(request);
      const url = new URL(at === undefined ? request.url : request.url.href.replace(/[^/]+$/, base.uuid));
      const reply = JSON.parse((await readBytes(await world.send({ ...request, url }))).toString()) as Record<
        string,
        Row
      >;
      if (at !== undefined) return answerJson(200, { ...reply, ticket: copyOf(reply.ticket ?? {}, Number(at)) });
      return answerJson(200, { ...reply, tickets: Array.from({ length: 5_000 }, (_, each) => copyOf(base.row, each)) });
    };
    const base: { row: Row; uuid: string } = { row: {}, uuid: '' };
    return { send, base, asked };
  };

  it('are looked at within a second, and those without news are not read', async () => {
    const world = await openWorld();
    const { send, base, asked } = manyOf(world);
    const [row = {}] = (await world.json('tickets list --segment all -L 1 --sort ref -a @me')) as readonly Row[];
    const { ref: _ref, people: _people, ...sent } = row;
    Object.assign(base, { row: sent, uuid: row.uuid });
    expect((await world.run('report day -y', { send })).code).toBe(0);
    asked.length = 0;
    const begun = process.cpuUsage();
    const { stdout } = await world.run('report day', { send });
    const { user, system } = process.cpuUsage(begun);
    expect(stdout).toMatch(/^CASA-299\t/m);
    expect(asked.filter((each) => /tickets\/./.test(each))).toEqual([]);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });
});
