import { beforeAll, describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused, remarked, shapes, type TestWorld } from '../support/run.js';

const staff = 'lukasz@lantern.example';
const agent = 'j.weiss@bergmann-ortho.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';
const viewer = 'annika.bjork@scandia-maritime.example';
const stranger = 'theo@quill-and-moss.example';

describe.each(shapes)('what whom may see, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });
  const lines = async (line: string, as: string): Promise<readonly string[]> =>
    (await world.run(line, { as })).stdout.split('\n').slice(0, -1);

  test('internal notes are for the team', async () => {
    const notes = async (as: string): Promise<number> =>
      (await lines('tickets view BERG-9', as)).filter((line) => line.startsWith('note\t')).length;
    expect(await notes(staff)).toBeGreaterThan(0);
    expect(await notes(agent)).toBe(0);
    expect(await notes(customer)).toBe(0);
    for (const flags of ['--json', '']) {
      const { stdout } = await world.run(`tickets view BERG-9 ${flags}`, {
        as: customer,
        ...(flags === '' ? narrow : {}),
      });
      expect(stdout).not.toContain('2026-0291 was before the update');
      expect(stdout).not.toContain('internal note');
    }
  });

  test('linked tasks are for the team', async () => {
    const linked = async (as: string) =>
      (await lines('tickets view BERG-9', as)).filter((line) => line.startsWith('task\t'));
    expect(await linked(staff)).toEqual(['task\tBOP-7\tin_progress\tInvoice totals differ from the ERP by one cent']);
    expect(await linked(customer)).toEqual([]);
  });

  test('a customer sees the tickets of the organisation that are their own', async () => {
    const own = await lines('tickets --segment all --fields ref,org,customer', customer);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((line) => line.includes('\tbergmann-orthopaedie\t'))).toBe(true);
    expect(await world.run('tickets view SCM-3', { as: customer })).toEqual(
      refused(4, 'there is no ticket SCM-3 that you can see'),
    );
    const uuid = '750d42b4-b921-43a7-8916-945959524624';
    const { code, stdout } = await world.run(`tickets view ${uuid}`, { as: customer });
    expect({ code, stdout }).toEqual({ code: shape === 'wire' ? 5 : 4, stdout: '' });
  });

  test('a viewer of a project reads its tasks', async () => {
    expect(await lines('projects -q', viewer)).toEqual(['SCM']);
    const refs = await lines('tasks --scope all -q', viewer);
    expect(refs.length).toBeGreaterThan(20);
    expect(refs.every((ref) => ref.startsWith('SCM-'))).toBe(true);
    expect(await world.run('tasks view SCM-12 --json=canEdit,canComment', { as: viewer })).toEqual(
      printed('{"canEdit":false,"canComment":false}\n'),
    );
    expect(await world.run('tasks view OPS-9', { as: viewer })).toEqual(
      refused(4, 'there is no task OPS-9 that you can see'),
    );
    expect(await world.run('projects view OPS', { as: viewer })).toEqual(
      refused(4, 'there is no project OPS that you can see'),
    );
  });

  test.each([
    ['tasks', 'No tasks assigned to you or created by you (--scope all shows every task).'],
    ['tasks --scope all', 'No tasks that you can see.'],
    ['tasks --scope all -p high', 'No tasks match.'],
    ['tickets', 'No tickets of yours (--segment all shows every ticket).'],
    ['tickets --segment watched', 'No tickets watched by you.'],
    ['tickets --segment all', 'No tickets that you can see.'],
    ['projects', 'No projects that you can see.'],
    ['inbox', 'No notifications for you.'],
    ['inbox -u', 'No notifications left to read.'],
    ['search roster', 'No results for "roster".'],
    ['instances --known', 'No known instances on your account.'],
  ])('a stranger gets an empty list from %s', async (line, sentence) => {
    expect(await world.run(line, { ...narrow, as: stranger })).toEqual(remarked('', `${sentence}\n`));
    expect(await world.run(line, { as: stranger })).toEqual(printed(''));
    expect(await world.run(`${line} --json`, { as: stranger })).toEqual(printed('[]\n'));
    expect(await world.run(`${line} --jsonl`, { as: stranger })).toEqual(printed(''));
  });

  test('a stranger has nothing waiting', async () => {
    expect(await world.run('status --short', { as: stranger })).toEqual(printed(''));
    expect(await world.run('status', { ...narrow, as: stranger })).toEqual(
      printed('Theo Adeyemi-Clarke\n\nInbox    0 unread\nTasks    0 open\nTickets  0 open\n'),
    );
    expect(await world.run('inbox count', { ...narrow, as: stranger })).toEqual(printed('Nothing unread.\n'));
  });
});

describe.each(shapes)('an account with nothing in it, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape, seed: 'empty:1' });
  });

  test.each(['tasks', 'tickets --segment all', 'projects', 'inbox'])('%s', async (line) => {
    for (const format of ['', '--tsv', '--jsonl', '-q'])
      expect(await world.run(`${line} ${format}`)).toEqual(printed(''));
    expect(await world.run(`${line} --json`, narrow)).toEqual(printed('[]\n'));
    const { stdout } = await world.run(`${line} --csv`);
    expect(stdout).toMatch(/^ref,[\w,]+\r\n$/);
  });

  test('unknown columns and values cannot be told from known ones', async () => {
    expect(await world.run('tasks --fields nope')).toEqual(printed(''));
    expect(await world.run('tasks --sort nope')).toEqual(printed(''));
    expect(await world.run('tasks -s nope')).toEqual(printed(''));
    expect(await world.run('tasks --tag nope')).toEqual(printed(''));
    expect(await world.run('tasks --project nope')).toEqual(refused(4, 'there is no project nope that you can see'));
  });

  test('status', async () => {
    expect(await world.run('status', narrow)).toEqual(
      printed('Mara Lindqvist\n\nInbox    0 unread\nTasks    0 open\nTickets  0 open\n'),
    );
    expect(await world.run('status --short')).toEqual(printed(''));
  });
});
