import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { allShapes, narrow, owner, printed, refused, remarked } from '../../support/run.js';

const agent = 'j.weiss@bergmann-ortho.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

interface Row {
  readonly ref: string;
  readonly uuid: string;
  readonly id: string;
  readonly title: string | null;
  readonly unread: boolean;
  readonly messages: readonly object[];
}

allShapes('chat, %s shape', (world) => {
  beforeEach(() => void world.takeRequests());
  const rows = async (org = 'lantern-works', as = owner): Promise<readonly Row[]> =>
    (await world.json(`chat list --org ${org}`, { as })) as readonly Row[];

  test('the organisation is the only one, the named one, or that of .tracker.json', async () => {
    expect((await world.run('chat', { as: agent })).code).toBe(0);
    expect(await world.run('chat list')).toEqual(
      refused(
        2,
        'you belong to several organisations',
        'add --org with one of bergmann-orthopaedie, casa-azul, lantern-works, quill-and-moss, scandia-maritime',
      ),
    );
    expect((await world.run('chat list', narrow)).code).toBe(2);
    const machine = await world.machine(owner);
    writeFileSync(join(machine.workingFolder, '.tracker.json'), JSON.stringify({ org: 'scandia-maritime' }));
    expect((await machine.run('chat')).stdout).toContain('Field test');
    expect((await machine.run('chat list --org lantern-works')).stdout).not.toContain('Field test');
  });

  test('who may not read the chat, and an organisation that is not there', async () => {
    const ran = await world.run('chat list', { as: customer });
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 5, stdout: '' });
    expect((await world.run('chat view Labels', { as: customer })).code).toBe(5);
    expect((await world.run('chat list --org nope')).code).toBe(4);
    expect(await world.run('chat list --org quill-and-moss', narrow)).toEqual(
      remarked('', 'No threads in this organisation.\n'),
    );
  });

  test('view in a pipe, which marks it read and says so (#10.15)', async () => {
    const before = (await rows()).find(({ title }) => title?.startsWith('Release'));
    expect(before?.unread).toBe(true);
    const { code, stdout, stderr } = await world.run('chat view "release of the roster today"');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Marked the thread as read.\n' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, 9).map((line) => line.split('\t')[0])).toEqual([
      'ref',
      'title',
      'status',
      'org',
      'createdByName',
      'created',
      'updated',
      'messageCount',
      'uuid',
    ]);
    expect(lines[0]).toBe(`ref\t${before?.id}`);
    expect(lines[9]).toMatch(/^message\t2026-\S+Z\tŁukasz Wójcik\tPlan for ~\[SCM-12\]\(task:/);
    expect((await rows()).find(({ id }) => id === before?.id)?.unread).toBe(false);
  });

  test('view on a terminal: markdown, mentions and references as people read them, system entries in words', async () => {
    const roster = await world.run('chat view roster --org lantern-works', narrow);
    expect(roster.stdout).toContain('Release of the roster today');
    expect(roster.stdout).toMatch(/\nTimeline {2}5\n\nŁukasz Wójcik · 6h ago\n/);
    expect(roster.stdout).toContain('Plan for SCM-12: migration at 17:00 UTC');
    expect(roster.stdout).not.toMatch(/~\[|\]\(task:|@\[/);
    expect(roster.stdout).toMatch(/@?Mara Lindqvist go or no go\?/);
  });

  test('a ticket that was made from a thread is described in words, and files are named', async () => {
    const every = await Promise.all(
      ['scandia-maritime', 'bergmann-orthopaedie', 'casa-azul'].map(async (org) => await rows(org)),
    );
    const made = every
      .flat()
      .find(({ messages }) => messages.some((each) => (each as { kind: string }).kind === 'system'));
    const { stdout } = await world.run(`chat view ${made?.id}`, narrow);
    expect(stdout).toMatch(/· created a ticket from this \w+-\d+ /);
    expect((await world.run(`chat view ${made?.id}`)).stdout).toMatch(/\nsystem\t\S+\t\tcreated a ticket from this /);
  });

  test('a thread is named by id, by its beginning, by address or by title', async () => {
    const [untitled, lunch] = await rows();
    const org = lunch && 'lantern-works';
    for (const name of [
      lunch?.id,
      String(lunch?.id).toUpperCase(),
      String(lunch?.id).slice(0, 8),
      `${world.url}/chat?org=1&thread=${lunch?.id}`,
      '"LUNCH ON FRIDAY"',
      'lunch',
      `lunch --org ${org}`,
    ])
      expect(await world.run(`chat view ${name} -q`)).toEqual(printed(`${lunch?.id}\n`));
    expect((await world.run(`chat view ${String(untitled?.id).slice(0, 8)} -q`)).stdout).toBe(`${untitled?.id}\n`);
    expect((await world.run('chat view - -q', { stdin: `${lunch?.id}\n` })).stdout).toBe(`${lunch?.id}\n`);
  });

  test('an id costs one request; a title is looked for where it may be', async () => {
    const [, lunch] = await rows();
    world.takeRequests();
    await world.run(`chat view ${lunch?.id} --json`);
    expect(world.takeRequests()).toEqual([`GET /api/v1/chat/threads/${lunch?.id}`]);
    await world.run('chat view lunch --org lantern-works --json');
    expect(world.takeRequests()).toEqual([
      'GET /api/v1/me',
      expect.stringMatching(/^GET \/api\/v1\/chat\/threads\?orgId=/),
      `GET /api/v1/chat/threads/${lunch?.id}`,
    ]);
  });

  test('a view reads what the answer leaves out: status, creator and organisation', async () => {
    const [, lunch] = await rows();
    world.takeRequests();
    const { stdout } = await world.run(`chat view ${lunch?.id}`);
    expect(world.takeRequests()).toHaveLength(3);
    expect(stdout).toContain('\nstatus\topen\norg\tlantern-works\ncreatedByName\tZoë Baptiste\ncreated\t2026-11-17T');
  });

  test('an exact title fits no other thread', async () => {
    for (const title of ['lunch', 'LUNCH', 'Lunch on Friday, again'])
      await world.run(['chat', 'create', '--org', 'lantern-works', '-t', title, '-b', 'x']);
    const id = (await world.json('chat view lunch')) as { uuid: string };
    expect((await world.run('inbox read --thread lunch --json')).stdout).toContain(id.uuid);
    expect((await world.run('inbox read --thread LUNCH')).stderr).toBe(
      'Marked the notifications about "LUNCH" as read.\n',
    );
    expect((await world.run('chat view Lunch')).code).toBe(4);
    const { uuid } = (await world.json('chat view "Lunch on Friday, again"')) as { uuid: string };
    const { code, stderr } = await world.run('inbox read --thread "Friday, again"');
    expect(code).toBe(4);
    expect(stderr).toContain(
      `"Friday, again" is only part of a title: Lunch on Friday, again (${uuid.slice(0, 8)}, 20`,
    );
    expect(stderr).toContain('hint: give the whole title, or the id in parentheses\n');
  });

  test('names that fit none or several', async () => {
    expect(await world.run('chat view nope')).toEqual(refused(4, 'there is no thread called "nope" that you can see'));
    const several = await world.run('chat view e');
    expect(several.code).toBe(4);
    expect(several.stderr).toMatch(/^error: "e" matches several: /);
    expect((await world.run('chat view lunch --org scandia-maritime')).code).toBe(4);
    expect((await world.run('chat view https://elsewhere.example/chat?thread=1')).code).toBe(2);
    expect((await world.run('chat view 00000000-0000-4000-8000-000000000000')).code).toBe(4);
  });
});
