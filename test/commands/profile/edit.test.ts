import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import type { Machine } from '../../support/computer/machine.js';
import { openWorld, owner, refused, remarked } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

const sean = 'sean@lantern.example';

describe('profile edit', () => {
  const world = allTests(openWorld);
  const stored = (email: string) =>
    world.sandbox.world.db.get<{ name: string; image: string | null }>(
      'SELECT name, image FROM users WHERE email = ?',
      email,
    );

  test('another name, and a picture', async () => {
    world.takeRequests();
    const url = 'https://pictures.example/s.png';
    expect(await world.run(['profile', 'edit', '--name', ' Seán B. ', '--image', url], { as: sean })).toEqual(
      remarked('', 'Changed your name to Seán B. and changed your picture.\n'),
    );
    expect(world.takeRequests()).toEqual(['GET /api/v1/me', 'PATCH /api/v1/me/profile']);
    expect(stored(sean)).toEqual({ name: 'Seán B.', image: url });
  });

  test('a name with a full stop ends the sentence itself', async () => {
    expect(await world.run(['profile', 'edit', '--name', 'Seán B.'], { as: sean })).toEqual(
      remarked('', 'Changed your name to Seán B.\n'),
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
      refused(2, 'nothing to change; use --name or --image'),
    );
    expect(await world.run(['profile', 'edit', '--name', ' '], { as: sean })).toEqual(
      refused(2, '--name cannot be empty'),
    );
    expect(await world.run(['profile', 'edit', '--image', ''], { as: sean })).toEqual(
      refused(2, '--image cannot be empty', 'use --image none to remove the picture'),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test('a server that keeps the name before is not said to have changed it', async () => {
    const send: Send = async (request) => {
      const reply = await world.send(request);
      return request.method === 'PATCH' ? answerJson(200, { ok: true, user: { name: 'Zoë' } }) : reply;
    };
    expect(await world.run('profile edit --name Zo', { as: 'zoe@lantern.example', send })).toEqual(
      remarked('', 'Asked for the name Zo, and the server has Zoë.\n'),
    );
  });

  test('what the server refuses is reported in its words', async () => {
    const { code, stderr } = await world.run(['profile', 'edit', '--name', 'x'.repeat(81)], { as: sean });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*80/);
  });
});

describe('the name this computer remembers', () => {
  const names = async (machine: Machine): Promise<string> => (await machine.run('instances --fields ref,user')).stdout;

  test('is the new one, in the words of the server', async () => {
    const world = await openWorld();
    const machine = await world.machine(sean);
    await machine.run('profile edit --image none');
    expect(await names(machine)).toBe("work\tSeán O'Connor\n");
    await machine.run(['profile', 'edit', '--name', '  Seán Bee ', '-n']);
    expect(await names(machine)).toBe("work\tSeán O'Connor\n");
    expect(await machine.run(['profile', 'edit', '--name', '  Seán Bee '])).toEqual(
      remarked('', 'Changed your name to Seán Bee.\n'),
    );
    expect(await names(machine)).toBe('work\tSeán Bee\n');
    const [entry] = await machine.vault.instances();
    expect(entry).toMatchObject({ name: 'work', url: world.url, userId: expect.any(String), userName: 'Seán Bee' });
    expect((await machine.run('me')).code).toBe(0);
  });

  test('stays where a token of somebody else was used', async () => {
    const world = await openWorld();
    const machine = await world.machine(sean);
    const env = { TRACKER_TOKEN: world.sandbox.signIn(owner), TRACKER_URL: world.url };
    expect((await machine.run('profile edit --name Other', { env })).code).toBe(0);
    expect(await names(machine)).toBe("work\tSeán O'Connor\n");
  });

  test('a config file that cannot be written is no failure: the profile is changed', async () => {
    const world = await openWorld();
    const machine = await world.machine(sean);
    const send: Send = async (request) => {
      // Somebody damages the file while the request is under way.
      if (request.method === 'PATCH') writeFileSync(join(machine.folder, 'config', 'config.json'), '{');
      return await world.send(request);
    };
    const { code, stderr } = await machine.run('profile edit --name Other', { send });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^warning: your profile was changed, but the new name could not be saved on this computer: .*\n(hint: .*\n)?Changed your name to Other\.\n$/,
      ),
    });
  });
});
