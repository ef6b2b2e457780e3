import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../src/errors.js';
import type { Send } from '../../src/http/message.js';
import { withEntityLock } from '../../src/lists/entity-lock.js';
import { realProcesses } from '../lock/real-processes.js';
import type { Machine } from '../support/machine.js';
import { openWorld, owner, type TestWorld } from '../support/run.js';

let world: TestWorld;
let machine: Machine;

beforeEach(async () => {
  world = await openWorld();
  machine = await world.machine(owner);
  await machine.run('tasks list --scope all');
  await machine.run('tickets list --segment all');
});

const locks = (): string => join(machine.folder, 'state', 'locks');

const uuidOf = async (words: string): Promise<string> =>
  JSON.parse((await machine.run(`${words} --json`)).stdout).uuid as string;

const changes = [
  ['tasks checklist SCM-12 --add Rope', 'tasks view SCM-12'],
  ['tasks edit SCM-12 --add-tag rope', 'tasks view SCM-12'],
  ['tasks edit SCM-12 --tag rope', 'tasks view SCM-12'],
  ['tickets checklist BERG-9 --add Rope', 'tickets view BERG-9'],
  ['tickets edit BERG-9 --add-tag rope', 'tickets view BERG-9'],
  ['tickets edit BERG-9 -a @me', 'tickets view BERG-9'],
] as const;

describe('one process at a time changes the lists of an entity', () => {
  test.each(changes)('%s waits for another one, and Ctrl-C ends the waiting', async (words, view) => {
    const uuid = await uuidOf(view);
    const controller = new AbortController();
    const stateFolder = (): string => join(machine.folder, 'state');
    const held = { stateFolder, base: new URL(`${world.url}/`), uuid, processes: realProcesses };
    world.takeRequests();
    await withEntityLock(held, async () => {
      const running = machine.run(words, { signal: controller.signal });
      setTimeout(() => controller.abort(new TrackerError('interrupted', 'interrupted')), 100);
      expect((await running).code).toBe(130);
    });
    expect(world.takeRequests().filter((line) => line.includes(uuid))).toEqual([]);
  });

  test.each(changes)('%s: the lock is held from the first read to the last, and given back', async (words, view) => {
    const uuid = await uuidOf(view);
    const seen: boolean[] = [];
    const send: Send = async (request) => {
      if (request.url.pathname.includes(uuid)) seen.push(existsSync(locks()) && readdirSync(locks()).length === 1);
      return await world.send(request);
    };
    expect((await machine.run(words, { send })).code).toBe(0);
    expect(new Set(seen)).toEqual(new Set([true]));
    expect(readdirSync(locks())).toEqual([]);
  });

  test.each(changes)('%s does not fail where no lock can be made', async (words) => {
    mkdirSync(join(machine.folder, 'state'), { recursive: true });
    writeFileSync(locks(), 'no folder');
    expect((await machine.run(words)).code).toBe(0);
  });

  test('a dry run makes no lock', async () => {
    expect((await machine.run('tasks edit SCM-12 --add-tag rope -n')).code).toBe(0);
    expect(existsSync(locks())).toBe(false);
  });
});
