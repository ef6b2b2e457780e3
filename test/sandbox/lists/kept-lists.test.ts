import { expect, test } from 'vitest';
import { watchChanges, watchedTables } from '../../../src/sandbox/lists/changes.js';
import { type KeptLists, keepLists } from '../../../src/sandbox/lists/kept-lists.js';
import { Pieces } from '../../../src/sandbox/lists/pieces.js';
import { makeRandom, type Random } from '../../../src/sandbox/seed/random.js';
import { taskHandlers } from '../../../src/sandbox/tasks/tasks.js';
import { ticketHandlers, ticketList } from '../../../src/sandbox/tickets/tickets.js';
import { makeTextsHostile } from '../../../src/sandbox/trouble/hostile-text.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { openSmallWorld, type PersonName, roles, type SmallWorld } from '../support/world.js';

/** So that a few rows are many chunks. */
const keeping = { size: 3 };

/** Of everyone who sees something else, and in shape `wire` of more people than are kept at a time. */
const lists = [
  ['superadmin', 'GET /tasks?scope=all'],
  ['superadmin', 'GET /tickets?segment=all'],
  ['staff', 'GET /tasks'],
  ['member', 'GET /tickets?segment=all'],
  ['agent', 'GET /tickets?segment=all&status=open'],
  ['staff', 'GET /tickets?segment=watched'],
  ['worker', 'GET /tasks?scope=all'],
  ['client', 'GET /tickets'],
] as const;

const handlers = { 'GET /tasks': taskHandlers['GET /tasks'], 'GET /tickets': ticketHandlers['GET /tickets'] };

/** The JSON text of a list, from memory or made from nothing. */
function read(small: SmallWorld, [person, line]: readonly [PersonName, string], isFresh = false): string {
  const [path = '', query = ''] = line.split('?');
  const { world } = small;
  const lists = isFresh ? freshLists : world.lists;
  const call = small.call(person, { world: { ...world, lists }, query: new URLSearchParams(query) });
  // The paths of the table above.
  const { body } = handlers[path as keyof typeof handlers](call);
  if (!(body instanceof Pieces)) throw new Error(`${line} is not in pieces`);
  return Buffer.concat(body.pieces).toString();
}

/** Lists of which nothing is kept. */
const freshLists: KeptLists = {
  answer({ source, name, includes, peopleOf }) {
    const every = Array.from({ length: source.last() }, (_, index) => index + 1);
    const rows = source.rows(every).filter(({ traits }) => includes(traits));
    const users = peopleOf(new Set(rows.flatMap(({ traits }) => traits.people)));
    return new Pieces([Buffer.from(JSON.stringify({ [name]: rows.map(({ shown }) => shown), users }))]);
  },
  *prepare() {},
};

const people = Object.keys(roles) as PersonName[];

type Writes = Readonly<Record<string, (small: SmallWorld, random: Random) => unknown>>;

/** Everything that may change a few rows of a list, by a request where there is one. */
const writes: Writes = {
  'a new task': (small, random) =>
    small.ask(random.pick(['superadmin', ...people]), 'POST /tasks', {
      title: `Task ${random.int(1000)}`,
      projectKey: random.pick(['SCM', 'OPS']),
      assigneeIds: [random.pick(people)],
    }),
  'a title or status': (small, random) =>
    small.ask(random.pick(people), `PATCH /tasks/${pick(small, random, 'tasks')}`, {
      title: `Task ${random.int(1000)}`,
      status: random.pick(['todo', 'in_progress', 'done']),
    }),
  'assignees of a task': (small, random) =>
    small.ask('superadmin', `PATCH /tasks/${pick(small, random, 'tasks')}`, {
      assigneeIds: [random.pick(people), 'staff'],
    }),
  'a checklist of a task': (small, random) =>
    small.ask('superadmin', `PATCH /tasks/${pick(small, random, 'tasks')}`, {
      checklist: [{ id: 'one', text: 'One', done: random.chance(0.5) }],
    }),
  'a dependency': (small, random) =>
    small.ask('superadmin', `PATCH /tasks/${pick(small, random, 'tasks')}`, {
      dependsOnIds: random.chance(0.3) ? [] : [pick(small, random, 'tasks')],
    }),
  'a plan': (small, random) =>
    small.ask(random.pick(['superadmin', 'staff', 'worker']), `PATCH /tasks/${pick(small, random, 'tasks')}`, {
      plannedFor: random.pick(['2026-03-03', null]),
    }),
  'a title with another plan': (small, random) =>
    small.ask('superadmin', `PATCH /tasks/${pick(small, random, 'tasks')}`, {
      title: `Task ${random.int(1000)}`,
      plannedFor: random.pick(['2026-03-04', '2026-03-05']),
    }),
  'a comment with a file': (small, random) =>
    small.ask(random.pick(people), `POST /tasks/${pick(small, random, 'tasks')}/comments`, { body: 'Hm.' }, [file]),
  'a time log': (small, random) =>
    small.ask('superadmin', `POST /tasks/${pick(small, random, 'tasks')}/time`, {
      minutes: 5,
      date: '2026-03-02',
    }),
  'a deleted task': (small, random) =>
    random.chance(0.3) && small.ask('superadmin', `DELETE /tasks/${pick(small, random, 'tasks')}`),
  'assignees of tasks, but not the tasks': ({ world: { db } }, random) =>
    db.run(
      'UPDATE OR IGNORE task_assignees SET user_id = ? WHERE user_id = ?',
      random.pick(people),
      random.pick(people),
    ),
  'texts of comments': ({ world: { db } }, random) =>
    db.run('UPDATE task_comments SET body = ? WHERE user_id = ?', `Text ${random.int(99)}`, random.pick(people)),
  'comments moved to another task': (small, random) =>
    small.world.db.run(
      'UPDATE task_comments SET task_id = ? WHERE user_id = ?',
      pick(small, random, 'tasks'),
      random.pick(people),
    ),
  'names of files': ({ world: { db } }, random) =>
    db.run('UPDATE attachments SET filename = ? WHERE uploaded_by = ?', `${random.int(99)}.txt`, random.pick(people)),
  'dependencies taken away': ({ world: { db } }, random) =>
    db.run(
      'DELETE FROM task_dependencies WHERE task_id IN (SELECT id FROM tasks WHERE created_by = ?)',
      random.pick(people),
    ),
  'assignees of tickets, but not the tickets': ({ world: { db } }, random) =>
    db.run(
      'UPDATE OR IGNORE ticket_assignees SET user_id = ? WHERE user_id = ?',
      random.pick(people),
      random.pick(people),
    ),
  'a parent': (small, random) =>
    small.world.db.run(
      'UPDATE tasks SET parent_id = ? WHERE id = ?',
      pick(small, random, 'tasks'),
      pick(small, random, 'tasks'),
    ),
  'an archived task': (small, random) =>
    small.world.db.run(
      'UPDATE tasks SET archived_at = ? WHERE id = ?',
      random.pick([null, '2026-03-01']),
      pick(small, random, 'tasks'),
    ),
  'a task moved in time': (small, random) =>
    small.world.db.run(
      'UPDATE tasks SET created_at = ? WHERE id = ?',
      new Date(Date.UTC(2026, 1, 1 + random.int(40))).toISOString(),
      pick(small, random, 'tasks'),
    ),
  'a new ticket': (small, random) =>
    small.ask(random.pick(people), 'POST /tickets', {
      orgId: random.pick(['casa', 'berg', 'studio']),
      subject: `Ticket ${random.int(1000)}`,
      assigneeIds: [random.pick(people)],
    }),
  'a ticket edited': (small, random) =>
    small.ask(random.pick(['admin', 'agent']), `PATCH /tickets/${pick(small, random, 'tickets')}`, {
      status: random.pick(['open', 'resolved', 'closed']),
      tags: [`t${random.int(9)}`],
    }),
  'assignees of a ticket': (small, random) =>
    small.ask('admin', `PATCH /tickets/${pick(small, random, 'tickets')}`, {
      assigneeIds: random.chance(0.5) ? ['member'] : [],
    }),
  'a message': (small, random) =>
    small.ask(random.pick(people), `POST /tickets/${pick(small, random, 'tickets')}/messages`, { body: 'Well.' }),
  'an internal note': (small, random) =>
    small.ask('staff', `POST /tickets/${pick(small, random, 'tickets')}/messages`, { body: 'Oh.', internal: true }),
  'a checklist of a ticket': (small, random) =>
    small.ask('admin', `PUT /tickets/${pick(small, random, 'tickets')}/checklist`, {
      checklist: [{ id: 'one', text: 'One', done: random.chance(0.5) }],
    }),
  'a ticket made a task': (small, random) =>
    small.ask('admin', `POST /tickets/${pick(small, random, 'tickets')}/tasks`, { title: 'Made', projectKey: 'SCM' }),
  'a deleted ticket': (small, random) =>
    random.chance(0.3) && small.ask('admin', `DELETE /tickets/${pick(small, random, 'tickets')}`),
  'a watched ticket': (small, random) =>
    small.world.db.run(
      "INSERT INTO ticket_watchers VALUES (?, 'staff') ON CONFLICT DO NOTHING",
      pick(small, random, 'tickets'),
    ),
  'a ticket no longer watched': (small, random) =>
    small.world.db.run('DELETE FROM ticket_watchers WHERE ticket_id = ?', pick(small, random, 'tickets')),
};

/** What may change every row, which has a list made anew. */
const rareWrites: Writes = {
  'a renamed project': ({ world }, random) =>
    world.db.run("UPDATE projects SET key = ? WHERE id = 'ops'", random.pick(['OPS', 'OPX'])),
  'an archived project': ({ world }, random) =>
    world.db.run("UPDATE projects SET status = ? WHERE id = 'ops'", random.pick(['active', 'archived'])),
  'a renamed organisation': ({ world }, random) =>
    world.db.run("UPDATE orgs SET name = ?, color = '#000000' WHERE id = 'casa'", `Casa ${random.int(9)}`),
  'a renamed person': ({ world }, random) =>
    world.db.run('UPDATE users SET name = ? WHERE id = ?', `Name ${random.int(9)}`, random.pick(people)),
  'a role': ({ world }, random) =>
    world.db.run(
      "UPDATE org_members SET role = ? WHERE user_id = 'member'",
      random.pick(['org.member', 'org.client', 'none']),
    ),
  'a project role': ({ world }, random) =>
    random.chance(0.5)
      ? world.db.run("DELETE FROM project_members WHERE user_id = 'worker'")
      : world.db.run("INSERT INTO project_members VALUES ('scm', 'worker', 'project.member') ON CONFLICT DO NOTHING"),
};

const file = { filename: 'a.txt', mimeType: 'text/plain', size: 1, read: () => Buffer.from('a') };

function pick({ world }: SmallWorld, random: Random, table: 'tasks' | 'tickets'): string {
  const sql = `SELECT id FROM ${table} WHERE deleted_at IS NULL OR ? ORDER BY sequence`;
  return random.pick(world.db.all<{ id: string }>(sql, random.chance(0.1) ? 1 : 0)).id;
}

function fill(small: SmallWorld, random: Random): void {
  for (let n = 0; n < 12; n++) {
    small.pass(60_000 * random.int(3));
    small.ask('superadmin', 'POST /tasks', { title: `Task ${n}`, projectKey: random.pick(['SCM', 'OPS']) });
    small.ask(random.pick(['client', 'member', 'admin', 'agent']), 'POST /tickets', {
      orgId: 'casa',
      subject: `T${n}`,
    });
  }
}

test.each<[Shape, number]>([
  ['spec', 1],
  ['spec', 2],
  ['wire', 3],
  ['wire', 4],
  ['usual', 5],
  ['usual', 6],
])('kept lists are those made from nothing after any writes (%s %i)', async (shape, number) => {
  const small = await openSmallWorld(shape, keeping);
  const random = makeRandom(`kept lists ${number}`);
  fill(small, random);
  const [usual, rare] = [Object.values(writes), Object.values(rareWrites)];
  let watched: readonly (typeof lists)[number][] = [];
  for (let round = 0; round < 240; round++) {
    if (round % 60 === 0) watched = lists.filter((_, index) => (index + number + round / 60) % 2 === 0);
    // Each in turn, and up to two more.
    usual[round % usual.length]?.(small, random);
    for (let more = random.int(3); more > 0; more--) random.pick(usual)(small, random);
    if (round % 12 === 0) rare[(round / 12) % rare.length]?.(small, random);
    small.pass(random.pick([0, 1, 60_000, -30_000]));
    for (const list of watched.filter(() => random.chance(0.6))) {
      expect(read(small, list), list.join(' ')).toBe(read(small, list, true));
    }
  }
});

test('of a kept list only the rows near one that changed are made again', async () => {
  const small = await openSmallWorld('spec', keeping);
  fill(small, makeRandom('near'));
  const list = ['superadmin', 'GET /tasks?scope=all'] as const;
  const made: string[] = [];
  const disguise = (value: unknown): unknown => {
    made.push(JSON.stringify(value));
    return value;
  };
  const world = { ...small.world, lists: keepLists(watchChanges(small.world.db), { ...keeping, disguise }) };
  const ask = () => read({ ...small, world }, list);
  const rows = JSON.parse(ask()).tasks as readonly { uuid: string; title: string }[];
  expect(made).toHaveLength(rows.length + 1);
  made.length = 0;
  ask();
  expect(made).toEqual([expect.stringContaining('Superadmin Person')]);
  made.length = 0;
  small.ask('superadmin', `PATCH /tasks/${rows[4]?.uuid}`, { title: 'Changed' });
  expect(JSON.parse(ask()).tasks[4].title).toBe('Changed');
  expect(made).toHaveLength(keeping.size + 1);
});

/** Takes steps to prepare a list until something has been done after `until` of them; how many were left. */
function prepare(small: SmallWorld, until: number, act: () => unknown): number {
  const steps = small.world.lists.prepare(ticketList(small.world, 'superadmin', 'all'));
  for (let step = 0; step < until; step++) steps.next();
  act();
  return [...steps].length;
}

const allTickets = ['superadmin', 'GET /tickets?segment=all'] as const;

test('a list is prepared in steps, and then needs no row made', async () => {
  const made: unknown[] = [];
  const disguise = (value: unknown): unknown => {
    made.push(value);
    return value;
  };
  const small = await openSmallWorld('spec', { ...keeping, disguise });
  fill(small, makeRandom('steps'));
  // The places, and four chunks of three.
  expect(prepare(small, 0, () => undefined)).toBe(5);
  made.length = 0;
  expect(read(small, allTickets)).toBe(read(small, allTickets, true));
  expect(made).toHaveLength(1);
});

test.each([0, 1, 2, 3, 4, 5, 6])('a list is right whatever happens after %i steps that prepare it', async (until) => {
  const small = await openSmallWorld('spec', keeping);
  fill(small, makeRandom('meanwhile'));
  // Another person's list is made from the same rows.
  prepare(small, until, () => read(small, ['member', 'GET /tickets?segment=all']));
  expect(read(small, allTickets)).toBe(read(small, allTickets, true));
  small.world.db.run("UPDATE orgs SET name = 'Renamed'");
  prepare(small, until, () => {
    small.world.db.run("UPDATE tickets SET updated_at = '2099-01-01', subject = 'Last' WHERE number = 5");
    small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'Meanwhile' });
  });
  expect(read(small, allTickets)).toBe(read(small, allTickets, true));
});

test('a row of a kept list shows what has changed in the tasks and the ticket it is linked to', async () => {
  const small = await openSmallWorld('wire', { ...keeping, size: 1 });
  const list = ['superadmin', 'GET /tasks?scope=all'] as const;
  const make = (line: string, body: Record<string, unknown>) => small.ask('superadmin', line, body).body.id as string;
  const ticket = make('POST /tickets', { orgId: 'casa', subject: 'Source' });
  const [before, after, parent] = ['Before', 'After', 'Parent'].map((title) =>
    make('POST /tasks', { title, projectKey: 'SCM' }),
  );
  const task = make(`POST /tickets/${ticket}/tasks`, { title: 'Middle', projectKey: 'SCM' });
  small.ask('superadmin', `PATCH /tasks/${task}`, { dependsOnIds: [before] });
  small.ask('superadmin', `PATCH /tasks/${after}`, { dependsOnIds: [task] });
  small.world.db.run('UPDATE tasks SET parent_id = ? WHERE id = ?', parent ?? '', task);
  const row = () => JSON.parse(read(small, list)).tasks.find(({ uuid }: { uuid: string }) => uuid === task);
  expect(row()).toMatchObject({
    dependsOn: [{ title: 'Before' }],
    dependents: [{ title: 'After' }],
    parent: 'SCM-3',
    sourceTicket: { displayId: 'CAS-1' },
  });
  small.ask('superadmin', `PATCH /tasks/${before}`, { title: 'Earlier' });
  expect(row()).toMatchObject({ dependsOn: [{ title: 'Earlier' }] });
  small.ask('superadmin', `PATCH /tasks/${after}`, { title: 'Later' });
  expect(row()).toMatchObject({ dependents: [{ title: 'Later' }] });
  small.ask('superadmin', `DELETE /tasks/${parent}`);
  expect(row()).toMatchObject({ parent: null });
  small.ask('superadmin', `DELETE /tickets/${ticket}`);
  expect(row()).toMatchObject({ sourceTicket: null });
});

test('a write that is rolled back changes nothing in a kept list', async () => {
  const small = await openSmallWorld('spec', keeping);
  fill(small, makeRandom('rolled back'));
  const list = ['superadmin', 'GET /tasks?scope=all'] as const;
  const before = read(small, list);
  expect(() =>
    small.world.db.transaction(() => {
      small.world.db.run("UPDATE tasks SET title = 'Lost'");
      throw new Error('rolled back');
    }),
  ).toThrow('rolled back');
  expect(read(small, list)).toBe(before);
});

test('a kept list is empty when nothing is left of it, and has what comes later', async () => {
  const small = await openSmallWorld('spec', keeping);
  fill(small, makeRandom('empty'));
  const list = ['superadmin', 'GET /tickets?segment=all'] as const;
  expect(read(small, list)).toContain('"CAS-1"');
  small.world.db.run("UPDATE tickets SET deleted_at = '2026-03-02'");
  expect(read(small, list)).toBe('{"tickets":[],"users":{}}');
  small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'Later' });
  expect(read(small, list)).toBe(read(small, list, true));
});

test('texts of kept lists are made hostile too', async () => {
  const small = await openSmallWorld('spec', { ...keeping, disguise: makeTextsHostile });
  fill(small, makeRandom('hostile'));
  const list = ['superadmin', 'GET /tasks?scope=all'] as const;
  expect(JSON.parse(read(small, list))).toEqual(makeTextsHostile(JSON.parse(read(small, list, true))));
});

test('every table is either watched for kept lists or is not shown in them', async () => {
  const { world } = await openSmallWorld();
  const tables = world.db.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const notShown = [
    'api_keys',
    'attachment_bytes',
    'inbox',
    'meta',
    'note_shares',
    'note_templates',
    'notes',
    'project_activity',
    'push_tokens',
    'sessions',
    'thread_messages',
    'thread_reads',
    'thread_tags',
    'threads',
    'users',
    'view_states',
    'wiki_pages',
  ];
  expect(tables.map(({ name }) => name).sort()).toEqual([...watchedTables, ...notShown].sort());
});
