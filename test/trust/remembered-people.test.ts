import { expect, test } from 'vitest';
import { eachShape, owner } from '../support/run.js';
import { rememberedPeople, rememberPeople } from '../support/sandbox/keys.js';
import { recordWrites } from '../support/sandbox/recorded-writes.js';
import { eachTest } from '../support/set-up.js';

const [ines, zoe] = ['Inês Tavares', 'Zoë Baptiste'] as const;

const writes = [
  'tickets create --org bergmann-orthopaedie --subject New -a NAME',
  'tickets edit BERG-9 -a NAME',
  'tickets edit BERG-9 --add-assignee NAME',
  'tickets convert CASA-3 --project WEB -t New -a NAME',
  'tasks create --project WEB -t New -a NAME',
  'tasks edit WEB-6 -a NAME',
  'tasks edit WEB-6 --add-assignee NAME',
] as const;

eachShape('R79: people, %s shape (#10.1)', (world) => {
  const machine = eachTest(() => world.machine(owner));
  const idOf = (name: string): string =>
    world.sandbox.world.db.get<{ id: string }>('SELECT id FROM users WHERE name = ?', name)?.id ?? '';
  const assigned = async (line: string, name: string): Promise<string> => {
    const recorded = recordWrites(world.send);
    const words = line.split(' ').map((word) => (word === 'NAME' ? name : word));
    const { code, stderr } = await machine.run(words, { send: recorded.send });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
    return JSON.stringify(recorded.take());
  };

  test.each(writes)('R79: names that two people have swapped: %s', async (line) => {
    const [first, second] = [idOf(ines), idOf(zoe)];
    rememberPeople(machine, world.url, [
      [first, ines],
      [second, zoe],
    ]);
    const { db } = world.sandbox.world;
    db.run('UPDATE users SET name = ? WHERE id = ?', zoe, first);
    db.run('UPDATE users SET name = ? WHERE id = ?', ines, second);
    const sent = await assigned(line, ines);
    expect(sent).toContain(second);
    expect(sent).not.toContain(first);
  });

  test.each(writes)('R79: a namesake that the server no longer has is forgotten: %s', async (line) => {
    const dead = '00000000-0000-4000-8000-000000000000';
    rememberPeople(machine, world.url, [
      [dead, zoe],
      [idOf(zoe), zoe],
    ]);
    const sent = await assigned(line, 'Zoë');
    expect(sent).toContain(idOf(zoe));
    expect(sent).not.toContain(dead);
    expect(rememberedPeople(machine, world.url)).not.toContain(dead);
  });
});
