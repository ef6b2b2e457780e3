import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { allShapes, owner, refused, remarked } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';

const viewer = 'sigrid.odegard@scandia-maritime.example';
const agent = 'j.weiss@bergmann-ortho.example';

allShapes('tickets convert, %s shape', (world) => {
  beforeAll(async () => await world.run('tasks list --scope all'));
  beforeEach(() => void world.takeRequests());

  test('prints the reference of the new task, which is linked and has the title of the ticket', async () => {
    const writes = recordWrites(world.send);
    const ran = await world.run('tickets convert BERG-19 --again --project bop', { send: writes.send });
    const ref = ran.stdout.trim();
    const title = 'Labels: barcode is printed 3 mm too low';
    expect(ref).toMatch(/^BOP-\d+$/);
    expect(ran).toEqual(remarked(`${ref}\n`, `Created ${ref} from BERG-19: ${title}\n`));
    expect(writes.take()).toMatchObject([
      { line: expect.stringMatching(/^POST \S+\/tasks$/), body: { title, projectKey: 'BOP' } },
    ]);
    const { task } = (await world.json(`tasks view ${ref}`)) as { task: object };
    expect(task).toMatchObject({ title, sourceTicket: { displayId: 'BERG-19' } });
    expect((await world.run('tickets view BERG-19')).stdout).toContain(`task\t${ref}\ttodo\t${title}\n`);
  });

  test('plain fields that the server replaced are named', async () => {
    const ran = await world.run('tickets convert BERG-19 --again --project BOP --type zork -p zzz --estimate 1h');
    expect(ran).toMatchObject({ code: 8, stdout: expect.stringMatching(/^BOP-\d+\n$/) });
    expect(ran.stderr).toMatch(
      /error: BOP-\d+ was created, but the server did not keep priority zzz, type zork\nhint: the task has priority medium, type task\n$/,
    );
  });

  test('a project may be named in any way, or by .tracker.json', async () => {
    const machine = await world.machine(owner);
    const { uuid } = (await world.json('projects view BOP')) as { uuid: string };
    expect((await machine.run(`tickets convert BERG-19 --again --project ${uuid}`)).stdout).toMatch(/^BOP-\d+\n$/);
    writeFileSync(join(machine.workingFolder, '.tracker.json'), JSON.stringify({ project: 'OPS' }));
    const { stdout, stderr } = await machine.run('tickets convert BERG-19 --again');
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^OPS-\d+\n$/),
      expect.stringMatching(/^For OPS, by \.tracker\.json\.\n/),
    ]);
    expect(await machine.run('tickets convert BERG-19 --again -q')).toMatchObject({
      ...{ stdout: expect.stringMatching(/^OPS-\d+\n$/), stderr: 'For OPS, by .tracker.json.\n' },
    });
    for (const line of ['tickets convert BERG-19 --again --json -n', 'tasks create -t T --jsonl'])
      expect(JSON.parse((await machine.run(line)).stderr)).toEqual({
        warning: { code: 'project_file', message: 'For OPS, by .tracker.json.' },
      });
  });

  test('what waits or is proposed goes to the project that .tracker.json named then', async () => {
    const machine = await world.machine(owner);
    const file = join(machine.workingFolder, '.tracker.json');
    writeFileSync(file, JSON.stringify({ project: 'OPS' }));
    const agent = { TRACKER_ACCESS: 'propose' };
    expect(await machine.run('convert BERG-19 --again', { env: agent })).toMatchObject({ code: 0 });
    expect(await machine.run('tickets convert BERG-8 --due 2026-12-04', { env: agent })).toMatchObject({ code: 0 });
    const send = async (): Promise<never> => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    const queued = await machine.run('convert CASA-8 --queue', { send });
    expect(queued).toMatchObject({ code: 0, stderr: expect.stringContaining('For OPS, by .tracker.json.') });
    writeFileSync(file, JSON.stringify({ project: 'BOP' }));
    const drafts = JSON.parse((await machine.run('drafts --json=flags')).stdout);
    expect(drafts).toMatchObject([
      { flags: { project: 'OPS' } },
      { flags: { project: 'OPS', due: '2026-12-04' } },
      { flags: { project: 'OPS', again: true } },
    ]);
    const sent = await machine.run('drafts send --waiting --json');
    expect(JSON.parse(sent.stdout)).toMatchObject([{ ok: true }]);
    expect((await world.run('view CASA-8')).stdout).toMatch(/^task\tOPS-/m);
  });

  test('for the team alone', async () => {
    const viewed = await world.run('tickets convert SCM-7 --project SCM', { as: viewer });
    expect(viewed).toMatchObject({ code: 5, stdout: '' });
    expect((await world.run('tickets convert BERG-19 --again --project BOP', { as: agent })).code).toBe(5);
  });

  test('what is not there, and a dry run', async () => {
    expect((await world.run('tickets convert BERG-999 --project BOP')).code).toBe(4);
    expect((await world.run('tickets convert BERG-19 --again --project NOPE')).code).toBe(4);
    const { stdout } = await world.run('tickets convert BERG-19 --again --project BOP -t T --dry-run');
    expect(stdout).toMatch(/^POST\t\S+\/tasks\t\{"title":"T","projectKey":"BOP"\}\t\n$/);
  });

  test('bad input is reported before any request', async () => {
    expect(await world.run('tickets convert BERG-19 --again')).toMatchObject({ code: 2, stdout: '' });
    expect((await world.run('tickets convert BERG-19 --again')).stderr).toContain('--project KEY');
    for (const flags of ['--due nope', '--estimate nope', '--tag none,x', '-t " "'])
      expect((await world.run(`tickets convert BERG-19 --again --project BOP ${flags}`)).code).toBe(2);
    expect(world.takeRequests()).toEqual([]);
    expect(await world.run('tickets convert')).toEqual(
      refused(2, "missing required argument 'ref'", 'tracker help tickets convert'),
    );
  });
});
