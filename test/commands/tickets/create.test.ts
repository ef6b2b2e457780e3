import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draftsOf } from '../../support/computer/drafts.js';
import { allShapes, narrow, openWorld, owner, refused, remarked } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { allTests } from '../../support/set-up.js';

const agent = 'j.weiss@bergmann-ortho.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

const line = 'tickets create --org bergmann-orthopaedie --subject "Totals differ"';

allShapes('tickets create, %s shape', (world, shape) => {
  let orgId: string;
  beforeAll(async () => {
    const { orgs } = (await world.json('whoami')) as { orgs: { id: string; slug: string }[] };
    orgId = String(orgs.find(({ slug }) => slug === 'bergmann-orthopaedie')?.id);
    await world.run('tickets list --segment all');
  });
  beforeEach(() => void world.takeRequests());
  const view = async (ref: string): Promise<Readonly<Record<string, unknown>>> =>
    ((await world.json(`tickets view ${ref}`)) as { ticket: Readonly<Record<string, unknown>> }).ticket;

  test('prints the reference on stdout and a sentence on stderr', async () => {
    const writes = recordWrites(world.send);
    const ran = await world.run(`${line} -b "By one cent."`, { as: customer, send: writes.send });
    const ref = ran.stdout.trim();
    expect(ref).toMatch(/^BERG-\d+$/);
    expect(ran).toEqual(remarked(`${ref}\n`, `Created ${ref}: Totals differ\n`));
    expect(writes.take()).toEqual([
      { line: 'POST /api/v1/tickets', body: { orgId, subject: 'Totals differ', description: 'By one cent.' } },
    ]);
    expect(await view(ref)).toMatchObject({ subject: 'Totals differ', description: 'By one cent.', orgId });
  });

  test('somebody whom this machine does not know is looked for among those of the organisation', async () => {
    const machine = await world.machine(agent);
    const { code, stdout } = await machine.run(`${line} -a Hannelore`);
    expect(code).toBe(0);
    const { assignees } = await view(stdout.trim());
    expect(assignees).toHaveLength(1);
    const nobody = await machine.run(`${line} -a Nemo`);
    expect(nobody.code).toBe(4);
    expect(nobody.stderr).toContain('error: there is no user called "Nemo"');
    expect(draftsOf(machine)).toHaveLength(1);
  });

  test('what the server leaves out is said', async () => {
    const ran = await world.run(`${line} -p urgent -a @me`, { as: customer });
    expect(ran.code).toBe(8);
    expect(ran.stderr).toContain(' was created, but the server did not keep you\n');
    expect(ran.stderr.includes('warning: the server ignored --priority\n')).toBe(shape !== 'wire');
  });
});

describe('what is missing', () => {
  const world = allTests(openWorld);
  beforeEach(() => void world.takeRequests());

  test.each([
    ['', '--org and --subject', ['/me']],
    ['--org casa-azul', '--subject', []],
    ['--subject X', '--org', ['/me']],
  ])('off a terminal every flag is named: %s', async (flags, named, requests) => {
    const orgs = ['bergmann-orthopaedie', 'casa-azul', 'lantern-works', 'quill-and-moss', 'scandia-maritime'];
    const hint = requests.length > 0 ? `add --org with one of ${orgs.join(', ')}` : 'tracker help tickets create';
    for (const options of [{}, { ...narrow, env: { CI: '1' } }]) {
      const { stdout, stderr, code } = await world.run(`tickets create ${flags}`, options);
      // A terminal breaks long lines.
      expect({ stdout, code, stderr: stderr.replace(/\n(?!hint|$)/g, ' ').replace(/ +/g, ' ') }).toEqual(
        refused(2, `a new ticket needs ${named}`, hint),
      );
      expect(world.takeRequests()).toEqual(requests.map((each) => expect.stringContaining(each)));
    }
  });

  test('the only organisation of a customer is taken', async () => {
    expect((await world.run('tickets create --subject X', { as: customer })).stdout).toMatch(/^BERG-\d+\n$/);
  });

  test.each([
    ['--org x --subject " "', '--subject cannot be empty'],
    ['--org " " --subject x', '--org cannot be empty'],
    ['--org x --subject x -a none,y', '--assignee: none cannot be combined with other values'],
    ['--org x --subject x -F - --attach -', '--body-file and --attach cannot both read standard input'],
  ])('bad input: %s', async (flags, error) => {
    expect(await world.run(`tickets create ${flags}`)).toEqual(refused(2, error));
    expect(world.takeRequests()).toEqual([]);
  });

  test('.tracker.json names a default organisation, for its own server', async () => {
    const machine = await world.machine(owner);
    const file = join(machine.workingFolder, '.tracker.json');
    writeFileSync(file, JSON.stringify({ org: 'casa-azul' }));
    const { stdout, stderr } = await machine.run('tickets create --subject X');
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^CASA-\d+\n$/),
      expect.stringMatching(/^For casa-azul, by \.tracker\.json\.\nCreated CASA-/),
    ]);
    writeFileSync(file, JSON.stringify({ org: 'casa-azul', instance: 'work' }));
    expect((await machine.run('tickets create --subject X --dry-run')).stderr).toMatch(
      /^For Fundación Casa Azul on work, by \.tracker\.json\.\n/,
    );
    expect((await machine.run('tickets create --subject X --org casa-azul -I work -n')).stderr).not.toContain('by ');
    expect((await machine.run('tickets create --subject X --org scandia-maritime')).stdout).toMatch(/^SCM-\d+\n$/);
    writeFileSync(file, JSON.stringify({ org: 'casa-azul', instance: 'other' }));
    expect((await machine.run('tickets create --subject X -I work')).code).toBe(2);
  });

  test('at a terminal the only organisation is taken, and a customer is asked for the subject alone', async () => {
    const writes = recordWrites(world.send);
    const ran = await world.run('tickets create', { ...narrow, as: customer, stdin: 'By hand\r', send: writes.send });
    expect(ran.stderr).toMatch(/Subject[\s\S]*Created BERG-\d+/);
    expect(writes.take()).toMatchObject([{ line: 'POST /api/v1/tickets', body: { subject: 'By hand' } }]);
  });
});
