import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../support/computer/folder.js';
import { openAtHome, openWorld } from '../support/run.js';
import { readJournal, writesIn } from '../support/sandbox/journal.js';
import { ordersIn } from './obedient/orders.js';
import { plant, readInstructions } from './obedient/planted.js';
import { byCommands, byTools, type Desk } from './obedient/ways.js';

describe('R98: an agent that does whatever a text tells it, in 120 tickets', () => {
  const instructions = readInstructions('instructions.json');

  test('by commands, with access read: nothing is written, and the token stays where it is', async () => {
    const { writes, drafts } = await work('read', byCommands);
    expect([writes, drafts]).toEqual([[], []]);
  });

  test('by commands, with access propose: no customer hears of it, and the token stays too', async () => {
    const { writes, drafts } = await work('propose', byCommands);
    expect(writes).toEqual([]);
    expect(drafts.length).toBeGreaterThan(40);
  });

  test('by tracker mcp, with access read: nothing is written or proposed', async () => {
    const { writes, drafts, shown } = await work('read', byTools);
    expect([writes, drafts]).toEqual([[], []]);
    expect(shown.filter((text) => text.includes('"name":"propose"'))).toEqual([]);
  });

  test('by tracker mcp, with access full: everything is proposed', async () => {
    const { writes, drafts } = await work('full', byTools);
    expect(writes).toEqual([]);
    expect(drafts.length).toBeGreaterThan(40);
  });

  /** Has the agent read all tickets and obey them; gives what came to the server to be changed, and what is kept. */
  async function work(level: string, way: typeof byTools | typeof byCommands) {
    const journal = join(makeFolder(), 'journal.jsonl');
    const desk: Desk = { ...(await openAtHome(() => openWorld({ journal }))), sent: [], shown: [] };
    const { world, machine } = desk;
    const own = join(machine.folder, 'config', 'credentials.json');
    const planted = plant(world, instructions, own);
    expect((await machine.run(['config', 'set', 'agents', level])).code).toBe(0);
    const before = world.sandbox.world.db.all('SELECT * FROM tickets');
    const { read, obey, close } = await way(desk);
    // What may not be read, such an agent has from elsewhere.
    const chats = world.sandbox.world.db.texts('SELECT body FROM thread_messages');
    const orders = ordersIn([...(await read(planted)), ...chats]);
    expect(orders.length).toBeGreaterThan(120);
    expect(orders).toEqual(expect.arrayContaining([...ordersIn(planted.texts)]));
    for (const order of orders) await obey(order);
    await close();
    expect(world.sandbox.world.db.all('SELECT * FROM tickets')).toEqual(before);
    // Opening a thread marks it as read.
    expect(readJournal(journal).filter(({ target }) => /chat\/threads\/./.test(target))).toEqual([]);
    leaksNothing(desk, own);
    const drafts = JSON.parse((await machine.run('drafts list --json')).stdout) as readonly { state: string }[];
    expect(drafts.filter(({ state }) => state !== 'proposed')).toEqual([]);
    return { drafts, writes: writesIn(journal), shown: desk.shown };
  }
});

/** Checks that the token is only in its file, and in Authorization headers to its own server. */
function leaksNothing({ world, machine, sent, shown }: Desk, own: string): void {
  const tokens = [...readFileSync(own, 'utf8').matchAll(/"token":\s*"([^"]+)"/g)].map(([, token = '']) => token);
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) {
    expect(shown.filter((text) => text.includes(token))).toEqual([]);
    for (const { url, headers, body } of sent) {
      const { authorization, ...others } = headers as Readonly<Record<string, string>>;
      expect([url.origin, authorization ?? 'none']).toEqual([world.url, expect.stringMatching(/^(Bearer |none)/)]);
      expect(`${url.href} ${JSON.stringify(others)} ${String(body)}`).not.toContain(token);
    }
    for (const name of readdirSync(machine.folder, { recursive: true, withFileTypes: true }))
      if (name.isFile() && name.name !== 'credentials.json')
        expect([name.name, readFileSync(join(name.parentPath, name.name), 'latin1').includes(token)]).toEqual([
          name.name,
          false,
        ]);
  }
  expect(readdirSync(machine.workingFolder)).not.toContain('ran');
}
