import { expect, test } from 'vitest';
import { searchHandlers } from '../../src/sandbox/search/search.js';
import type { KeptTitles } from '../../src/sandbox/search/titles.js';
import { makeRandom, type Random } from '../../src/sandbox/seed/random.js';
import { openSmallWorld, type PersonName, roles, type SmallWorld } from './support/world.js';

const noTitles: KeptTitles = { *prepare() {}, find: () => undefined };

const people = Object.keys(roles) as PersonName[];
const words = [
  'Login',
  'page',
  'İstanbul',
  '3 \u212a',
  'Grüße',
  'ΣΑΣ',
  'SCM-1',
  'scm-12',
  '50%',
  'a_b',
  '\u{1f600}',
  'straße',
];
const texts = [
  'login',
  'PAGE',
  'pag',
  'i',
  'k',
  'stanbul',
  'i\u0307s',
  'grü',
  'σας',
  'ΣΑΣ',
  'scm-1',
  'SCM-12',
  'scm-012',
  'cas-2',
  '%',
  '_',
  '\u{1f600}',
  'sse',
  'ße',
  'n p',
  'zzz',
  '',
  'ops',
  'CAS',
];

const writes: readonly ((small: SmallWorld, random: Random) => unknown)[] = [
  (small, random) => makeTask(small, random),
  (small, random) => makeTicket(small, random),
  (small, random) =>
    small.ask('superadmin', `PATCH /tasks/${pick(small, random, 'tasks')}`, { title: makeTitle(random) }),
  (small, random) =>
    small.ask('superadmin', `PATCH /tickets/${pick(small, random, 'tickets')}`, { subject: makeTitle(random) }),
  (small, random) => random.chance(0.2) && small.ask('superadmin', `DELETE /tasks/${pick(small, random, 'tasks')}`),
  (small, random) => random.chance(0.2) && small.ask('superadmin', `DELETE /tickets/${pick(small, random, 'tickets')}`),
  (small, random) =>
    small.world.db.run("UPDATE tasks SET archived_at = '2026-03-01' WHERE id = ?", pick(small, random, 'tasks')),
  (small, random) =>
    small.world.db.run(
      "UPDATE tasks SET project_id = 'ops', number = number + 1000 WHERE id = ?",
      pick(small, random, 'tasks'),
    ),
];

function makeTitle(random: Random): string {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(words)).join(' ');
}

function makeTask(small: SmallWorld, random: Random): void {
  small.ask('superadmin', 'POST /tasks', { title: makeTitle(random), projectKey: random.pick(['SCM', 'SCM', 'OPS']) });
}

function makeTicket(small: SmallWorld, random: Random): void {
  const [person, orgId] = random.pick([
    ['client', 'casa'],
    ['member', 'casa'],
    ['stranger', 'berg'],
  ] as const);
  small.ask(person, 'POST /tickets', { orgId, subject: makeTitle(random) });
}

function pick({ world }: SmallWorld, random: Random, table: 'tasks' | 'tickets'): string {
  const sql = `SELECT id FROM ${table} WHERE deleted_at IS NULL AND project_id <> 'ops' ORDER BY sequence`;
  return random.pick(world.db.all<{ id: string }>(table === 'tasks' ? sql : sql.replace("AND project_id <> 'ops'", '')))
    .id;
}

/** What a search gives with the titles that are kept, or from the database alone. */
function search(small: SmallWorld, person: PersonName, query: Record<string, string>, titles: KeptTitles): unknown {
  const world = { ...small.world, titles };
  return searchHandlers['GET /search'](small.call(person, { world, query: new URLSearchParams(query) })).body;
}

test.each([1, 2, 3])(
  'searches among kept titles find what the database alone would, after any writes (%i)',
  async (number) => {
    const small = await openSmallWorld('spec', { from: 0 });
    const random = makeRandom(`titles ${number}`);
    for (let n = 0; n < 120; n++) {
      small.pass(1000 * random.int(2));
      makeTask(small, random);
      makeTicket(small, random);
    }
    const steps = [small.world.titles.prepare('task'), small.world.titles.prepare('ticket')];
    for (let round = 0; round < 150; round++) {
      // What changes while the titles are read counts too.
      if (round % 7 === 3) for (const step of steps) step.next();
      writes[round % writes.length]?.(small, random);
      small.pass(random.pick([0, 1, 60_000, -30_000]));
      const query = {
        q: random.pick(texts),
        ...random.pick([{}, { types: 'ticket' }, { types: 'task,note' }, { orgId: 'casa' }]),
      };
      const person = random.pick(['superadmin', ...people] as const);
      expect(search(small, person, query, small.world.titles), `${person} ${JSON.stringify(query)}`).toEqual(
        search(small, person, query, noTitles),
      );
    }
    const all = () => true;
    const needle = { text: 'login', reference: undefined };
    expect(small.world.titles.find('task', needle, all)).toBeDefined();
    small.world.db.run("UPDATE projects SET key = 'NEW' WHERE id = 'scm'");
    expect(small.world.titles.find('task', needle, all)).toBeUndefined();
  },
);

test('few titles are not kept', async () => {
  const small = await openSmallWorld();
  makeTask(small, makeRandom('few'));
  expect([...small.world.titles.prepare('task')]).toEqual([]);
  expect(small.world.titles.find('task', { text: 'login', reference: undefined }, () => true)).toBeUndefined();
});
