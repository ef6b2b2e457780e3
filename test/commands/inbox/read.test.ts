import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { eachShape, narrow, openWorld, refused, remarked, wide } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';

test.each([
  [404, '{"message":"No such thing"}', 0],
  [500, '', 0],
  [200, '<html>', 0],
  [401, '', 3],
])('--all with a count that is answered %i %j ends with %i', async (status, body, exitCode) => {
  const world = await openWorld();
  const posted: unknown[] = [];
  const send: Send = async (request) => {
    if (request.url.pathname.endsWith('/inbox/badge')) return answer(status, body);
    if (request.method === 'POST') posted.push(request.body);
    return await world.send(request);
  };
  const { code, stderr } = await world.run('inbox read --all', { send });
  expect(code).toBe(exitCode);
  expect(posted).toEqual(exitCode === 0 ? ['{"all":true}'] : []);
  if (exitCode === 0) expect(stderr).toBe('Marked every notification as read.\n');
});

test.each([
  ['--task SCM-12', { ref: 'SCM-12', uuid: 'c6661e83-b7b8-487a-ac7d-31555564f8ed' }],
  ['--all', { ref: 'all' }],
])('%s: our ref and uuid win over those of the response', async (flags, result) => {
  const world = await openWorld();
  const send = meddling(world.send, ({ method }) =>
    method === 'POST' ? answerJson(200, { ok: true, ref: 'theirs', uuid: 'theirs' }) : undefined,
  );
  const { stdout } = await world.run(`inbox read ${flags} --json`, { send });
  expect(JSON.parse(stdout)).toMatchObject(result);
});

eachShape('inbox read, %s shape', (world) => {
  const unread = async (): Promise<readonly { id: string; title: string; entityType: string; entityId: string }[]> =>
    (await world.json('inbox -u --all')) as never;
  const first = async () => {
    const [item] = await unread();
    if (!item) throw new Error('nothing is unread');
    return item;
  };

  test('by id, or the start of one as tables show it', async () => {
    const item = await first();
    const before = (await unread()).length;
    world.takeRequests();
    expect(await world.run(`inbox read ${item.id.slice(0, 8)}`, narrow)).toEqual(
      remarked('', `Marked as read: ${item.title}\n`),
    );
    expect(world.takeRequests().at(-1)).toBe('POST /api/v1/inbox/read');
    expect((await unread()).map(({ id }) => id)).not.toContain(item.id);
    expect(await unread()).toHaveLength(before - 1);
    expect((await world.run(`inbox read ${item.id}`, narrow)).stderr).toBe(
      `Marked as read: ${item.title} (it was already read)\n`,
    );
  });

  test('several at once, one row each; the feed is read once', async () => {
    const [a, b] = await unread();
    world.takeRequests();
    const { code, stdout, stderr } = await world.run(`inbox read ${a?.id} nothing1 ${b?.id} --json`);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject([
      { ref: a?.id, uuid: a?.id, ok: true },
      { ref: 'nothing1', ok: false, error: { code: 'not_found' } },
      { ref: b?.id, ok: true },
    ]);
    expect(stderr).toContain('1 of 3 failed: nothing1');
    const requests = world.takeRequests();
    expect(requests.filter((line) => line === 'POST /api/v1/inbox/read')).toHaveLength(2);
    expect(new Set(requests.filter((line) => line.startsWith('GET'))).size).toBe(requests.length - 2);
  });

  test('from standard input', async () => {
    const rows = await world.run('inbox -u -L 3 --jsonl');
    expect((await world.run('inbox read -', { stdin: rows.stdout })).code).toBe(0);
    const ids = (await unread()).map(({ id }) => id);
    expect(
      rows.stdout
        .trim()
        .split('\n')
        .some((row) => ids.includes((JSON.parse(row) as { id: string }).id)),
    ).toBe(false);
  });

  test('--all', async () => {
    const count = (await unread()).length;
    expect(await world.run('inbox read --all')).toEqual(remarked('', `Marked ${count} notifications as read.\n`));
    expect(await unread()).toEqual([]);
    expect((await world.run('inbox read --all')).stderr).toBe('Nothing was unread.\n');
    expect(JSON.parse((await world.run('inbox read --all --json')).stdout)).toEqual({ ref: 'all', ok: true });
  });

  test.each(['task', 'ticket', 'thread'])('all about one %s', async (kind) => {
    const item = (await unread()).find(({ entityType }) => entityType === kind);
    if (!item) throw new Error(`nothing about a ${kind} is unread`);
    const { code, stderr } = await world.run(`inbox read --${kind} ${item.entityId}`);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Marked the notifications about .+ as read\.\n$/)]);
    const left = await unread();
    expect(left.filter(({ entityId }) => entityId === item.entityId)).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });

  test('a task by its reference, a thread by its title (#10.10)', async () => {
    expect((await world.run('inbox read --task scm-12')).stderr).toBe(
      'Marked the notifications about SCM-12 as read.\n',
    );
    expect(JSON.parse((await world.run('inbox read --task scm-12 --json')).stdout)).toEqual({
      ref: 'SCM-12',
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      ok: true,
    });
    const thread = (await unread()).find(({ entityType }) => entityType === 'thread');
    const { stderr } = await world.run(['inbox', 'read', '--thread', thread?.title ?? '']);
    expect(stderr).toBe(`Marked the notifications about "${thread?.title}" as read.\n`);
    expect((await unread()).filter(({ entityId }) => entityId === thread?.entityId)).toEqual([]);
    const told = await world.run(`inbox read --thread ${thread?.entityId} --json`);
    expect(JSON.parse(told.stdout)).toEqual({ ref: thread?.entityId, uuid: thread?.entityId, ok: true });
  });

  test.each([
    ['', 'specify which notifications', 'use their ids, --all, --task REF, --ticket REF or --thread REF'],
    ['--all --task SCM-1', '--all and --task cannot be used together', undefined],
    ['abcdef12 --all', 'ids and --all cannot be used together', undefined],
    ['--ticket BERG-9 --thread x', '--ticket and --thread cannot be used together', undefined],
    [
      '--task nonsense',
      '"nonsense" is not a task reference',
      'references look like SCM-12; a uuid or a web address works too',
    ],
    ['abc', '"abc" is too short for a notification id', undefined],
  ])('%j is refused before anything is asked', async (flags, error, hint) => {
    expect(await world.run(`inbox read ${flags}`, narrow)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test.each([
    ['abcdef12', 'there is no notification abcdef12 in your inbox'],
    ['--thread "no such thread"', 'there is no thread called "no such thread" that you can see'],
    ['--task SCM-999', 'there is no task SCM-999 that you can see'],
    [
      '00000000-0000-4000-8000-000000000000',
      'there is no notification 00000000-0000-4000-8000-000000000000 in your inbox',
    ],
  ])('%s is not found', async (flags, error) => {
    expect(await world.run(`inbox read ${flags}`, wide)).toEqual(refused(4, error));
  });
});
