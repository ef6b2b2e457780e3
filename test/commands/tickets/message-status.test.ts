import { beforeEach, expect, test } from 'vitest';
import { draftsOf } from '../../support/computer/drafts.js';
import { eachShape } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { meddling } from '../../support/servers/meddling.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

eachShape('a text and then a status, %s shape', (world, shape) => {
  beforeEach(async () => {
    // The words of the server are learned from lists.
    await world.run('tickets list --segment all');
    await world.run('tasks list');
    await world.run('tickets edit BERG-9 -s open');
  });

  const statusOf = async (ref: string): Promise<unknown> => {
    const { ticket, task } = (await world.json(`view ${ref}`)) as Record<string, Record<string, unknown>>;
    return (ticket ?? task)?.status;
  };

  /** Messages arrive, and statuses do not. */
  const refusing = () =>
    meddling(world.send, ({ method }) =>
      method === 'PATCH' ? answerJson(400, { message: 'status is not one of ours' }) : undefined,
    );

  test.each([
    ['tickets reply', 'Replied to BERG-9; the customer can read it; status open → resolved.\n'],
    ['tickets note', 'Added an internal note to BERG-9; status open → resolved.\n'],
    ['note', 'Added an internal note to BERG-9; status open → resolved.\n'],
  ])('%s: the status is set once the message is accepted', async (command, sentence) => {
    const writes = recordWrites(world.send);
    const { code, stdout, stderr } = await world.run(`${command} BERG-9 -b Done. -s Resolved`, { send: writes.send });
    expect([code, stdout, stderr.endsWith(sentence)]).toEqual([0, '', true]);
    expect(writes.take().map(({ line }) => line.replace(/ .*\//, ' '))).toEqual([
      'POST messages',
      expect.stringMatching(/^PATCH /),
    ]);
    expect(await statusOf('BERG-9')).toBe('resolved');
  });

  test('the result carries it', async () => {
    expect(await world.json('reply BERG-9 Done. -s resolved')).toMatchObject({
      ref: 'BERG-9',
      changes: { status: { from: 'open', to: 'resolved' } },
    });
    expect(await world.json('tasks comment SCM-12 -b Done. -s done')).toMatchObject([
      { ref: 'SCM-12', ok: true, changes: { status: { from: 'in_progress', to: 'done' } } },
    ]);
    expect(await world.json('reply BERG-9 Again. -s resolved')).toMatchObject({ changes: {} });
  });

  // The rest does not depend on the shape.
  if (shape !== 'usual') return;

  test('half done is exit 8, says which half, and the text is not sent again', async () => {
    const machine = await world.machine('mara@lantern.example');
    const { code, stderr } = await machine.run('tickets reply BERG-9 -b Done. -s gone', { send: refusing() });
    expect(code).toBe(8);
    expect(stderr).toContain('Replied to BERG-9; the customer can read it.\n');
    expect(stderr).toContain(
      'error: the reply on BERG-9 was sent, but its status was not set: status is not one of ours\n',
    );
    expect(stderr).toContain('tracker tickets edit BERG-9 -s STATUS\n');
    expect(draftsOf(machine)).toEqual([]);
    expect(await statusOf('BERG-9')).toBe('open');
  });

  test('who may not set it is refused before anything is sent', async () => {
    const writes = recordWrites(world.send);
    const { code, stderr } = await world.run('reply BERG-9 Thanks. -s closed', { as: customer, send: writes.send });
    expect([code, writes.take()]).toEqual([5, []]);
    expect(stderr).toContain('error: you may not set the status of BERG-9; nothing was sent\n');
  });

  test('a dry run shows both requests', async () => {
    const { stdout } = await world.run('tickets note BERG-9 -b Later -s closed --dry-run --json');
    expect(JSON.parse(stdout)).toMatchObject([{ method: 'POST' }, { method: 'PATCH', body: { status: 'closed' } }]);
  });

  test('two statuses, or none, are a usage error', async () => {
    expect((await world.run('note BERG-9 Hm. -s open,closed')).code).toBe(2);
    expect((await world.run(['note', 'BERG-9', 'Hm.', '-s', ' '])).code).toBe(2);
    expect((await world.run(['comment', 'SCM-12', 'Hm.', '-s', ' '])).code).toBe(2);
  });

  test('comments on tasks as well, each with its row', async () => {
    await world.run('tasks edit SCM-12,SCM-13 -s todo');
    const { code, stdout } = await world.run('tasks comment SCM-12 SCM-13 -b Started. -s in-progress --jsonl');
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 2]);
    expect(await statusOf('SCM-12')).toBe('in_progress');
    const { stderr } = await world.run('comment SCM-12 Back. -s todo', { terminal: { columns: 80 } });
    expect(stderr).toBe('Commented on SCM-12; status in progress → todo.\n');
  });

  test('a comment whose status fails is partly done, and is not sent again', async () => {
    const machine = await world.machine('mara@lantern.example');
    const { code, stderr } = await machine.run('tasks comment SCM-12 -b Started. -s gone', { send: refusing() });
    expect(code).toBe(8);
    expect(stderr).toContain(
      'error: the comment on SCM-12 was sent, but its status was not set: status is not one of ours\n',
    );
    expect(draftsOf(machine)).toEqual([]);
  });
});
