import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import { takeOptionalLock } from '../../src/disk/lock.js';
import type { Send } from '../../src/http/message.js';
import { realProcesses } from '../disk/real-processes.js';
import { openWorld, owner } from '../support/run.js';
import { eachTest } from '../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

beforeEach(async () => {
  await machine.run('tasks list --scope all');
  await machine.run('tickets list --segment all');
});

const locks = (): string => join(machine.folder, 'state', 'locks');

const uuidOf = async (words: string): Promise<string> =>
  JSON.parse((await machine.run(`${words} --json`)).stdout).uuid as string;

const pathOf = (view: string): string => `/api/v1/${view.split(' ')[0]}`;

const changes = [
  ['tasks checklist SCM-12 --add Rope', 'tasks view SCM-12', 'GET PATCH GET'],
  ['tasks edit SCM-12 --add-tag rope', 'tasks view SCM-12', 'GET PATCH GET'],
  ['tasks edit SCM-12 --set-tag rope', 'tasks view SCM-12', 'PATCH GET'],
  ['tasks edit SCM-12 --add-dependency SCM-3', 'tasks view SCM-12', 'GET PATCH GET'],
  ['tickets checklist BERG-9 --add Rope', 'tickets view BERG-9', 'GET PUT GET'],
  ['tickets edit BERG-9 --add-tag rope', 'tickets view BERG-9', 'GET PATCH GET'],
  ['tickets edit BERG-9 --set-assignee @me', 'tickets view BERG-9', 'GET PATCH GET'],
] as const;

describe('one process at a time changes the lists of an entity', () => {
  test.each(changes)('%s waits for another one, and Ctrl-C ends the waiting', async (words, view) => {
    const uuid = await uuidOf(view);
    const controller = new AbortController();
    const name = createHash('sha256').update(`${world.url}/ ${uuid}`).digest('hex').slice(0, 32);
    const file = (): string => join(locks(), `${name}.lock`);
    world.takeRequests();
    const { release } = await takeOptionalLock({
      file,
      processes: realProcesses,
      waitMs: 0,
      onLocked: (cause) => cause,
    });
    const running = machine.run(words, { signal: controller.signal });
    setTimeout(() => controller.abort(new TrackerError('interrupted', 'interrupted')), 100);
    expect((await running).code).toBe(130);
    release();
    // Which entity it is has to be known to wait for its lock.
    expect(world.takeRequests().filter((line) => line.includes(uuid))).toEqual([`GET ${pathOf(view)}/${uuid}`]);
  });

  test.each(changes)('%s: all requests but the first hold the lock, which is given back', async (words, view, held) => {
    const uuid = await uuidOf(view);
    const seen: string[] = [];
    const send: Send = async (request) => {
      const isHeld = existsSync(locks()) && readdirSync(locks()).length === 1;
      if (request.url.pathname.includes(uuid)) seen.push(isHeld ? request.method : `${request.method} without it`);
      return await world.send(request);
    };
    expect((await machine.run(words, { send })).code).toBe(0);
    expect(seen).toEqual(['GET without it', ...held.split(' ')]);
    expect(readdirSync(locks())).toEqual([]);
  });

  test.each(changes)('%s does not fail where no lock can be made', async (words) => {
    mkdirSync(join(machine.folder, 'state'), { recursive: true });
    writeFileSync(locks(), 'no folder');
    expect((await machine.run(words)).code).toBe(0);
  });

  test('preferences are read and written under one lock', async () => {
    const seen: string[] = [];
    const send: Send = async (request) => {
      const isHeld = existsSync(locks()) && readdirSync(locks()).length === 1;
      seen.push(`${request.method} ${isHeld ? 'with' : 'without'} a lock`);
      return await world.send(request);
    };
    expect((await machine.run('prefs set notifications.taskDueSoon.email=off', { send })).code).toBe(0);
    expect(seen).toEqual(['GET with a lock', 'PATCH with a lock']);
    expect(readdirSync(locks())).toEqual([]);
  });

  test('a dry run makes no lock', async () => {
    expect((await machine.run('tasks edit SCM-12 --add-tag rope -n')).code).toBe(0);
    expect(existsSync(locks())).toBe(false);
  });
});
