import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, owner } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const lines = [
  'tasks list --scope all',
  'tasks view SCM-12',
  'tickets list --segment all',
  'tickets view BERG-9',
  'projects list',
  'projects view SCM',
  'inbox list',
  'notes list',
  'wiki list',
  'chat list --org lantern-works',
  'search crew',
  'orgs list',
  'status',
];

// With the rows that have least, much is remembered of details.
describe.each([
  ['usual', ['', '--tsv', '--csv', '--json', '--jsonl']],
  ['spec', ['', '--json']],
] as const)('shape %s: what a script reads depends on its flags alone', (shape, formats) => {
  const world = allTests(() => openWorld({ shape }));
  const used = allTests(() => world.machine(owner));
  beforeAll(async () => {
    for (const line of lines) expect((await used.run(line)).code, line).toBe(0);
  });

  test.each(lines)('%s', async (line) => {
    for (const format of formats) {
      const fresh = await world.machine(owner);
      const first = await fresh.run(`${line} ${format}`);
      const env = { LANG: 'de_DE.UTF-8', LC_ALL: 'tr_TR.UTF-8', COLUMNS: '20', ACCESSIBLE: '1', FORCE_COLOR: '1' };
      expect(await used.run(`${line} ${format}`, { env })).toEqual(first);
      expect(first.code).toBe(0);
      expect(first.stdout).not.toBe('');
    }
  });
});

test('rows that name a user carry who that is, where the answer says so', async () => {
  const world = await openWorld();
  const projects = (await world.json('projects')) as Record<string, unknown>[];
  expect(projects.find(({ ref }) => ref === 'BOP')?.people).toEqual({
    '6d81b614-51d6-48a3-833c-b1d19c4471c2': { name: 'Inês Tavares', color: null, side: 'unknown' },
  });
});
