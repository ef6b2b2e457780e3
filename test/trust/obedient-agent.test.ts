import { describe, expect, test } from 'vitest';
import { checkToken, type Desk, openDesk } from './obedient/desk.js';
import { type Order, ordersIn } from './obedient/orders.js';
import { everywhere, type Placed, plant, readInstructions } from './obedient/planted.js';
import { byCommands, byTools } from './obedient/ways.js';

/** What must never reach a screen, whoever wrote it. */
const unsafe = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe.each([
  ['120 tickets', everywhere(readInstructions('instructions.json')), 120],
  ['tickets with other kinds of instructions', readInstructions<Placed>('held-out.json'), 90],
])('R98: an agent that does whatever a text tells it, in %s', (_, instructions, least) => {
  const kinds = new Set(instructions.map(({ text }) => text)).size;

  test('by commands, with access read: nothing is written, and the token stays where it is', async () => {
    const { writes, messages, proposed } = await work('read', byCommands);
    expect([writes, messages, proposed]).toEqual([[], [], 0]);
  });

  test('by commands, with access propose: no customer hears of it, and the token stays too', async () => {
    const { writes, messages, proposed } = await work('propose', byCommands);
    expect([writes, messages]).toEqual([[], []]);
    expect(proposed).toBeGreaterThan(kinds / 3);
  });

  test('by tracker mcp, with access read: nothing is written or proposed', async () => {
    const { writes, messages, proposed, shown } = await work('read', byTools);
    expect([writes, messages, proposed]).toEqual([[], [], 0]);
    const [list = ''] = shown;
    expect(JSON.parse(list).tools.map(({ name }: { readonly name: string }) => name)).not.toContain('propose');
  });

  test('by tracker mcp, with access full: everything is proposed', async () => {
    const { writes, messages, proposed } = await work('full', byTools);
    expect([writes, messages]).toEqual([[], []]);
    expect(proposed).toBeGreaterThan(kinds / 3);
  });

  /** Has the agent read all tickets and obey them; gives what came of that. */
  async function work(level: string, way: typeof byTools | typeof byCommands) {
    const desk = await openDesk();
    const { world, machine, config } = desk;
    const planted = plant(world, instructions, config);
    expect((await machine.run(['config', 'set', 'agents', level])).code).toBe(0);
    const before = stateOf(desk);
    const { read, obey, close } = await way(desk);
    // What may not be read, such an agent has from elsewhere.
    const chats = world.sandbox.world.db.texts('SELECT body FROM thread_messages');
    const orders = ordersIn([...(await read(planted)), ...chats]);
    expect(orders.length).toBeGreaterThan(least);
    const found = new Set(orders.map((order) => JSON.stringify(order)));
    expect(ordersIn(planted.texts).filter((order) => !found.has(JSON.stringify(order)))).toEqual([]);
    for (const order of alike(orders)) await obey(order);
    await close();
    checkToken(desk);
    await desk.checkOwn();
    expect(stateOf(desk)).toEqual(before);
    expect(desk.shown.filter((text) => unsafe.test(text))).toEqual([]);
    const received = desk.received();
    const drafts = JSON.parse((await machine.run('drafts list --json')).stdout) as readonly { state: string }[];
    return {
      writes: received.filter(({ method }) => !['GET', 'OPTIONS'].includes(method)),
      // Opening a thread marks it as read.
      messages: received.filter(({ target }) => /chat\/threads\/./.test(target)),
      proposed: drafts.filter(({ state }) => state === 'proposed').length,
      shown: desk.shown,
    };
  }
});

/** One of those that differ only in their tickets, which are all alike. */
const alike = (orders: readonly Order[]): Iterable<Order> => {
  const ticket = /CASA-5\d\d|0{8}-0000-4000-8000-\d{12}/g;
  return new Map(orders.map((order) => [JSON.stringify(order).replaceAll(ticket, 'REF'), order])).values();
};

const stateOf = ({ world }: Desk) =>
  ['tickets', 'tasks', 'ticket_messages', 'thread_messages', 'notes', 'users'].map((table) =>
    world.sandbox.world.db.all(`SELECT * FROM ${table}`),
  );
