import { beforeAll, describe, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import type { Send } from '../../src/http/message.js';
import type { Database } from '../../src/sandbox/store/database.js';
import { draftsOf } from '../support/computer/drafts.js';
import { openWorld, owner, shapes, type TestWorld } from '../support/run.js';
import { requestLine } from '../support/sandbox/in-process.js';
import { carrierOf, giveKey, type Keyed, remember, remembered, type Stored } from '../support/sandbox/keys.js';
import { recordWrites } from '../support/sandbox/recorded-writes.js';
import { refusingWrites } from '../support/servers/meddling.js';
import { allTests } from '../support/set-up.js';

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
    'tickets convert REF --project WEB --again',
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

/** Gives the key that is in the reference to another, as whoever renames two of them does. */
function passOn(db: Database, kind: Keyed): void {
  if (kind === 'tickets') giveKey(db, 'orgs', { key: 'BERG', renamed: 'OLD', to: 'CASA' });
  if (kind === 'tasks') giveKey(db, 'projects', { key: 'SCM', renamed: 'OLD', to: 'OPS' });
  if (kind === 'projects') giveKey(db, 'projects', { key: 'BOP', renamed: 'OLDER', to: 'WEB' });
}

/** What is wrong with the memory: what the reference is remembered to be. */
const memories: readonly (readonly [what: string, spoil: (world: TestWorld, kind: Keyed) => Stored])[] = [
  [
    'the key was given to another',
    ({ sandbox: { world } }, kind) => {
      const former = carrierOf(world.db, kind, refs[kind]);
      passOn(world.db, kind);
      return former;
    },
  ],
  ['a uuid that is gone', () => dead],
  ['the uuid of another', ({ sandbox: { world } }, kind) => carrierOf(world.db, kind, others[kind])],
];

const linesOf = (kind: Keyed, meant: Stored) => [[refs[kind], meant.id, meant.title] as const];

describe.each(shapes)('R79: %s shape (#10.1)', (shape) => {
  describe.each(memories)('R79: %s', (what, spoil) => {
    const isGiven = what.includes('given');
    describe.each(Object.keys(commands) as Keyed[])('R79: %s', (kind) => {
      const world = allTests(() => openWorld({ shape }));
      let former: Stored;
      beforeAll(async () => {
        former = spoil(world, kind);
      });

      // How a reference is checked does not depend on the shape.
      const at = shapes.indexOf(shape);
      const tried = commands[kind].filter((_, index) => shape === 'usual' || index % 3 === at);
      test.each(tried)('R79: %s', async (words) => {
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

describe('R79: other memories (#10.1)', () => {
  const world = allTests(openWorld);

  /** A world of one test, whose keys change hands. */
  const openNamed = async () => {
    const world = await openWorld();
    return { world, machine: await world.machine(owner), db: world.sandbox.world.db };
  };

  test('R79: two references with one uuid each find their own, and no longer share it', async () => {
    const { db } = world.sandbox.world;
    for (const kind of ['tickets', 'tasks', 'projects'] as const) {
      const machine = await world.machine(owner);
      const [right, wrong] = [refs[kind], others[kind]].map((ref) => carrierOf(db, kind, ref));
      remember(machine, world.url, kind, [
        [refs[kind], wrong?.id ?? ''],
        [others[kind], wrong?.id ?? ''],
      ]);
      for (const [ref, meant] of [
        [refs[kind], right],
        [others[kind], wrong],
      ] as const) {
        const { stdout } = await machine.run(`${kind} view ${ref} --json=ref,uuid`);
        expect(JSON.parse(stdout)).toEqual({ ref, uuid: meant?.id });
      }
      const uuids = remembered(machine, world.url, kind).map(([, uuid]) => uuid);
      expect(new Set(uuids).size).toBe(uuids.length);
    }
  });

  test('R79: a uuid that was typed is shown by its present reference, whatever is remembered of it', async () => {
    const { id } = carrierOf(world.sandbox.world.db, 'tasks', 'SCM-9');
    const machine = await world.machine(owner);
    remember(machine, world.url, 'tasks', [['OLD-1', id]]);
    const { stdout, stderr } = await machine.run(`tasks comment ${id} -b Hello --json`);
    expect({ row: JSON.parse(stdout), stderr }).toMatchObject({ row: [{ ref: 'SCM-9', uuid: id }], stderr: '' });
    const known = remembered(machine, world.url, 'tasks').filter(([, uuid]) => uuid === id);
    expect(known).toEqual([['SCM-9', id]]);
  });

  test('R79: a project that a uuid names takes the task under its present key', async () => {
    const { id } = carrierOf(world.sandbox.world.db, 'projects', 'BOP');
    const machine = await world.machine(owner);
    remember(machine, world.url, 'projects', [['WEB', id]]);
    const { stdout } = await machine.run(`tasks create --project ${id} -t New --dry-run --json`);
    expect(stdout).toContain('"projectKey":"BOP"');
  });

  test.each([
    ['tasks', 'tasks comment - -b Hello'],
    ['tasks', 'tasks view -'],
    ['tasks', 'open -'],
    ['tasks', 'attachments list -'],
    ['tasks', 'inbox read --task -'],
    ['tickets', 'tickets delete - -y'],
    ['tickets', 'tickets checklist - --add Rope'],
    ['projects', 'projects comment - -b Hello'],
  ] as const)('R79: a row of %s whose uuid has another reference now is refused by %s', async (kind, words) => {
    const { id } = carrierOf(world.sandbox.world.db, kind, refs[kind]);
    const machine = await world.machine(owner);
    const writes = recordWrites(world.send);
    for (const row of [
      { ref: 'OLD-1', uuid: id },
      { id: 'OLD-1', ref: 'OLD-1', uuid: id },
    ]) {
      const { code, stderr } = await machine.run(words, { stdin: JSON.stringify(row), send: writes.send });
      expect({ code, stderr }).toMatchObject({
        code: 4,
        stderr: expect.stringContaining(`OLD-1 is now ${refs[kind]}`),
      });
    }
    expect(writes.take()).toEqual([]);
  });

  test.each([
    ['tickets', 'tickets reply - -b x -y'],
    ['tickets', 'tickets checklist - --add x'],
    ['tasks', 'tasks comment - -b x'],
    ['tasks', 'tasks checklist - --add x'],
    ['projects', 'projects comment - -b x'],
  ] as const)('R79: the draft of a refused row of %s is kept for its reference: %s', async (kind, words) => {
    const { id } = carrierOf(world.sandbox.world.db, kind, others[kind]);
    const machine = await world.machine(owner);
    const { code, stderr } = await machine.run(words, { stdin: JSON.stringify({ ref: refs[kind], uuid: id }) });
    const command = words.split(' ').slice(0, 2);
    const again = `tracker ${command.join(' ')} ${refs[kind]} --from-draft`;
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining(again) });
    expect(draftsOf(machine)).toMatchObject([{ words: [...command, refs[kind]] }]);
  });

  test.each([
    ['tickets', 'tickets reply REF -b x -y'],
    ['tickets', 'tickets checklist REF --add x'],
    ['tasks', 'tasks comment REF -b x'],
    ['projects', 'projects comment REF -b x'],
  ] as const)('R79: a draft of %s stays where its reference has changed hands: %s', async (kind, words) => {
    const { world, machine, db } = await openNamed();
    const meant = carrierOf(db, kind, refs[kind]);
    remember(machine, world.url, kind, [[refs[kind], meant.id]]);
    const offline: Send = () => Promise.reject(new TrackerError('network', 'offline'));
    expect((await machine.run(words.replace('REF', refs[kind]), { send: offline })).code).not.toBe(0);
    const id = draftsOf(machine)[0]?.id ?? '';
    passOn(db, kind);
    const command = words.split(' ').slice(0, 2).join(' ');
    const writes = recordWrites(world.send);
    const resent = await machine.run(`${command} ${refs[kind]} --from-draft ${id}`, { send: writes.send });
    expect({ code: resent.code, sent: writes.take() }).toEqual({ code: 6, sent: [] });
    for (const each of [meant.id, carrierOf(db, kind, refs[kind]).id]) expect(resent.stderr).toContain(each);
    const sent = await machine.run(`${command} ${meant.id} --from-draft ${id}`, { send: writes.send });
    expect({ code: sent.code, sent: writes.take().length }).toEqual({ code: 0, sent: 1 });
    expect(draftsOf(machine)).toEqual([]);
  });

  test.each([
    ['tickets', 'tickets reply REF -b x -y'],
    ['tickets', 'tickets note REF -b x'],
    ['tickets', 'reply REF x -y'],
    ['tickets', 'tickets checklist REF --add x'],
    ['tasks', 'tasks comment REF -b x'],
    ['projects', 'projects comment REF -b x'],
  ] as const)('R79: a draft remembers the one of %s that was found while it was sent: %s', async (kind, words) => {
    const { world, machine, db } = await openNamed();
    const meant = carrierOf(db, kind, refs[kind]);
    expect(
      (await machine.run(words.replace('REF', refs[kind]), { send: refusingWrites(world.send, 503) })).code,
    ).not.toBe(0);
    const [draft] = draftsOf(machine);
    expect(draft?.targets).toEqual({ [refs[kind].toLowerCase()]: meant.id });
  });

  test.each([
    ['tickets create --org scandia-maritime --subject New -b x', '--org'],
    ['chat create --org scandia-maritime -t New -b x', '--org'],
    ['tasks create --project WEB -t New', '--project'],
    ['tickets convert CASA-3 --project WEB -t New', '--project'],
    ['tasks create --project UUID -t New --depends-on WEB-1', '--depends-on'],
  ])('R79: a draft is not sent to what took over a name in its flags: %s', async (line, flag) => {
    const { world, machine, db } = await openNamed();
    const words = line.replace('UUID', carrierOf(db, 'projects', 'WEB').id);
    expect((await machine.run(words, { send: refusingWrites(world.send, 503) })).code).not.toBe(0);
    const [draft] = draftsOf(machine);
    giveKey(db, 'projects', { key: 'WEB', renamed: 'OLDER', to: 'OPS' });
    db.run("UPDATE orgs SET slug = 'former' WHERE slug = 'scandia-maritime'");
    db.run("UPDATE orgs SET slug = 'scandia-maritime' WHERE slug = 'casa-azul'");
    const writes = recordWrites(world.send);
    const again = [...(draft?.words ?? []), '--from-draft', draft?.id ?? ''];
    const resent = await machine.run(again, { send: writes.send });
    expect({ code: resent.code, sent: writes.take() }).toEqual({ code: 6, sent: [] });
    const hint = /by its uuid: tracker (.*)$/m.exec(resent.stderr)?.[1] ?? '';
    expect(hint).toContain(` ${flag} `);
    expect(await machine.run(hint, { send: writes.send })).toMatchObject({ code: 0 });
    expect(writes.take().length).toBe(1);
  });

  test('R79: a thread that is not there is not marked as read', async () => {
    const machine = await world.machine(owner);
    const writes = recordWrites(world.send);
    for (const name of [dead.id, `${world.url}/chat?thread=${dead.id}`]) {
      const { code, stdout } = await machine.run(['inbox', 'read', '--thread', name], { send: writes.send });
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    }
    expect(writes.take()).toEqual([]);
  });

  test('R79: projects view reads its reference from standard input', async () => {
    const machine = await world.machine(owner);
    const { code, stdout } = await machine.run('projects view - --json=ref', { stdin: 'WEB\n' });
    expect({ code, ref: JSON.parse(stdout) }).toEqual({ code: 0, ref: { ref: 'WEB' } });
  });

  test('R79: a project that was renamed is not listed under its old key', async () => {
    const { world, machine, db } = await openNamed();
    remember(machine, world.url, 'projects', [['WEB', carrierOf(db, 'projects', 'WEB').id]]);
    giveKey(db, 'projects', { key: 'WEB', renamed: 'OLD', to: 'EXPO' });
    const { stdout } = await machine.run('tasks list --scope all --project WEB -q');
    expect(stdout).toBe('');
  });
});

test('R79: open and attachments read what is remembered, and never a whole list (#10.13)', async () => {
  const world = await openWorld({});
  const machine = await world.machine(owner);
  await machine.run('tasks list --scope all -q');
  await machine.run('tickets list --segment all -q');
  for (const [words, path] of [
    ['open OPS-9 --print', 'tasks'],
    ['attachments list OPS-9', 'tasks'],
    ['open BERG-9 --print', 'tickets'],
    ['attachments list BERG-9', 'tickets'],
  ] as const) {
    world.takeRequests();
    expect((await machine.run(words)).code).toBe(0);
    const other = path === 'tasks' ? 'ticket' : 'task';
    expect([...world.takeRequests()].sort()).toEqual([
      expect.stringMatching(`^GET /api/v1/search[?]q=[A-Z]+-9&types=${other}$`),
      expect.stringMatching(`^GET /api/v1/${path}/[0-9a-f-]{36}$`),
    ]);
  }
});

test('R79: what a server, or a cache, shows in place of something else is neither shown nor written to', async () => {
  const world = await openWorld();
  const [asked, other] = (await Promise.all(
    ['CASA-16', 'BERG-9'].map(async (ref) => await world.json(`view ${ref}`)),
  )) as readonly { readonly uuid: string }[];
  const changed: string[] = [];
  const send: Send = async (request) => {
    if (request.method !== 'GET') changed.push(requestLine(request));
    const { href } = request.url;
    const mixedUp = new URL(href.replace(asked?.uuid ?? '', other?.uuid ?? ''));
    return await world.send(request.method === 'GET' ? { ...request, url: mixedUp } : request);
  };
  for (const line of [
    'view CASA-16',
    'reply CASA-16 Hi.',
    'close CASA-16',
    'tickets edit CASA-16 -p low',
    'snooze CASA-16 2h',
  ])
    expect(await world.run(line, { send }), line).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`tickets/${asked?.uuid} is about something else: BERG-9\n`),
    });
  expect(changed).toEqual([]);
  const waiting = await world.run('tickets list --segment all --waiting -q', { send });
  expect([waiting.code, waiting.stdout.includes('CASA-16')]).toEqual([0, false]);
  expect(waiting.stderr).toContain('1 ticket was not read and is left out');
  expect((await world.run('view CASA-16 --offline', {})).stdout).not.toContain('BERG-9');
  expect((await world.run('view CASA-16 --max-age 1h -q')).stdout).toBe('CASA-16\n');
});
