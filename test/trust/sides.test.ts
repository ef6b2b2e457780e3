import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import type { Shape } from '../../src/sandbox/world.js';
import type { Machine } from '../support/computer/machine.js';
import { narrow, shapes } from '../support/run.js';
import { type History, mayWait, openHistories, statuses } from '../support/sandbox/histories.js';
import type { FakeStreams } from '../support/terminal/fake-streams.js';
import { queueOnScreen } from '../support/triage.js';
import { until } from '../support/until.js';

const at = (names: string, domain: string): readonly string[] => names.split(' ').map((name) => `${name}@${domain}`);
const admins = at('mara priya sean', 'lantern.example');
const staff = at('lukasz zoe misaki ines', 'lantern.example');
const [agent = '', ...clients] = at('huong jose lucia noa', 'casa-azul.example');
/** A customer who joins the team, and somebody of the team who leaves it for the customer. */
const [joins, leaves] = ['noa@casa-azul.example', 'ines@lantern.example'];

const idles = 'misaki@lantern.example';

type Side = 'team' | 'customer';

/** Other histories, and more of them: FROM=2 ROUNDS=20 npx vitest run test/trust/sides.test.ts */
const { FROM = 1, ROUNDS = 1 } = process.env;
const rounds = Array.from({ length: Number(ROUNDS) }, (_, at) => at + Number(FROM));

/** Random histories in which everybody has a part, and what anybody could know of the others. */
async function openSides(shape: Shape, seed: string) {
  const { world, db, orgId, ...play } = await openHistories(shape, seed);
  const { histories, random, create, say, edit, assign } = play;
  // Somebody of the team who has nothing to do with any task.
  const { id: idle } = world.sandbox.person(idles);
  db.run(
    'UPDATE tasks SET created_by = (SELECT id FROM users WHERE email = ?) WHERE created_by = ?',
    admins[0] ?? '',
    idle,
  );
  db.run('DELETE FROM task_assignees WHERE user_id = ?', idle);
  const sides = new Map<string, Side>([
    ...[...admins, ...staff].map((who) => [who, 'team'] as const),
    ...[agent, ...clients].map((who) => [who, 'customer'] as const),
  ]);
  const those = (side: Side): string[] => [...sides].flatMap(([who, each]) => (each === side ? [who] : []));
  /** Some may only see their own tickets. */
  const sees = (who: string, { customer }: History): boolean =>
    sides.get(who) === 'team' || who === customer || [agent, leaves, clients[0]].includes(who);
  const customerOf = (history: History): string => random.pick(those('customer').filter((who) => sees(who, history)));
  const events: readonly ((history: History) => Promise<void>)[] = [
    async (history) => await say(history, customerOf(history)),
    async (history) => await say(history, customerOf(history)),
    async (history) => await say(history, random.pick(those('team'))),
    async (history) => await say(history, random.pick(those('team'))),
    async (history) => await say(history, random.pick(those('team')), true),
    async (history) => await edit(history, random.pick([...admins, agent]), { status: random.pick(statuses) }),
    async (history) => await edit(history, agent, { tags: [`t${random.int(9)}`] }),
    async (history) => await assign(history, random.pick(admins), random.pick([...those('team'), agent])),
  ];
  const play1 = async (count: number): Promise<void> => {
    for (let more = count; more > 0; more--) {
      await create(random.pick(those('customer').filter((who) => who !== agent)));
      for (let times = random.int(8); times > 0; times--) await random.pick(events)(random.pick(histories.slice(-30)));
    }
    play.wait();
  };
  const swap = (): void => {
    const internal = db.get<{ id: string }>('SELECT id FROM orgs WHERE is_internal = 1')?.id ?? '';
    for (const [who, org, role, side] of [
      [joins, internal, 'org.staff', 'team'],
      [leaves, orgId ?? '', 'org.client', 'customer'],
    ] as const) {
      const { id } = world.sandbox.person(who);
      db.run('DELETE FROM org_members WHERE user_id = ?', id);
      db.insert('org_members', { org_id: org, user_id: id, role });
      sides.set(who, side);
    }
  };
  /** Whether some task that the reader may edit lists the team. */
  const seesTeam = (reader: string): boolean => {
    const { id } = world.sandbox.person(reader);
    const listed = "JOIN projects p ON p.id = project_id WHERE p.status <> 'archived' AND";
    const isCreator = sides.get(reader) === 'team' && isIn(`SELECT 1 FROM tasks t ${listed} t.created_by = ?`, id);
    const manages = `SELECT 1 FROM project_members m ${listed} m.role = 'project.manager' AND user_id = ?`;
    return admins.includes(reader) || isCreator || isIn(manages, id);
  };
  const isIn = (sql: string, id: string): boolean => db.get(`${sql} LIMIT 1`, id) !== undefined;
  const isAssignedTask = (who: string): boolean =>
    isIn('SELECT 1 FROM task_assignees WHERE user_id = ?', world.sandbox.person(who).id);
  /** Whether what a reader may see shows that somebody is of the team, or a customer. */
  const shows = (reader: string, side: Side, who: string): boolean => {
    const seen = histories.filter((history) => sees(reader, history));
    if (side === 'customer') return seen.some(({ customer }) => customer === who);
    const isTeam = sides.get(reader) === 'team';
    const read = seen.filter(mayWait);
    const answersFirst = ({ said }: History): boolean =>
      said.find(({ by }) => [...admins, agent].includes(by))?.by === who;
    return (
      read.some(answersFirst) ||
      seen.some(({ assignee }) => assignee === who) ||
      read.some(({ inSystemLines, notesBy }) => [...inSystemLines, ...(isTeam ? notesBy : [])].includes(who)) ||
      (isTeam && isAssignedTask(who))
    );
  };
  return { world, histories, random, say, sides, sees, seesTeam, shows, swap, play: play1, wait: play.wait };
}

type Opened = Awaited<ReturnType<typeof openSides>>;

/** What a list should say of who waits to those who see the whole team. */
function expectedOf({ histories, sides }: Opened, reader: string, sees: Opened['sees']): readonly unknown[] {
  return histories
    .filter((history) => sees(reader, history) && mayWait(history))
    .flatMap(({ ref, created, said }) => {
      const last = said.at(-1);
      if (last && sides.get(last.by) === 'team') return [];
      const ours = said.findLastIndex(({ by }) => sides.get(by) === 'team');
      const waiting = ours < 0 ? created : (said[ours + 1]?.at ?? created);
      return [{ ref, waiting, lastBy: last ? 'customer' : null }];
    })
    .sort((one, other) => (one.waiting < other.waiting ? -1 : 1));
}

/** Follows a ticket until the other side writes, while people of both do: whose message ended it, which one of them must if it `ends`. */
async function endsWith(opened: Opened, { run }: Machine, history: History, authors: readonly string[], ends: boolean) {
  const { world, say } = opened;
  let streams: FakeStreams | undefined;
  const rows = (): number => (streams?.stdout() ?? '').split('\n').length - 1;
  const stopping = new AbortController();
  let ended = false;
  world.takeRequests();
  const running = run(`watch ${history.ref} --until reply --jsonl`, {
    signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(60_000)]),
    onStart: (made) => {
      streams = made;
    },
  }).finally(() => {
    ended = true;
  });
  await until('the stream', () => ended || world.takeRequests().some((line) => line.includes('/events')));
  for (const [at, by] of authors.entries()) {
    await say(history, by);
    await until(`message ${at + 1}`, () => ended || rows() > at);
    if (ended) break;
  }
  if (ends) await until('the end', () => ended);
  if (!ended) stopping.abort();
  const { code, stderr } = await running;
  if (stopping.signal.aborted && code !== 0) return undefined;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // It prints nothing after the message that ends it, even if more have come before it has ended.
  return rows() - 1;
}

describe.each(shapes)(
  'R85: who waits, with people of every role, and some who change sides, in the shape %s',
  (shape) => {
    test.each(rounds)('nobody who waits is missed, and whoever is unknown could not be known (%i)', async (round) => {
      const opened = await openSides(shape, `sides ${round} ${shape}`);
      const { world, histories, random, sides, sees, seesTeam, shows, swap, play, wait } = opened;
      const readers = [...admins, ...staff, agent, ...clients];
      const homes = new Map(await Promise.all(readers.map(async (who) => [who, await world.machine(who)] as const)));
      const check = async (reader: string, home: Machine, isSeen = false): Promise<void> => {
        const line = 'tickets list --segment all --waiting --fields ref,waiting,lastBy --json';
        const { code, stdout, stderr } = await home.run(line);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const rows = JSON.parse(stdout) as (Row & { readonly ref: string })[];
        const mine = histories.filter((history) => sees(reader, history) && mayWait(history));
        if (seesTeam(reader)) expect(rows, reader).toEqual(expectedOf(opened, reader, sees));
        for (const { ref, said } of mine) {
          const by = said.at(-1)?.by;
          if (by === undefined || by === reader || seesTeam(reader)) continue;
          const row = rows.find((each) => each.ref === ref);
          const side = sides.get(by);
          const what = `${ref} by ${by} to ${reader}: ${String(row?.lastBy)}`;
          const [isCustomer, isTeam] = [shows(reader, 'customer', by), shows(reader, 'team', by)];
          // Agents of customers help with tickets like the team, which tells nothing if nothing else shows that they are customers.
          if (side === 'customer' && (isCustomer || !isTeam)) expect(row, what).toBeDefined();
          if (side === 'team' && isTeam && !isCustomer) expect(row, what).toBeUndefined();
          if (row) expect(row.lastBy, what).toBe(isCustomer ? 'customer' : 'unknown');
        }
        if (!isSeen) return;
        const refs = rows.map(({ ref }) => ref);
        expect((await home.run('next -q')).stdout, reader).toBe(refs.length === 0 ? '' : `${refs[0]}\n`);
        const said = /^Tickets .*?(?:, (\d+) waiting for an answer)?$/m;
        const status = (await home.run('status', narrow)).stdout;
        const own = (await home.run('tickets list --segment mine --waiting -q')).stdout.split('\n').length - 1;
        expect(status.match(said)?.[1] ?? '0', `${reader}: ${status}`).toBe(String(own));
        const { screen, refs: shown, left } = await queueOnScreen(home, 100);
        expect({ shown, left }, `${reader}: ${screen}`).toEqual({ shown: refs, left: refs.length });
      };
      const follow = async (reader: string, home: Machine): Promise<void> => {
        const mine = histories.filter((history) => sees(reader, history) && mayWait(history));
        if (mine.length === 0) return;
        const history = random.pick(mine);
        const side = sides.get(reader);
        const writers = readers.filter((who) => who !== reader && sees(who, history));
        const answers = writers.filter((who) => sides.get(who) !== side);
        const authors = [random.pick(writers), random.pick(writers), random.pick(writers), random.pick(answers)];
        const otherSide = (who: string): Side => (sides.get(who) === 'team' ? 'customer' : 'team');
        const isShown = (who: string, as: Side | undefined): boolean => as !== undefined && shows(reader, as, who);
        const isKnown = authors.map(
          (who) => seesTeam(reader) || (isShown(who, sides.get(who)) && !isShown(who, otherSide(who))),
        );
        const isMistaken = (who: string): boolean => !seesTeam(reader) && isShown(who, side);
        const earliest = authors.findIndex((who, at) => sides.get(who) !== side || !isKnown[at]);
        const latest = authors.findIndex((who) => sides.get(who) !== side && !isMistaken(who));
        const at = await endsWith(opened, home, history, authors, latest >= 0);
        const what = `${history.ref} of ${history.customer} for ${reader} by ${authors}: ${at}`;
        expect(at ?? authors.length, what).toBeGreaterThanOrEqual(earliest);
        if (latest >= 0) expect(at ?? authors.length, what).toBeLessThanOrEqual(latest);
      };
      await play(22);
      for (const [reader, home] of homes) await check(reader, home);
      for (const [reader, home] of homes) await follow(reader, home);
      swap();
      await play(15);
      wait(24 * 60 * 60 * 1000);
      for (const [at, [reader, home]] of [...homes].entries()) {
        // What is made of the list does not depend on the shape: it is looked at by each of them in one.
        await check(reader, home, at % shapes.length === shapes.indexOf(shape));
        await check(reader, await world.machine(reader));
      }
      for (const [reader, home] of homes) await follow(reader, home);
    });
  },
);
