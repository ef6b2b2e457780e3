import { expect, test } from 'vitest';
import { startSession } from '../../src/sandbox/identity/sessions.js';
import { ok } from '../../src/sandbox/world.js';
import { openBareService } from './bare-service.js';

test('a large reply is made once for each user and query, and again after a write', async () => {
  const made: string[] = [];
  const padding = 'x'.repeat(1_000_000);
  const { ask, world } = await openBareService({
    handlers: {
      json: {
        'GET /tasks': ({ user, query }) => {
          made.push(`${user.name} ${query}`);
          return ok({ made: made.length, padding });
        },
        'POST /tasks': () => ok({}),
      },
    },
  });
  const [other] = world.db.all<{ id: string; name: string }>("SELECT id, name FROM users WHERE name <> 'Ann'");
  const token = startSession(world, other?.id ?? '');
  const number = async (query: string, as?: string): Promise<unknown> =>
    ((await ask(`GET /api/v1/tasks${query}`, as === undefined ? {} : { token: as })).json as { made: number }).made;
  expect([await number(''), await number(''), await number('?scope=all')]).toEqual([1, 1, 2]);
  expect([await number('', token), await number('')]).toEqual([3, 1]);
  await ask('POST /api/v1/tasks', { body: '{}' });
  expect([await number(''), await number('')]).toEqual([4, 4]);
  for (const scope of ['a', 'b', 'c', 'd']) await number(`?scope=${scope}`);
  expect(await number('')).toBe(9);
});
