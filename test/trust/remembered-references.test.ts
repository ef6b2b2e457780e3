import { beforeAll, describe, expect, test } from 'vitest';
import { carrierOf, giveKey, type Keyed, remember, remembered, type Stored } from '../support/keys.js';
import { recordWrites } from '../support/recorded-writes.js';
import { openWorld, owner, shapes, type TestWorld } from '../support/run.js';

/** Every verb that takes a REF, and every flag that names an entity; `REF` is what the memory is wrong about. */
const commands: Readonly<Record<Keyed, readonly string[]>> = {
  tickets: [
    'tickets view REF',
    'tickets view REF --web',
    'tickets checklist REF',
    'attachments list ticket:REF',
    'attachments list REF',
    'open ticket:REF --print',
    'open REF --print',
    'tickets reply REF -b Hello',
    'tickets note REF -b Hello',
    'tickets edit REF -p low',
    'tickets edit REF --add-tag hot',
    'tickets checklist REF --add Rope',
    'tickets convert REF --project WEB',
    'inbox read --ticket REF',
    'tickets delete REF -y',
  ],
  tasks: [
    'tasks view REF',
    'tasks checklist REF',
    'tasks branch REF --print',
    'tasks meetings REF',
    'attachments list task:REF',
    'open task:REF --print --json',
    'tasks edit REF -p low',
    'tasks edit REF --add-tag hot',
    'tasks edit SCM-12 --add-dependency REF',
    'tasks edit SCM-13 --depends-on REF',
    'tasks create --project SCM -t New --depends-on REF',
    'tasks comment REF -b Hello',
    'tasks time REF 5m',
    'tasks checklist REF --add Rope',
    'inbox read --task REF',
    'tasks done REF',
    'tasks delete REF -y',
  ],
  projects: [
    'projects view REF',
    'projects view REF --web',
    'projects activity REF',
    'projects comment REF -b Hello',
    'open project:REF --print',
    'tasks create --project REF -t New',
    'tickets convert CASA-3 --project REF -t New',
  ],
};

const refs = { tickets: 'BERG-9', tasks: 'SCM-9', projects: 'BOP' } as const;
const others = { tickets: 'CASA-11', tasks: 'OPS-4', projects: 'OPS' } as const;
const dead: Stored = { id: '00000000-0000-4000-8000-000000000000', title: 'Nobody has this' };

/** What is wrong with the memory: what the reference is remembered to be. */
const memories: readonly (readonly [what: string, spoil: (world: TestWorld, kind: Keyed) => Stored])[] = [
  [
    'the key was given to another',
    ({ sandbox: { world } }, kind) => {
      const former = carrierOf(world.db, kind, refs[kind]);
      if (kind === 'tickets') giveKey(world.db, 'orgs', { key: 'BERG', renamed: 'OLD', to: 'CASA' });
      if (kind === 'tasks') giveKey(world.db, 'projects', { key: 'SCM', renamed: 'OLD', to: 'OPS' });
      if (kind === 'projects') giveKey(world.db, 'projects', { key: 'BOP', renamed: 'OLDER', to: 'WEB' });
      return former;
    },
  ],
  ['a uuid that is gone', () => dead],
  ['the uuid of another', ({ sandbox: { world } }, kind) => carrierOf(world.db, kind, others[kind])],
];

const linesOf = (kind: Keyed, meant: Stored) => [[refs[kind], meant.id, meant.title] as const];

describe.each(shapes)('R79: %s shape', (shape) => {
  describe.each(memories)('R79: %s', (what, spoil) => {
    const isGiven = what.includes('given');
    describe.each(Object.keys(commands) as Keyed[])('R79: %s', (kind) => {
      let world: TestWorld;
      let former: Stored;
      beforeAll(async () => {
        world = await openWorld({ shape });
        former = spoil(world, kind);
      });

      test.each(commands[kind])('R79: %s', async (words) => {
        const { db } = world.sandbox.world;
        const machine = await world.machine(owner);
        const keyOf = { WEB: isGiven && kind === 'projects' ? 'BOP' : 'WEB' };
        remember(machine, world.url, kind, linesOf(kind, former));
        const meant = carrierOf(db, kind, refs[kind]);
        const writes = recordWrites(world.send);
        const line = words.replaceAll('REF', refs[kind]).replace(/\bWEB\b/, keyOf.WEB);
        const { code, stdout, stderr } = await machine.run(line, { send: writes.send });
        expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
        const isWrong = (text: string): boolean => text.includes(former.id) || text.includes(former.title);
        expect(isWrong(stdout + stderr)).toBe(false);
        const sent = writes.take();
        expect(sent.filter((write) => isWrong(JSON.stringify(write)))).toEqual([]);
        const isByKey = words.includes('--project REF');
        for (const write of sent) expect(JSON.stringify(write)).toContain(isByKey ? refs[kind] : meant.id);
        const read = world.takeRequests().filter((each) => each.includes(meant.id) || each.includes(former.id));
        if (!isByKey) expect(stdout + (read.at(-1) ?? '') + JSON.stringify(sent)).toContain(meant.id);
        const known = remembered(machine, world.url, kind);
        const isDeleted = words.includes('delete');
        expect(known.find(([ref]) => ref === refs[kind])).toEqual(isDeleted ? undefined : [refs[kind], meant.id]);
        expect(new Set(known.map(([, uuid]) => uuid)).size).toBe(known.length);
        if (isDeleted) db.run(`UPDATE ${kind} SET deleted_at = NULL WHERE id = ?`, meant.id);
      });
    });
  });
});
