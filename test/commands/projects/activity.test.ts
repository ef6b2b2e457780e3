import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { allShapes, narrow, openWorld, printed, refused, remarked, type TestWorld, wide } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

const scm = '37fa5cea-2f2f-472b-9284-e424edb8e940';
const viewer = 'annika.bjork@scandia-maritime.example';
const stranger = 'theo@quill-and-moss.example';

allShapes('the history of a project, %s shape', (world, shape) => {
  beforeAll(async () => await world.run('projects'));
  beforeEach(() => void world.takeRequests());

  const ids = async (flags: string): Promise<readonly string[]> =>
    (await world.run(`projects activity SCM ${flags} -q`)).stdout.trimEnd().split('\n');

  test('one page, and how to read on', async () => {
    const shown = await world.run('projects activity SCM', narrow);
    expect(shown.stdout.split('\n')).toHaveLength(52);
    expect(shown.stderr).toBe(
      'No room for WHAT.\nFor older entries: tracker projects activity SCM --offset 50, or --all\n',
    );
    expect(world.takeRequests()).toEqual([`GET /api/v1/projects/${scm}`, `GET /api/v1/projects/${scm}/activity`]);
    expect((await world.run('projects activity SCM')).stderr).toBe('');
    expect((await world.run('projects activity SCM --json', narrow)).stderr).toBe('');
  });

  test('pages add up to the whole', async () => {
    const { n } = world.sandbox.world.db.get<{ n: number }>(
      'SELECT count(*) AS n FROM project_activity WHERE project_id = ?',
      scm,
    ) ?? { n: 0 };
    const all = await ids('--all');
    expect(all).toHaveLength(n);
    expect(new Set(all).size).toBe(n);
    expect(await ids('--offset 50')).toEqual(all.slice(50, 100));
    expect(await ids('--offset 10 -L 60')).toEqual(all.slice(10, 70));
    expect(await ids(`-L ${n + 10}`)).toEqual(all);
    const none = await world.run(`projects activity SCM --offset ${n}`, narrow);
    expect(none).toEqual({ code: 0, stdout: '', stderr: 'No entries that far back.\n' });
  });

  test('in a pipe, JSON and CSV', async () => {
    const [row] = (await world.json('projects activity SCM -L 1')) as [Record<string, unknown>];
    expect(row).toMatchObject({ ref: row.id, type: 'comment', actor: { name: 'Łukasz Wójcik' } });
    const { stdout } = await world.run('projects activity SCM -L 1');
    expect(stdout.trimEnd().split('\t')).toEqual([row.id, row.createdAt, 'Łukasz Wójcik', 'comment', '', row.text]);
    expect(row.text).toMatch(/^@\[Mara Lindqvist\]\(/);
    expect((await world.run('projects activity SCM -L 1 --fields type,actor.name --csv')).stdout).toBe(
      'type,actor.name\r\ncomment,Łukasz Wójcik\r\n',
    );
  });

  test.each([
    ['--all -L 3', '--all and --limit cannot be used together'],
    ['--offset -1', '--offset takes a whole number of at least 0, not "-1"'],
  ])('%s is refused before anything is asked', async (flags, error) => {
    expect(await world.run(`projects activity SCM ${flags}`)).toEqual(refused(2, error));
    expect(world.takeRequests()).toEqual([]);
  });

  test('who does not read its tasks does not read it', async () => {
    const { code, stdout } = await world.run(`projects activity ${scm}`, { as: stranger });
    expect([code, stdout]).toEqual([shape === 'wire' ? 5 : 4, '']);
    expect((await world.run('projects activity nope')).code).toBe(4);
    expect((await world.run(`projects activity ${scm}`, { as: viewer })).code).toBe(0);
  });

  test('a comment becomes part of it', async () => {
    const text = 'see ~[SCM-1](task:x), @[Mara Lindqvist](u1)\nsecond line';
    expect(await world.run(['projects', 'comment', 'SCM', '-b', text])).toEqual(remarked('', 'Commented on SCM.\n'));
    expect(world.takeRequests()).toEqual([`GET /api/v1/projects/${scm}`, `POST /api/v1/projects/${scm}/activity`]);
    expect(await world.json('projects activity SCM -L 1')).toMatchObject([{ type: 'comment', text }]);
    const { stdout } = await world.run('projects activity SCM -L 1', wide);
    expect(stdout).toMatch(/comment +see SCM-1, @Mara Lindqvist second line\n$/);
  });

  test('results in formats, a text from stdin, and by somebody who may only read', async () => {
    const { code, stdout } = await world.run('projects comment SCM -F - --json', { stdin: 'piped\n', as: viewer });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ref: 'SCM',
      uuid: ((await world.json('projects view SCM')) as { uuid: string }).uuid,
      id: expect.any(String),
    });
    expect(await world.run('projects comment scm -b quiet -q')).toEqual(printed('SCM\n'));
  });
});

describe('a history without end', () => {
  /** Every page brings one more. */
  const endless = (world: TestWorld): Send => {
    let made = 0;
    return async (request) => {
      if (!request.url.pathname.endsWith('/activity')) return await world.send(request);
      made += 1;
      return answerJson(200, { items: [{ id: `a${made}`, type: 'comment', text: 'Again' }] });
    };
  };

  test.each(['--all', '-L 5000'])('%s prints what came, says that it is not all, and fails', async (flag) => {
    const world = await openWorld();
    const { code, stdout, stderr } = await world.run(`projects activity SCM ${flag}`, { send: endless(world) });
    const error = 'the history has more than 2000 entries, but no more could be read';
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${error}\n` });
    expect(stdout.trim().split('\n')).toHaveLength(2000);
  });

  test('what was asked for is no failure, though there is more', async () => {
    const world = await openWorld();
    const send = endless(world);
    expect(await world.run('projects activity SCM -L 2 -q', { send })).toEqual(printed('a1\na2\n'));
    expect(await world.run('projects activity SCM -q', { send })).toEqual(printed('a3\n'));
  });
});
