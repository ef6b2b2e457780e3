import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { narrow, openWorld, owner, printed, refused, remarked, shapes, type TestWorld } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { meddling, recordingWrites } from '../../support/servers/meddling.js';

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

describe.each(shapes)('tickets edit, %s shape', (shape) => {
  let world: TestWorld;
  let uuid: string;
  let people: Readonly<Record<string, string>>;
  beforeAll(async () => {
    world = await openWorld({ shape });
    // What the server's values are is learned from a list.
    await world.run('tickets list --segment all');
  });
  beforeEach(async () => {
    const detail = (await world.json('tickets view BERG-9')) as {
      uuid: string;
      assignableUsers: { id: string; name: string }[];
    };
    uuid = detail.uuid;
    people = Object.fromEntries(detail.assignableUsers.map(({ id, name }) => [name, id]));
    await world.run('tickets edit BERG-9 -s open -p low --category billing --set-tag a,B --set-assignee Mara');
    world.takeRequests();
  });
  const stored = async (): Promise<Ticket> => ((await world.json('tickets view BERG-9')) as { ticket: Ticket }).ticket;
  const row = (): string => 'BERG-9\ttrue\t\n';

  test('fields are replaced in one request', async () => {
    const writes = recordingWrites(world.send);
    const ran = await world.run('tickets edit berg-9 -s In-Progress -p high --category general --set-tag x,y', {
      send: writes.send,
    });
    expect(ran).toEqual(printed(row()));
    expect(writes.take()).toEqual([
      [
        `PATCH /api/v1/tickets/${uuid}`,
        { status: 'in_progress', priority: 'high', category: 'general', tags: ['x', 'y'] },
      ],
    ]);
    expect(await stored()).toMatchObject({
      status: 'in_progress',
      priority: 'high',
      category: 'general',
      tags: ['x', 'y'],
    });
  });

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

  test('lists are added to and taken from in one write, between two readings', async () => {
    const writes = recordingWrites(world.send);
    const line = 'tickets edit BERG-9 --add-tag c --remove-tag b --add-assignee Zoë --remove-assignee @me -s resolved';
    expect(await world.run(line, { send: writes.send })).toEqual(printed(row()));
    expect(writes.take()).toEqual([
      [
        `PATCH /api/v1/tickets/${uuid}`,
        { status: 'resolved', assigneeIds: [people['Zoë Baptiste']], tags: ['a', 'c'] },
      ],
    ]);
    const path = `/api/v1/tickets/${uuid}`;
    expect(world.takeRequests()).toEqual([`GET ${path}`, `GET ${path}`, `PATCH ${path}`, `GET ${path}`]);
    expect(await stored()).toMatchObject({ status: 'resolved', tags: ['a', 'c'] });
  });

  test('what is there already is not written', async () => {
    const writes = recordingWrites(world.send);
    const ran = await world.run('tickets edit BERG-9 --add-tag b --remove-tag zzz', { ...narrow, send: writes.send });
    expect(ran).toEqual(remarked('', 'BERG-9 is already up to date.\n'));
    expect(writes.take()).toEqual([]);
    expect(await world.run('tickets edit BERG-9 -s open', narrow)).toEqual(
      remarked('', 'BERG-9 is already up to date.\n'),
    );
    expect(await world.run('tickets edit BERG-9 -s open --add-tag new', narrow)).toEqual(
      remarked('', 'BERG-9: tags + new\n'),
    );
  });

  test('what somebody else adds at the same moment stays', async () => {
    const theirs = await world.machine(owner);
    let writes = 0;
    const send: Send = async (request) => {
      if (request.method !== 'PATCH') return await world.send(request);
      const reply = await world.send(request);
      if (writes++ === 0) await theirs.run('tickets edit BERG-9 --set-tag theirs');
      return reply;
    };
    expect((await world.run('tickets edit BERG-9 --add-tag mine', { send })).code).toBe(0);
    expect(writes).toBe(2);
    expect((await stored()).tags).toEqual(['theirs', 'mine']);
  });

  test('others who overwrite it all the time are a conflict', async () => {
    const theirs = await world.machine(owner);
    let count = 0;
    const send: Send = async (request) => {
      const reply = await world.send(request);
      if (request.method === 'PATCH') await theirs.run(`tickets edit BERG-9 --set-tag theirs${count++}`);
      return reply;
    };
    const ran = await world.run('tickets edit BERG-9 --add-tag mine', { send });
    expect(ran.code).toBe(6);
    expect(count).toBe(3);
  });

  test('several, of which one is not there', async () => {
    const ran = await world.run('tickets edit BERG-9,BERG-999 CASA-10 -p urgent --json');
    expect(ran.code).toBe(8);
    expect(JSON.parse(ran.stdout)).toMatchObject([
      { ref: 'BERG-9', ok: true },
      { ref: 'BERG-999', ok: false, error: { code: 'not_found' } },
      { ref: 'CASA-10', ok: true },
    ]);
    expect((await stored()).priority).toBe('urgent');
  });

  test('references from standard input', async () => {
    const { code, stdout } = await world.run('tickets edit - --add-tag piped -q', { stdin: 'BERG-9\nCASA-10\tx\ty\n' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'BERG-9\nCASA-10\n' });
    expect((await stored()).tags).toContain('piped');
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

  test('a word that was never seen is sent, and refused by the server', async () => {
    const ran = await world.run('tickets edit BERG-9 -s nope');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^error: .*status/);
    expect((await stored()).status).toBe('open');
  });

  test('nobody of that name', async () => {
    const ran = await world.run('tickets edit BERG-9 -a Nemo');
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({
      code: 4,
      stderr: 'error: there is no user called "Nemo"\n',
    });
  });

  test('a dry run', async () => {
    const { stdout } = await world.run('tickets edit BERG-9 --add-tag c -s closed --dry-run');
    expect(stdout).toBe(`PATCH\t${world.url}/api/v1/tickets/${uuid}\t{"status":"closed","tags":["a","B","c"]}\t\n`);
    expect(await stored()).toMatchObject({ status: 'open', tags: ['a', 'B'] });
  });
});

describe('tickets edit, refused before any request', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld();
  });

  test.each([
    ['', 'nothing to change', 'tracker help tickets edit'],
    ['-s " "', '--status cannot be empty', undefined],
    ['--set-tag a --add-tag b', '--set-tag cannot be used with --tag, --add-tag or --remove-tag', undefined],
    [
      '--set-assignee x --remove-assignee y',
      '--set-assignee cannot be used with --assignee, --add-assignee or --remove-assignee',
      undefined,
    ],
    ['--set-assignee none,x', '--set-assignee: none cannot be combined with other values', undefined],
    ['--add-tag none', '--add-tag does not accept none', 'use --set-tag none to clear the list'],
    ['--remove-assignee x,None', '--remove-assignee does not accept none', 'use --set-assignee none to clear the list'],
    ['--add-tag a --remove-tag A', '"a" cannot be both added and removed', undefined],
  ])('%s', async (flags, error, hint) => {
    expect(await world.run(`tickets edit BERG-9 ${flags}`)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });
});

describe.each(shapes)('tickets delete, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });
  const isThere = async (ref: string): Promise<boolean> => (await world.run(`tickets view ${ref}`)).code === 0;

  test('is asked about by name, and a no deletes nothing', async () => {
    const no = await world.run('tickets delete CASA-10', { ...narrow, stdin: 'n\r' });
    expect(no.code).toBe(130);
    expect(no.stderr).toContain('Delete CASA-10 "Refund for a school group of 34"?');
    expect(no.stderr).toContain('nothing was deleted');
    expect(await isThere('CASA-10')).toBe(true);
    const several = await world.run('tickets rm CASA-10 CASA-11 CASA-999', { ...narrow, stdin: '\r' });
    expect(several.stderr).toContain(
      '  CASA-10 "Refund for a school group of 34"\n  CASA-11 "Hebrew pages: the room number runs to the wrong side"\n  CASA-999 (not found)\n',
    );
    expect(several.stderr).toContain('Delete these 3 tickets?');
    const yes = await world.run('tickets remove CASA-10', { ...narrow, stdin: 'y\r' });
    expect(yes.code).toBe(0);
    expect(yes.stderr).toContain('Deleted CASA-10 "Refund for a school group of 34".\n');
    expect(await isThere('CASA-10')).toBe(false);
  });

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

  test('where nobody can be asked nothing is requested', async () => {
    world.takeRequests();
    for (const [line, options] of [
      ['tickets delete CASA-11', {}],
      ['tickets delete CASA-11 --no-input', narrow],
    ] as const)
      expect(await world.run(line, options)).toEqual(refused(2, 'deleting CASA-11 requires confirmation', 'add --yes'));
    expect(world.takeRequests()).toEqual([]);
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
