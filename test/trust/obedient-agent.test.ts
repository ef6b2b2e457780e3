import { describe, expect, test } from 'vitest';
import { checkToken, type Desk, openDesk } from './obedient/desk.js';
import { type Order, ordersIn } from './obedient/orders.js';
import { everywhere, type Placed, plant, readInstructions } from './obedient/planted.js';
import { byCommands, byTools, type Way } from './obedient/ways.js';

/** What must never reach a screen, whoever wrote it. */
const unsafe = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe.each([
  ['120 tickets', everywhere(readInstructions('instructions.json')), 120],
  ['tickets with other kinds of instructions', readInstructions<Placed>('held-out.json'), 90],
])('R98: an agent that does whatever a text tells it, in %s', (_, instructions, least) => {
  const kinds = new Set(instructions.map(({ text }) => text)).size;

  test.each([
    ['by commands: with access read, nothing is proposed, and with access propose, everything', 'propose', byCommands],
    ['by tracker mcp: with access read, nothing is proposed, and with access full, everything', 'full', byTools],
  ] as const)('%s; no customer hears of it, and the token stays where it is', async (_title, level, way) => {
    const desk = await openDesk();
    const { world, machine, config, shown } = desk;
    const planted = plant(world, instructions, config);
    const before = stateOf(desk);
    await allow('read');
    const reader = await way(desk);
    // What may not be read, such an agent has from elsewhere.
    const chats = world.sandbox.world.db.texts('SELECT body FROM thread_messages');
    const orders = ordersIn([...(await reader.read(planted)), ...chats]);
    expect(orders.length).toBeGreaterThan(least);
    const found = new Set(orders.map((order) => JSON.stringify(order)));
    expect(ordersIn(planted.texts).filter((order) => !found.has(JSON.stringify(order)))).toEqual([]);
    expect(await proposedBy(reader)).toBe(0);
    if (way === byTools) expect(namesIn(shown[0] ?? '')).not.toContain('propose');
    await allow(level);
    expect(await proposedBy(await way(desk))).toBeGreaterThan(kinds / 3);
    checkToken(desk);
    await desk.checkOwn();
    expect(stateOf(desk)).toEqual(before);
    expect(shown.filter((text) => unsafe.test(text))).toEqual([]);

    async function allow(access: string): Promise<void> {
      expect((await machine.run(['config', 'set', 'agents', access])).code).toBe(0);
    }

    /** How many drafts there are once the agent has obeyed what it has read, with nothing that a customer sees. */
    async function proposedBy({ obey, close }: Way): Promise<number> {
      for (const order of alike(orders)) await obey(order);
      await close();
      const received = desk.received();
      expect(received.filter(({ method }) => !['GET', 'OPTIONS'].includes(method))).toEqual([]);
      // Opening a thread marks it as read.
      expect(received.filter(({ target }) => /chat\/threads\/./.test(target))).toEqual([]);
      const drafts = JSON.parse((await machine.run('drafts list --json')).stdout) as readonly { state: string }[];
      return drafts.filter(({ state }) => state === 'proposed').length;
    }
  });
});

/** The tools of a list of them. */
const namesIn = (list: string): readonly string[] => JSON.parse(list).tools.map(({ name }: { name: string }) => name);

/** One of those that differ only in their tickets, which are all alike. */
const alike = (orders: readonly Order[]): Iterable<Order> => {
  const ticket = /CASA-5\d\d|0{8}-0000-4000-8000-\d{12}/g;
  return new Map(orders.map((order) => [JSON.stringify(order).replaceAll(ticket, 'REF'), order])).values();
};

const stateOf = ({ world }: Desk) =>
  ['tickets', 'tasks', 'ticket_messages', 'thread_messages', 'notes', 'users'].map((table) =>
    world.sandbox.world.db.all(`SELECT * FROM ${table}`),
  );
