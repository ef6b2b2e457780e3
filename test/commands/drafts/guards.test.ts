import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { claim } from '../../../src/ledger/claim.js';
import { openLedger } from '../../../src/ledger/store.js';
import { realProcesses } from '../../disk/real-processes.js';
import { within } from '../../support/computer/folder.js';
import { openWorld, owner, wide } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const away: Send = async () => {
  throw new TrackerError('network', 'the server cannot be reached');
};

const sean = { as: 'sean@lantern.example' };

describe('R94: what waited is sent only if what it deletes, replaces or answers is as its author saw it', () => {
  test.each([
    ['tasks delete SCM-12 -y', 'tasks comment SCM-12 -b "Please keep"', 'wrote on SCM-12'],
    ['tasks delete SCM-12 -y', 'tasks edit SCM-12 -t Other', 'changed the title'],
    ['tickets delete CASA-9 -y', 'note CASA-9 "Please keep"', 'wrote on CASA-9'],
    ['tasks done SCM-12', 'tasks edit SCM-12 -s paused', 'set SCM-12 to paused'],
    ['close CASA-9', 'note CASA-9 "Not yet"', 'wrote on CASA-9'],
    ['tickets edit CASA-9 -s closed', 'note CASA-9 "Not yet"', 'wrote on CASA-9'],
    ['note CASA-9 text', 'tickets edit CASA-9 -s closed', 'set CASA-9 to closed'],
    ['tickets convert CASA-9 --project SCM', 'note CASA-9 "Not yet"', 'wrote on CASA-9'],
  ])('%s after %s', async (line, other, why) => {
    await machine.run(`view ${/SCM-12|CASA-9/.exec(line)?.[0]} --json`);
    await machine.run(`${line} --queue`, { send: away });
    expect(await world.run(other, sean)).toMatchObject({ code: 0 });
    const writes = recordWrites(world.send);
    for (const command of ['tasks view SCM-13 -y', 'drafts send --waiting', 'drafts send 1']) {
      const ran = await machine.run(command, { send: writes.send, ...(command.includes('view') && wide) });
      expect(ran).toMatchObject({ code: command.endsWith('1') ? 6 : 0 });
      if (!command.includes('waiting')) expect(ran.stderr.replace(/\s+/g, ' ')).toContain(why);
    }
    expect(writes.take()).toEqual([]);
    expect(await machine.run('drafts send 1 -y')).toMatchObject({ code: 0 });
  });

  test.each([
    ['that was viewed', ['chat view "Lunch on Friday"'], ' has written in the thread since you last saw it'],
    ['that nobody had read', [], ' has written in the thread; nothing was sent'],
  ])('a message in a thread %s', async (_which, before, why) => {
    for (const line of before) await machine.run(line);
    await machine.run('chat reply "Lunch on Friday" "Yes, let us go" --queue', { send: away });
    const writes = recordWrites(world.send);
    expect(await world.run('chat reply "Lunch on Friday" "It is cancelled"', sean)).toMatchObject({ code: 0 });
    for (const command of ['drafts send --waiting', 'drafts send 1'])
      expect(await machine.run(command, { send: writes.send })).toMatchObject({
        code: 6,
        stderr: expect.stringContaining(why),
      });
    expect(writes.take()).toEqual([]);
    const asked = await machine.run('drafts send 1', { ...wide, send: writes.send, keys: ['n\r'] });
    expect(asked.stderr).toContain('Not sent; kept as draft 1.');
    expect(await machine.run('drafts send 1 -y')).toMatchObject({ code: 0 });
    await machine.run('chat view "Lunch on Friday"');
    await machine.run('chat reply "Lunch on Friday" "Me too" --queue', { send: away });
    await world.run('chat reply "Lunch on Friday" "I wrote this elsewhere"', { as: owner });
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
  });

  test('who had seen nothing of it knew what there was when it was queued', async () => {
    await machine.run('note CASA-9 "Done" --queue', { send: away });
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
  });

  test('from the moment in which it begins to wait', async () => {
    await machine.run('view CASA-9');
    // Nothing can be added to it once another program has it.
    const ledger = openLedger(within(join(machine.folder, 'state')), () => new Date());
    mkdirSync(dirname(ledger.path(1)), { recursive: true, mode: 0o700 });
    const { release } = await claim({ ledger, processes: realProcesses }, { number: 1 });
    expect(await machine.run('tickets edit CASA-9 -s closed --queue', { send: away })).toMatchObject({ code: 0 });
    release();
    await world.run('tickets edit CASA-9 -s paused', sean);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 6 });
  });

  test('what was seen in a list alone counts too', async () => {
    await machine.run('tasks list');
    await machine.run('tasks done SCM-12 --queue', { send: away });
    await world.run('tasks edit SCM-12 -s paused', sean);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 6 });
  });

  test('a number of an item that nobody had read is no item', async () => {
    await world.run('tasks checklist SCM-12 --add First');
    await machine.run('tasks list -q');
    await machine.run('tasks checklist SCM-12 --check 1 --queue', { send: away });
    const ran = await machine.run('drafts send --waiting');
    expect(ran).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('item 1 of SCM-12 was not known'),
    });
  });

  test('a number beyond the items that were known is no item', async () => {
    const ref = (await machine.run('tasks create -t New --project SCM')).stdout.trim();
    for (const number of [1, 2]) {
      await machine.run(`view ${ref}`);
      await machine.run(`checklist ${ref} --check ${number} --queue`, { send: away });
      expect(await world.run(`tasks checklist ${ref} --add Item${number}`, sean)).toMatchObject({ code: 0 });
      expect(await machine.run('drafts send --waiting')).toMatchObject({
        code: 6,
        stderr: expect.stringContaining(`item ${number} of ${ref} was not known`),
      });
    }
  });

  test('a bulk that was sent in part keeps only what is left', async () => {
    for (const line of ['tasks edit SCM-12,SCM-13 -p urgent', 'done SCM-12 SCM-13', 'tasks delete SCM-12 SCM-13 -y']) {
      await machine.run('view SCM-12 SCM-13 --json');
      await machine.run(`${line} --queue`, { send: away });
      const { uuid } = (await world.json('view SCM-13')) as { uuid: string };
      const send: Send = async (request) =>
        request.method !== 'GET' && request.url.pathname.includes(uuid)
          ? await away(request)
          : await world.send(request);
      await machine.run('drafts send --waiting', { send });
      const [draft] = JSON.parse((await machine.run('drafts --json')).stdout) as readonly {
        ref: string;
        targets: string[];
      }[];
      expect(draft?.targets.join(), line).toMatch(/^(?:SCM-13|task:.*)$/);
      await machine.run(`drafts delete ${draft?.ref} -y`);
    }
  });
});
