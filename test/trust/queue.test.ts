import { describe, expect, test } from 'vitest';
import type { Shape } from '../../src/sandbox/world.js';
import { narrow, shapes, type TestWorld } from '../support/run.js';
import { type History, mayWait, openHistories, statuses } from '../support/sandbox/histories.js';
import { queueOnScreen } from '../support/triage.js';

const people = {
  customer: 'lucia@casa-azul.example',
  colleague: 'jose@casa-azul.example',
  team: 'mara@lantern.example',
  other: 'zoe@lantern.example',
} as const;

/** Who waits, and since when, as docs/requirements.md (R85) says. */
interface Expected {
  readonly ref: string;
  readonly waiting: string;
  readonly lastBy: 'customer' | 'unknown' | null;
}

/** Where the authors belong, as far as it can be known. */
type Known = Readonly<Record<string, 'team' | 'customer' | 'unknown'>>;

function expectedOf(history: History, known: Known): readonly Expected[] {
  const { ref, created, said } = history;
  const last = said.at(-1);
  const lastBy = last ? (known[last.by] ?? 'unknown') : null;
  if (!mayWait(history) || lastBy === 'team') return [];
  const ours = said.findLastIndex(({ by }) => known[by] === 'team');
  const waiting = ours < 0 ? created : (said[ours + 1]?.at ?? created);
  return [{ ref, waiting, lastBy }];
}

/** A world with nothing but so many tickets with random histories. */
async function openMany(shape: Shape, count: number) {
  const { world, histories, random, wait, create, say, edit } = await openHistories(shape, `queue ${shape}`);
  const { customer, colleague, team, other } = people;
  const events: readonly ((history: History) => Promise<void>)[] = [
    async (history) => await say(history, customer),
    async (history) => await say(history, customer),
    async (history) => await say(history, colleague),
    async (history) => await say(history, team),
    async (history) => await say(history, other),
    async (history) => await say(history, other, true),
    async (history) => await edit(history, team, { status: random.pick(statuses) }),
    async (history) => await edit(history, team, { priority: random.pick(['low', 'high']) }),
    async (history) => await edit(history, team, { tags: [`t${random.int(9)}`] }),
  ];
  while (histories.length < count) {
    await create(customer);
    for (let times = random.int(7); times > 0; times--) await random.pick(events)(random.pick(histories.slice(-40)));
  }
  const goOn = async (): Promise<void> => {
    for (let times = 0; times < 40; times++) await random.pick(events)(random.pick(histories));
    wait();
  };
  wait();
  return { world, histories, goOn };
}

const customers = { [people.customer]: 'customer', [people.colleague]: 'customer' } as const;

/** Those who wait the longest first. */
const inOrder = (expected: readonly Expected[]): readonly Expected[] =>
  expected.toSorted((one, other) => (one.waiting === other.waiting ? 0 : one.waiting < other.waiting ? -1 : 1));

/** What some work gives, and how many requests it takes. */
async function requestsOf<T>(world: TestWorld, work: () => Promise<T>): Promise<readonly [T, number]> {
  world.takeRequests();
  return [await work(), world.takeRequests().length];
}

/** How many tickets: more than `status` looks at, and than a screen shows. */
const many = 110;

describe.each(shapes)(`${many} random histories in the shape %s`, (shape) => {
  let opening: ReturnType<typeof openMany> | undefined;
  test.each([
    ['an agent', people.team, { ...customers, [people.team]: 'team', [people.other]: 'team' }],
    // Customers see who of the team changes tickets, and not who else is of the team.
    ['a customer', people.customer, { [people.customer]: 'customer', [people.team]: 'team' }],
  ] as const)('R85: --waiting, next, triage and status agree with who wrote last, as %s', async (_name, as, known) => {
    opening ??= openMany(shape, many);
    const { world, histories, goOn } = await opening;
    const expected = inOrder(histories.flatMap((history) => expectedOf(history, known)));
    expect(expected.length).toBeGreaterThan(50);
    // In what a customer is sent, details count notes, and rows do not: such details are read again each time.
    const readsNotes = shape === 'wire' && as === people.customer;
    const fields = '--fields ref,waiting,lastBy';
    const waiting = `tickets list --segment all --waiting ${fields}`;
    const terminal = { columns: 80 };
    // Only customers have tickets of their own here; those that may wait, the oldest first.
    const open = histories.filter(mayWait);
    const looked = as === people.customer ? open.slice(0, 50).map(({ ref }) => ref) : [];
    const found = expected.filter(({ ref }) => looked.includes(ref)).length;
    const said = looked.length === 0 ? '' : `, ${found} waiting for an answer, ${open.length - 50} not checked`;
    expect((await world.run('status', { as, ...narrow })).stdout).toMatch(
      new RegExp(`^Tickets +\\d+ open${said}$`, 'm'),
    );
    expect(await world.json(waiting, { as })).toEqual(expected);
    const all = (await world.json(`tickets list --segment all --state all ${fields}`, { as })) as Expected[];
    expect(all).toHaveLength(many);
    expect(inOrder(all.filter(({ waiting }) => waiting !== null))).toEqual(expected);
    for (const { ref } of expected.slice(0, 3))
      expect(await requestsOf(world, async () => (await world.run('next -q', { as, terminal })).stdout)).toEqual([
        `${ref}\n`,
        readsNotes ? expect.any(Number) : 2,
      ]);
    expect((await world.run('next -q', { as })).stdout).toBe(`${expected[0]?.ref}\n`);
    const { refs, left } = await queueOnScreen(await world.machine(as));
    expect(refs.length).toBeGreaterThan(30);
    expect(refs).toEqual(expected.slice(0, refs.length).map(({ ref }) => ref));
    expect(left).toBe(expected.length);
    await goOn();
    const later = inOrder(histories.flatMap((history) => expectedOf(history, known)));
    const [rows, sent] = await requestsOf(world, async () => await world.json(waiting, { as }));
    expect(rows).toEqual(later);
    if (!readsNotes) expect(sent).toBeLessThanOrEqual(1 + 40);
  });
});
