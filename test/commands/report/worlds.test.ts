import { afterAll, describe, expect, it } from 'vitest';
import { type Row, rowsOf, textOf, textsOf } from '../../../src/contract/row.js';
import { readBytes } from '../../../src/http/body/read.js';
import { makeRandom, type Random } from '../../../src/sandbox/seed/random.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { openWorld, owner, shapes } from '../../support/run.js';

type Zone = readonly [name: string, year: number, month: number, day: number];

/** Where the clock is changed, and on which night; in one of them it is set back. */
const zones: readonly Zone[] = [
  ['Europe/Berlin', 2027, 2, 28],
  ['America/New_York', 2027, 10, 7],
  ['Pacific/Auckland', 2027, 3, 4],
];

const usualZone = process.env.TZ;
afterAll(() => {
  process.env.TZ = usualZone;
});

const sean = 'sean@lantern.example';
const customers = ['p.mueller-luedenscheidt@bergmann-ortho.example', 'j.weiss@bergmann-ortho.example'] as const;

type World = Awaited<ReturnType<typeof openRandom>>;

/** A small world in which people have done random things around the night of the change; its clock stands a day or two after it. */
async function openRandom(shape: Shape, number: number, [, year, month, day]: Zone) {
  const random = makeRandom(`report ${number}`);
  const clock = new Date(year, month, day - 2, 20);
  const world = await openWorld({ shape, now: clock });
  const { db } = world.sandbox.world;
  db.run("UPDATE tasks SET deleted_at = '2026-11-01T00:00:00.000Z' WHERE number > 3");
  db.run("UPDATE tickets SET deleted_at = '2026-11-01T00:00:00.000Z' WHERE number > 3");
  const tokens = new Map<string, string>();
  const ask = async (who: string, method: string, path: string, body?: unknown): Promise<Row> => {
    const authorization = `Bearer ${tokens.get(who) ?? tokens.set(who, world.sandbox.signIn(who)).get(who)}`;
    const reply = await world.send({
      ...{ method, url: new URL(`/api/v1${path}`, world.url), signal: new AbortController().signal },
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(reply.status, `${method} ${path}`).toBeLessThan(300);
    return JSON.parse((await readBytes(reply)).toString()) as Row;
  };
  const uuidsOf = (table: string): readonly string[] =>
    db.texts(`SELECT id FROM ${table} WHERE deleted_at IS NULL ORDER BY id`);
  const parts = { world, random, clock, ask, tasks: uuidsOf('tasks'), tickets: uuidsOf('tickets') };
  /** What only the computer of the owner remembers. */
  const remembered: string[] = [];
  for (let step = 0; step < 22; step += 1) {
    clock.setTime(clock.getTime() + 1 + random.int(4 * 60 * 60 * 1000));
    if (step % 11 === 0) remembered.push(...(await renameSomething(parts)));
    else await doSomething(parts);
  }
  return { ...parts, remembered };
}

type Parts = Pick<World, 'world' | 'random' | 'clock' | 'ask' | 'tasks' | 'tickets'>;

async function renameSomething({ world, random, clock, tasks }: Parts): Promise<readonly string[]> {
  const uuid = random.pick(tasks);
  const { code, stderr } = await world.run(`tasks edit ${uuid} --title "Title ${random.int(1_000_000)}"`);
  expect(code, stderr).toBe(0);
  return [`${uuid} title ${clock.toISOString()}`];
}

async function doSomething({ world, random, clock, ask, tasks, tickets }: Parts): Promise<void> {
  const who = random.pick([owner, owner, owner, sean]);
  const [task, ticket] = [random.pick(tasks), random.pick(tickets)];
  const days = [0, 0, 1, 2, 3].map((back) => localDay(new Date(clock.getTime() - back * 86_400_000)));
  const status = random.pick(['todo', 'in_progress', 'in_review', 'done']);
  const state = random.pick(['open', 'in_progress', 'waiting_on_customer', 'paused', 'resolved']);
  const assigneeIds = [world.sandbox.person(random.pick([owner, sean])).id];
  const deeds: readonly (() => Promise<unknown>)[] = [
    () => ask(who, 'POST', `/tasks/${task}/comments`, { body: 'Look.' }),
    () => ask(who, 'POST', `/tasks/${task}/time`, { minutes: 1 + random.int(90), date: random.pick(days) }),
    () => ask(owner, 'PATCH', `/tasks/${task}`, { status }),
    () => ask(owner, 'PATCH', `/tasks/${task}`, { due: random.pick(days) }),
    () => ask(who, 'POST', `/tickets/${ticket}/messages`, { body: 'Is it?' }),
    () => ask(who, 'POST', `/tickets/${ticket}/messages`, { body: 'It is.', internal: true }),
    () => ask(owner, 'PATCH', `/tickets/${ticket}`, { status: state, assigneeIds }),
    () => ask(who, 'POST', '/tasks', { title: 'New', projectKey: 'SCM' }),
    () => answer(ask, random, ticket),
  ];
  await random.pick(deeds)();
}

/** A customer writes, where one may. */
async function answer(ask: World['ask'], random: Random, ticket: string): Promise<void> {
  const who = random.pick([...customers]);
  const own = rowsOf((await ask(who, 'GET', '/tickets?segment=all')).tickets);
  const id = own.some((row) => [row.uuid, row.id].includes(ticket)) ? ticket : textOf(own[0]?.uuid ?? own[0]?.id);
  if (id) await ask(who, 'POST', `/tickets/${id}/messages`, { body: 'Still broken.' });
}

const localDay = (moment: Date): string => moment.toLocaleDateString('sv-SE');

/** The second computation: everything is read, and each question is asked of all of it. */
async function compute(world: World, who: string, as: string, [first, last]: readonly [Date, Date]) {
  const { ask, clock, remembered } = world;
  const me = world.world.sandbox.person(who).id;
  const get = async (path: string): Promise<Row> => await ask(as, 'GET', path);
  const idOf = (row: Row): string => String(row.uuid ?? row.id);
  const [from, to] = [first.getTime(), new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).getTime()];
  const isIn = (time: unknown): boolean => Date.parse(String(time)) >= from && Date.parse(String(time)) < to;
  const isDayIn = (day: unknown): boolean => String(day) >= localDay(first) && String(day) <= localDay(last);
  const tasks = await Promise.all(
    rowsOf((await get('/tasks?scope=all')).tasks).map(async (row) => (await get(`/tasks/${row.uuid}`)).task as Row),
  );
  const tickets = await Promise.all(
    rowsOf((await get('/tickets?segment=all')).tickets).map(async (row) => await get(`/tickets/${idOf(row)}`)),
  );
  const done: string[] = [];
  const add = (isDone: boolean, ...words: readonly unknown[]): void => void (isDone && done.push(words.join(' ')));
  for (const { uuid, comments, timeLogs } of tasks) {
    for (const each of rowsOf(comments)) add(each.user === me && isIn(each.createdAt), uuid, 'comment', each.createdAt);
    for (const each of rowsOf(timeLogs))
      add(each.user === me && isDayIn(each.date), uuid, 'time', each.date, each.minutes);
  }
  const fields: Readonly<Record<string, string>> = { assigned: 'assignees', status_changed: 'status' };
  for (const { ticket, messages } of tickets)
    for (const each of rowsOf(messages)) {
      const said = each.isInternalNote === true ? 'note' : 'reply';
      const what = each.kind === 'system' ? fields[String((each.meta as Row).event)] : said;
      add(each.authorId === me && isIn(each.createdAt), idOf(ticket as Row), what, each.createdAt);
    }
  for (const project of rowsOf((await get('/projects')).projects))
    for (const each of rowsOf((await get(`/projects/${idOf(project)}/activity`)).items)) {
      // Time on tasks that are not listed, since they are archived, is known from there alone.
      const isAlone = !tasks.some(({ uuid }) => uuid === each.taskId);
      const what = each.type === 'time.logged' ? 'time' : String(each.type).replace('task.', '');
      const isOwn = (each.actor as Row | null)?.id === me && isIn(each.createdAt) && (what !== 'time' || isAlone);
      add(isOwn, each.taskId, what, each.createdAt);
    }
  for (const each of who === owner && as === owner ? remembered : []) add(isIn(each.split(' ')[2]), each);
  return { done: [...new Set(done)].toSorted(), ...waits(world, { me, tasks, tickets, today: localDay(clock) }) };
}

interface Read {
  readonly me: string;
  readonly tasks: readonly Row[];
  readonly tickets: readonly Row[];
  readonly today: string;
}

function waits({ world }: World, { me, tasks, tickets, today }: Read) {
  const team = new Set(
    world.sandbox.world.db.texts(
      'SELECT m.user_id FROM org_members m JOIN orgs o ON o.id = m.org_id WHERE o.is_internal',
    ),
  );
  const [waiting, awaited]: [string[], string[]] = [[], []];
  for (const { ticket, messages } of tickets as readonly { ticket: Row; messages: unknown }[]) {
    const isMine = textsOf(ticket.assignees).includes(me) || ticket.customerId === me;
    if (!isMine || ['paused', 'resolved', 'closed'].includes(String(ticket.status))) continue;
    const said = rowsOf(messages).filter((each) => each.kind !== 'system' && each.isInternalNote !== true);
    const isOfTeam = (each: Row | undefined): boolean => team.has(String(each?.authorId));
    const isAnswered = isOfTeam(said.at(-1));
    const turn = said.findLastIndex((each) => isOfTeam(each) !== isAnswered) + 1;
    // Before the first answer, it is the ticket itself that waits.
    const since = !isAnswered && turn === 0 ? ticket.createdAt : said[turn]?.createdAt;
    (isAnswered === team.has(me) ? awaited : waiting).push(`${ticket.uuid ?? ticket.id} ${since}`);
  }
  const unfinished = (id: unknown): boolean => tasks.some((each) => each.uuid === id && each.status !== 'done');
  for (const { uuid, assignees, status, due, dependsOn } of tasks) {
    if (!textsOf(assignees).includes(me) || status === 'done') continue;
    if (rowsOf(dependsOn).some((each) => unfinished(each.uuid))) awaited.push(`${uuid} null`);
    else if (typeof due === 'string' && due <= today) waiting.push(`${uuid} ${due}`);
  }
  return { waiting: waiting.toSorted(), awaited: awaited.toSorted() };
}

/** The same from the report. */
async function reported({ world }: World, line: string, as: string) {
  const rows = (await world.json(line, { as })) as readonly Row[];
  const of = (section: string, words: (row: Row) => readonly unknown[]): readonly string[] =>
    rows.filter((row) => row.section === section).map((row) => words(row).join(' '));
  const done = of('done', ({ uuid, what, time, minutes }) => [
    uuid,
    what,
    time,
    ...(minutes === undefined ? [] : [minutes]),
  ]);
  const since = ({ uuid, time }: Row): readonly string[] => [`${uuid} ${time}`];
  return {
    done: [...new Set(done)].toSorted(),
    waiting: of('waiting', since).toSorted(),
    awaited: of('awaited', since).toSorted(),
  };
}

/** How many worlds of each shape in each zone, so that each shape and each zone meets every person with every period. */
const rounds = 4;

describe.each(shapes)('random worlds, shape %s', (shape) => {
  describe.each(zones.map((zone, place) => ({ zone, place, name: zone[0] })))('in $name', ({ zone, place }) => {
    const first = rounds * ((place + shapes.indexOf(shape)) % zones.length);
    it.each(Array.from({ length: rounds }, (_, more) => first + more))(
      'report day is what all details say: %i',
      async (at) => {
        process.env.TZ = zone[0];
        const world = await openRandom(shape, at * 9 + shapes.indexOf(shape) * 3 + place, zone);
        const { clock } = world;
        const dayBefore = (days: number): Date =>
          new Date(clock.getFullYear(), clock.getMonth(), clock.getDate() - days);
        const periods = [
          ['', dayBefore(1), dayBefore(0)],
          ['--since today', dayBefore(0), dayBefore(0)],
          [`--since ${localDay(dayBefore(3))} --until yesterday`, dayBefore(3), dayBefore(1)],
        ] as const;
        const [flags, ...days] = periods[at % periods.length] ?? periods[0];
        const people = [
          [owner, owner],
          [sean, owner],
          [owner, owner],
          [customers[0], customers[0]],
        ] as const;
        const [who, as] = people[at % people.length] ?? people[0];
        const id = world.world.sandbox.person(who).id;
        const line = `report day ${flags}${who === as ? '' : ` --user ${id}`}`;
        expect(await reported(world, line, as)).toEqual(await compute(world, who, as, days));
      },
    );
  });
});
