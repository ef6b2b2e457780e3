import { describe, expect, test } from 'vitest';
import { readBytes } from '../../src/http/body/read.js';
import { makeRandom } from '../../src/sandbox/seed/random.js';
import type { Shape } from '../../src/sandbox/world.js';
import { narrow, openWorld, shapes, type TestWorld } from '../support/run.js';
import { playScreen } from '../support/terminal/play-screen.js';

const people = {
  customer: 'lucia@casa-azul.example',
  colleague: 'jose@casa-azul.example',
  team: 'mara@lantern.example',
  other: 'zoe@lantern.example',
} as const;

type Who = keyof typeof people;

/** A ticket and what has happened to it. */
interface History {
  readonly id: string;
  readonly ref: string;
  readonly created: string;
  status: string;
  /** Its public messages, oldest first. */
  readonly said: { readonly by: Who; readonly at: string }[];
}

/** Who waits, and since when, as docs/requirements.md (R85) says. */
interface Expected {
  readonly ref: string;
  readonly waiting: string;
  readonly lastBy: 'customer' | null;
}

function expectedOf({ ref, created, status, said }: History, isCustomer: (who: Who) => boolean): readonly Expected[] {
  const last = said.at(-1);
  if (['resolved', 'closed', 'paused'].includes(status) || (last && !isCustomer(last.by))) return [];
  let ours = said.length - 1;
  while (ours >= 0 && isCustomer(said[ours]?.by ?? 'team')) ours -= 1;
  const waiting = ours < 0 ? created : (said[ours + 1]?.at ?? created);
  return [{ ref, waiting, lastBy: last ? 'customer' : null }];
}

/** A world with nothing but so many tickets with random histories. */
async function openHistories(shape: Shape, count: number) {
  const clock = new Date('2026-11-20T16:40:00Z');
  const world = await openWorld({ shape, now: clock });
  const { db } = world.sandbox.world;
  db.run("UPDATE tickets SET deleted_at = '2026-11-01T00:00:00.000Z'");
  const orgId = db.get<{ id: string }>("SELECT id FROM orgs WHERE slug = 'casa-azul'")?.id;
  const tokens = Object.fromEntries(
    Object.entries(people).map(([who, email]) => [who, world.sandbox.signIn(email)]),
  ) as Record<Who, string>;
  const ask = async (who: Who, method: string, path: string, body: unknown): Promise<Record<string, string>> => {
    const reply = await world.send({
      method,
      url: new URL(`/api/v1${path}`, world.url),
      headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: new AbortController().signal,
    });
    expect(reply.status).toBeLessThan(300);
    return JSON.parse((await readBytes(reply)).toString());
  };
  const random = makeRandom(`queue ${shape}`);
  const histories: History[] = [];
  const wait = (): string => {
    clock.setTime(clock.getTime() + 1 + random.int(60 * 60 * 1000));
    return clock.toISOString();
  };
  const create = async (): Promise<void> => {
    const created = wait();
    const { id = '', displayId = '' } = await ask('customer', 'POST', '/tickets', { orgId, subject: 'It is broken' });
    histories.push({ id, ref: displayId, created, status: 'open', said: [] });
  };
  const say = async (history: History, by: Who, internal = false): Promise<void> => {
    const at = wait();
    await ask(by, 'POST', `/tickets/${history.id}/messages`, { body: 'Is it?', ...(internal && { internal }) });
    if (!internal) history.said.push({ by, at });
  };
  const edit = async (history: History, change: Record<string, unknown>): Promise<void> => {
    wait();
    await ask('team', 'PATCH', `/tickets/${history.id}`, change);
    if (typeof change.status === 'string') history.status = change.status;
  };
  const statuses = ['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'];
  const events: readonly ((history: History) => Promise<void>)[] = [
    async (history) => await say(history, 'customer'),
    async (history) => await say(history, 'customer'),
    async (history) => await say(history, 'colleague'),
    async (history) => await say(history, 'team'),
    async (history) => await say(history, 'other'),
    async (history) => await say(history, 'other', true),
    async (history) => await edit(history, { status: random.pick(statuses) }),
    async (history) => await edit(history, { priority: random.pick(['low', 'high']) }),
    async (history) => await edit(history, { tags: [`t${random.int(9)}`] }),
  ];
  while (histories.length < count) {
    await create();
    for (let times = random.int(7); times > 0; times--) await random.pick(events)(random.pick(histories.slice(-40)));
  }
  const goOn = async (): Promise<void> => {
    for (let times = 0; times < 40; times++) await random.pick(events)(random.pick(histories));
    wait();
  };
  wait();
  return { world, histories, goOn };
}

/** Those who wait the longest first. */
const inOrder = (expected: readonly Expected[]): readonly Expected[] =>
  expected.toSorted((one, other) => (one.waiting === other.waiting ? 0 : one.waiting < other.waiting ? -1 : 1));

/** What some work gives, and how many requests it takes. */
async function requestsOf<T>(world: TestWorld, work: () => Promise<T>): Promise<readonly [T, number]> {
  world.takeRequests();
  return [await work(), world.takeRequests().length];
}

async function screenOf(world: TestWorld, as: string): Promise<string> {
  const played = playScreen({ columns: 100, rows: 60 }, [
    { shows: / left [\s\S]*live[\s\S]*newest first/, type: 'q', name: 'list' },
  ]);
  const ended = await (await world.machine(as)).run('triage', {
    ...{ terminal: { columns: 100, rows: 60 }, player: played.player, signal: AbortSignal.timeout(60_000) },
  });
  expect(ended.code, played.stuck()).toBe(0);
  return played.shots.get('list')?.join('\n') ?? '';
}

describe.each(shapes)('(true.1) 300 random histories in the shape %s', (shape) => {
  let opening: ReturnType<typeof openHistories> | undefined;
  test.each([
    // The team is known to the team alone.
    ['an agent', people.team, (who: Who) => who === 'customer' || who === 'colleague'],
    ['a customer', people.customer, (who: Who) => who === 'customer'],
  ])(
    'R85: --waiting, next, triage and status agree with who wrote last, as %s',
    async (_name, as, isCustomer) => {
      opening ??= openHistories(shape, 300);
      const { world, histories, goOn } = await opening;
      const expected = inOrder(histories.flatMap((history) => expectedOf(history, isCustomer)));
      expect(expected.length).toBeGreaterThan(50);
      // In what a customer is sent, details count notes, and rows do not: such details are read again each time.
      const readsNotes = shape === 'wire' && as === people.customer;
      const fields = '--fields ref,waiting,lastBy';
      const waiting = `tickets list --segment all --waiting ${fields}`;
      const terminal = { columns: 80 };
      // Only customers have tickets of their own here; those that may wait, the oldest first.
      const mayWait = histories.filter(({ status }) => !['resolved', 'closed', 'paused'].includes(status));
      const looked = as === people.customer ? mayWait.slice(0, 50).map(({ ref }) => ref) : [];
      const found = expected.filter(({ ref }) => looked.includes(ref)).length;
      const said = looked.length === 0 ? '' : `, ${found} waiting for an answer, ${mayWait.length - 50} not checked`;
      expect((await world.run('status', { as, ...narrow })).stdout).toMatch(
        new RegExp(`^Tickets +\\d+ open${said}$`, 'm'),
      );
      expect(await world.json(waiting, { as })).toEqual(expected);
      const all = (await world.json(`tickets list --segment all --state all ${fields}`, { as })) as Expected[];
      expect(all).toHaveLength(300);
      expect(inOrder(all.filter(({ waiting }) => waiting !== null))).toEqual(expected);
      for (const { ref } of expected.slice(0, 3))
        expect(await requestsOf(world, async () => (await world.run('next -q', { as, terminal })).stdout)).toEqual([
          `${ref}\n`,
          readsNotes ? expect.any(Number) : 2,
        ]);
      expect((await world.run('next -q', { as })).stdout).toBe(`${expected[0]?.ref}\n`);
      const screen = await screenOf(world, as);
      const refs = [...screen.matchAll(/CASA-\d+(?= +It is)/g)]
        .map(([ref]) => ref)
        .filter((ref, at, list) => list.indexOf(ref) === at);
      expect(refs.length).toBeGreaterThan(30);
      expect(refs).toEqual(expected.slice(0, refs.length).map(({ ref }) => ref));
      expect(screen).toContain(`${expected.length} left`);
      await goOn();
      const later = inOrder(histories.flatMap((history) => expectedOf(history, isCustomer)));
      const [rows, sent] = await requestsOf(world, async () => await world.json(waiting, { as }));
      expect(rows).toEqual(later);
      if (!readsNotes) expect(sent).toBeLessThanOrEqual(1 + 40);
    },
    120_000,
  );
});
