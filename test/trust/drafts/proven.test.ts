import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { besideDrafts, draftsOf } from '../../support/computer/drafts.js';
import { openWorld, owner, refused } from '../../support/run.js';
import { carrierOf, remember, renameKey } from '../../support/sandbox/keys.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const db = () => world.sandbox.world.db;

describe('R79: a text for a reference that nothing has any longer', () => {
  test.each([
    ['tasks', 'WEB-1', 'tasks comment WEB-1 -b Hello', ''],
    ['tasks', 'WEB-1', 'tasks comment WEB-1 -F -', 'Hello'],
    ['tasks', 'WEB-1', 'tasks comment WEB-1 SCM-12 -b Hello', ''],
    ['tickets', 'BERG-9', 'tickets reply BERG-9 -b Hello -y', ''],
    ['tickets', 'BERG-9', 'tickets reply BERG-9 -F - -y', 'Hello'],
  ] as const)('R79: its draft is not for what it meant once (%s %s: %s)', async (kind, ref, line, stdin) => {
    const { id } = carrierOf(db(), kind, ref);
    remember(machine, world.url, kind, [[ref, id]]);
    if (kind === 'tasks') renameKey(db(), 'projects', ['WEB', 'OPX']);
    else renameKey(db(), 'orgs', ['BERG', 'OLD']);
    const writes = recordWrites(world.send);
    expect((await machine.run(line, { stdin, send: writes.send })).code).not.toBe(0);
    const [draft] = draftsOf(machine);
    // Whoever typed it for one thing that is not there still has it.
    if (stdin === '' && !line.includes('SCM-12')) return expect(draft).toBeUndefined();
    expect(draft?.flags).toEqual({ body: 'Hello' });
    expect(Object.keys(draft?.targets ?? {})).not.toContain(ref.toLowerCase());
    expect((await machine.run(`drafts send ${draft?.id} -y`, { send: writes.send })).code).not.toBe(0);
    expect(writes.take().filter((write) => write.line.includes(id))).toEqual([]);
    expect(draftsOf(machine)).toHaveLength(1);
  });
});

describe('a text for something that cannot take it', () => {
  test.each([
    ['reply BOP-7 x', 'BOP-7 is a task', 'tracker tasks comment BOP-7'],
    ['tickets note BOP-7 -b x', 'BOP-7 is a task', 'tracker tasks comment BOP-7'],
    ['tasks comment CASA-8 -b x', 'CASA-8 is a ticket', 'tracker tickets note CASA-8'],
  ])('is refused before there is a draft: %s', async (line, why, hint) => {
    const file = join(machine.workingFolder, 'out.log');
    writeFileSync(file, 'x\n');
    expect(await machine.run(`${line} --attach ${file}`)).toEqual(refused(4, why, hint));
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: is kept where it would be lost, for nothing, and says how to send it', async () => {
    const writes = recordWrites(world.send);
    const ran = await machine.run('tickets reply BOP-7 -F -', { stdin: 'Hello\n', send: writes.send });
    const [draft] = draftsOf(machine);
    expect(draft).toMatchObject({ state: 'unsent', flags: { body: 'Hello' }, targets: {} });
    const command = `tracker drafts view ${draft?.id} --jq .flags.body | tracker tasks comment BOP-7 -F -`;
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining(`hint: send it there: ${command}\n`) });
    expect([writes.take(), besideDrafts(machine)]).toEqual([[], []]);
  });
});
