import { beforeAll, expect, test } from 'vitest';
import { narrow, openWorld, refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(openWorld);
let rows: readonly Readonly<Record<string, string>>[];
beforeAll(async () => {
  rows = (await world.json('inbox --all')) as typeof rows;
});

const idOf = (field: string, value: string | null): string =>
  rows.find((row) => (row[field] ?? null) === value)?.id ?? '';
const refOf = (type: string): string => rows.find((row) => row.entityType === type)?.entityId ?? '';

test.each([
  ['task', (id: string) => `tasks view ${id}`],
  ['ticket', (id: string) => `tickets view ${id}`],
  ['project', (id: string) => `projects view ${id}`],
  ['thread', (id: string) => `chat view ${id}`],
])('a notification about a %s shows it as its own view does', async (type, line) => {
  const id = idOf('entityType', type);
  for (const flags of ['', '--json', '-q'])
    expect((await world.run(`inbox view ${id.slice(0, 8)} ${flags}`)).stdout).toBe(
      (await world.run(`${line(refOf(type))} ${flags}`)).stdout,
    );
  const onTerminal = await world.run(`inbox view ${id}`, narrow);
  expect(onTerminal.stdout).toBe((await world.run(line(refOf(type)), narrow)).stdout);
});

test('@ stands for what was shown', async () => {
  await world.run(`inbox view ${idOf('entityType', 'ticket')}`, narrow);
  const { ref } = (await world.json(`tickets view ${refOf('ticket')}`)) as { ref: string };
  expect((await world.run('view @ -q', narrow)).stdout).toBe(`${ref}\n`);
});

test('it stays unread', async () => {
  const before = (await world.run('inbox count')).stdout;
  await world.run(`inbox view ${idOf('entityType', 'task')}`);
  expect((await world.run('inbox count')).stdout).toBe(before);
});

test('a notification about nothing that has a view is shown itself', async () => {
  const id = idOf('kind', 'webhookDisabled');
  const shown = await world.run(`inbox view ${id}`, narrow);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('A webhook was switched off');
  expect(shown.stdout).toContain('status.lantern.example did not answer 20 times in a row.');
  expect((await world.run(`inbox view ${id}`)).stdout).toMatch(/^ref\t.*\ntitle\tA webhook.*\nkind\twebhookDisabled\n/);
  expect((await world.run(`inbox view ${idOf('kind', 'wikiUpdated')}`)).stdout).toContain('actor\tŁukasz Wójcik\n');
});

test('an unknown id', async () => {
  expect(await world.run('inbox view ffffffff')).toEqual(refused(4, 'there is no notification ffffffff in your inbox'));
});
