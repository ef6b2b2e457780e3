import { beforeAll, beforeEach, expect, test } from 'vitest';
import { allShapes, narrow } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';

const staff = 'lukasz@lantern.example';
const agent = 'j.weiss@bergmann-ortho.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

interface Ticket {
  readonly status: string;
  readonly priority: string;
  readonly category: string;
  readonly assignees: readonly string[];
  readonly tags: readonly string[];
}

allShapes('tickets edit, %s shape', (world) => {
  let people: Readonly<Record<string, string>>;
  beforeAll(async () => {
    // What the server's values are is learned from a list.
    await world.run('tickets list --segment all');
  });
  beforeEach(async () => {
    const detail = (await world.json('tickets view BERG-9')) as {
      assignableUsers: { id: string; name: string }[];
    };
    people = Object.fromEntries(detail.assignableUsers.map(({ id, name }) => [name, id]));
    await world.run('tickets edit BERG-9 -s open -p low --category billing --set-tag a,B --set-assignee Mara');
    world.takeRequests();
  });
  const stored = async (): Promise<Ticket> => ((await world.json('tickets view BERG-9')) as { ticket: Ticket }).ticket;

  test('assignees are named in any way, and none is nobody', async () => {
    await world.run('tickets edit BERG-9 --set-assignee @me,田中');
    expect(((await stored()).assignees as string[]).toSorted()).toEqual(
      [people['Mara Lindqvist'], people['田中 美咲']].toSorted(),
    );
    await world.run(`tickets edit BERG-9 --set-assignee ${people['Zoë Baptiste']}`);
    expect((await stored()).assignees).toEqual([people['Zoë Baptiste']]);
    await world.run('tickets edit BERG-9 --set-assignee none --set-tag NONE');
    expect(await stored()).toMatchObject({ assignees: [], tags: [] });
  });

  test('an agent of the organisation may, others may not', async () => {
    expect((await world.run('tickets edit BERG-9 -s closed', { as: agent })).code).toBe(0);
    for (const as of [staff, customer]) {
      const ran = await world.run('tickets edit BERG-9 -s open', { as });
      expect(ran.code).toBe(5);
      expect(ran.stderr).toMatch(/^error: \S/);
    }
    expect((await stored()).status).toBe('closed');
  });
});

allShapes('tickets delete, %s shape', (world) => {
  const isThere = async (ref: string): Promise<boolean> => (await world.run(`tickets view ${ref}`)).code === 0;

  test('--yes answers', async () => {
    world.takeRequests();
    const { code, stdout } = await world.run('tickets delete CASA-12 CASA-13 --yes --jsonl');
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { ref: 'CASA-12', ok: true },
      { ref: 'CASA-13', ok: true },
    ]);
    expect(await isThere('CASA-12')).toBe(false);
  });

  test('roles, dry run, what is not there', async () => {
    for (const as of [staff, agent, customer])
      expect((await world.run('tickets delete BERG-9 --yes', { as })).code).toBe(5);
    const { stdout } = await world.run('tickets delete CASA-11 --dry-run');
    expect(stdout).toMatch(/^DELETE\thttps:\/\/work\.example\/api\/v1\/tickets\/[\w-]{36}\t\t\n$/);
    expect(await isThere('CASA-11')).toBe(true);
    expect((await world.run('tickets delete CASA-999 --yes')).code).toBe(4);
    expect((await world.run('tickets delete CASA-999', narrow)).code).toBe(4);
  });

  test('the question drives no terminal', async () => {
    const send = meddling(world.send, ({ method, url }) =>
      method === 'GET' && /tickets\/[\w-]{36}$/.test(url.pathname)
        ? answerJson(200, { ticket: { displayId: 'CASA-11', subject: 'a\u001b[2Jb\u202ec' } })
        : undefined,
    );
    const { stderr } = await world.run('tickets delete CASA-11', { ...narrow, stdin: 'n\r', send });
    expect(stderr).not.toContain('\u001b[2Jb');
    expect(stderr).not.toContain('\u202e');
  });
});
