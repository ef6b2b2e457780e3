import { beforeAll, describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused, remarked, shapes, type TestWorld } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

describe.each(shapes)('orgs list, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });

  test('slug, name and role, in a pipe', async () => {
    world.takeRequests();
    const { code, stdout, stderr } = await world.run('orgs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout.trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows).toContain('lantern-works\tLantern Works\torg.superadmin');
    expect(rows).toContain('bergmann-orthopaedie\tBergmann Orthopädie GmbH & Co. KG\t');
    expect(world.takeRequests()).toEqual(['GET /api/v1/me']);
  });

  test('a customer has one, with the role of a customer', async () => {
    expect(await world.run('orgs list', { as: customer })).toEqual(
      printed('bergmann-orthopaedie\tBergmann Orthopädie GmbH & Co. KG\torg.member\n'),
    );
  });

  test('as JSON: the slug is the reference, the id the uuid', async () => {
    const [row] = (await world.json('orgs', { as: customer })) as Record<string, unknown>[];
    expect(row).toMatchObject({ ref: 'bergmann-orthopaedie', slug: 'bergmann-orthopaedie', role: 'org.member' });
    expect(row?.uuid).toBe(row?.id);
    expect(await world.run('orgs -q', { as: customer })).toEqual(printed('bergmann-orthopaedie\n'));
    expect(await world.run('orgs --fields ref,internal', { as: customer })).toEqual(
      printed('bergmann-orthopaedie\tfalse\n'),
    );
  });

  test('sorted, cut, and as a table', async () => {
    const { stdout, stderr } = await world.run('orgs --sort -ref -L 1', narrow);
    // No role is known of this one.
    expect(stdout).toMatch(/^REF +NAME\n/);
    expect(stdout.split('\n').length).toBe(3);
    expect(stderr).toMatch(/^1 of \d+ organisations shown\.\n$/);
  });
});

test('none, and an answer without a list', async () => {
  const world = await openWorld();
  const none = await world.run('orgs', { ...narrow, send: async () => answerJson(200, { orgs: [] }) });
  expect(none).toEqual(remarked('', 'No organisations of yours.\n'));
  const broken = await world.run('orgs', { send: async () => answerJson(200, { orgs: null }) });
  expect(broken).toEqual(refused(1, `the server's response cannot be read: its "orgs" is not a list`));
  const odd = await world.run('orgs', {
    send: async () => answerJson(200, { orgs: [{ id: 'o1', name: null }], capabilities: 5 }),
  });
  expect(odd).toEqual(printed('o1\t\t\n'));
});
