import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, printed, refused, remarked, shapes, type TestWorld } from '../../support/run.js';

const sean = 'sean@lantern.example';

describe.each(shapes)('profile edit, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });
  const stored = (email: string) =>
    world.sandbox.world.db.get<{ name: string; image: string | null }>(
      'SELECT name, image FROM users WHERE email = ?',
      email,
    );

  test('another name, and a picture', async () => {
    world.takeRequests();
    const url = 'https://pictures.example/s.png';
    expect(await world.run(['profile', 'edit', '--name', ' Seán B. ', '--image', url], { as: sean })).toEqual(
      remarked('', 'You are now called Seán B., and your picture is changed.\n'),
    );
    expect(world.takeRequests()).toEqual(['PATCH /api/v1/me/profile']);
    expect(stored(sean)).toEqual({ name: 'Seán B.', image: url });
  });

  test('a name with a full stop ends the sentence itself', async () => {
    expect(await world.run(['profile', 'edit', '--name', 'Seán B.'], { as: sean })).toEqual(
      remarked('', 'You are now called Seán B.\n'),
    );
  });

  test('no picture; --json prints what the server answered', async () => {
    const { stdout, stderr } = await world.run('profile edit --image none --json', { as: sean });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, user: { email: sean, image: null } });
    expect(stored(sean)?.image).toBeNull();
  });

  test('bad input sends nothing', async () => {
    await world.run('me', { as: sean });
    world.takeRequests();
    expect(await world.run('profile edit', { as: sean })).toEqual(
      refused(2, 'nothing to change: give --name or --image'),
    );
    expect(await world.run(['profile', 'edit', '--name', ' '], { as: sean })).toEqual(
      refused(2, '--name: a name cannot be empty'),
    );
    expect(await world.run(['profile', 'edit', '--image', ''], { as: sean })).toEqual(
      refused(2, '--image is empty; --image none takes the picture away'),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test('what the server refuses is told in its words', async () => {
    const { code, stderr } = await world.run(['profile', 'edit', '--name', 'x'.repeat(81)], { as: sean });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*80/);
  });

  test('--dry-run shows the request', async () => {
    const before = stored(sean);
    expect(await world.run('profile edit --name Other --image none -n', { as: sean })).toEqual(
      printed(`PATCH\t${world.url}/api/v1/me/profile\t{"name":"Other","image":null}\t\n`),
    );
    expect(stored(sean)).toEqual(before);
  });
});
