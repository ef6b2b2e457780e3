import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { openWorld, owner } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { meddling } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const head = '---\nkind: reply\nstatus: resolved\npriority: high\ntag: refund\nassignee: @me\n---\n';

/** Nobody answers. */
const unreachable: Send = async () => {
  throw new TrackerError('network', 'the server cannot be reached');
};

describe('a macro', () => {
  const world = eachTest(openWorld);
  const machine = eachTest(async () => await world.machine(owner));
  const write = (name: string, text: string): void => {
    const folder = join(machine.folder, 'config', 'templates');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.md`), text);
  };
  beforeEach(async () => {
    await machine.run('tickets list --segment all');
    await machine.run('tickets edit BERG-9 -s open -p low --set-assignee none');
    write('refund', `${head}Dear {{customer}},\nyou get it back.\n`);
  });

  const ticket = async (ref = 'BERG-9'): Promise<Record<string, unknown>> =>
    ((await world.json(`view ${ref}`)) as { readonly ticket: Record<string, unknown> }).ticket;

  test('is a text and what follows it, and one step of undo', async () => {
    const before = await ticket();
    const writes = recordWrites(world.send);
    const { code, stderr } = await machine.run('reply BERG-9 --template refund', { send: writes.send });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'Replied to BERG-9; the customer can read it; status open → resolved, priority low → high, assignees + you, tags + refund.\n',
      ),
    ]);
    expect(writes.take().map(({ body }) => body)).toEqual([
      { body: 'Dear Petra Müller-Lüdenscheidt,\nyou get it back.' },
      {
        status: 'resolved',
        priority: 'high',
        assigneeIds: expect.any(Array),
        tags: expect.arrayContaining(['refund']),
      },
    ]);
    const undone = await machine.run('undo');
    expect(undone).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('a reply to BERG-9 cannot be undone and stays'),
    });
    const after = await ticket();
    for (const name of ['status', 'priority', 'assignees', 'tags']) expect(after[name]).toEqual(before[name]);
    await machine.run('redo');
    expect(await ticket()).toMatchObject({ status: 'resolved', priority: 'high' });
  });

  test('what is typed comes before what its head says', async () => {
    const writes = recordWrites(world.send);
    await machine.run('tickets reply BERG-9 --template refund -s waiting_on_customer --tag other', {
      send: writes.send,
    });
    expect(writes.take()[1]?.body).toMatchObject({
      ...{ status: 'waiting_on_customer', priority: 'high', tags: expect.not.arrayContaining(['refund']) },
    });
  });

  test('the same by flags alone', async () => {
    const { code, stderr } = await machine.run('note BERG-9 Hm. -p urgent --category billing --tag refund -a @me');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /Added an internal note to BERG-9; priority low → urgent, (category .* → billing, )?assignees/,
    );
  });

  test('is shown whole before it goes', async () => {
    const { stderr } = await machine.run('reply BERG-9 --template refund', { terminal: { columns: 80 }, stdin: 'n\r' });
    expect(stderr).toContain(
      '\n  Dear Petra Müller-Lüdenscheidt,\n  you get it back.\n\nthen: status resolved, priority high, tag refund, assigned to @me\n',
    );
    expect(await ticket()).toMatchObject({ status: 'open' });
  });

  test.each([
    ['status: resolvd', '--status resolvd has not been seen on this server (did you mean resolved?)', 2],
    ['priority: hihg', '--priority hihg has not been seen on this server (did you mean high?)', 2],
    ['statsu: closed', 'config/templates/wrong.md, line 2: unknown name "statsu"', 2],
    ['assignee: nobody-like-that', 'there is no user called "nobody-like-that"', 4],
  ])('%s is refused before anything is sent', async (line, error, code) => {
    write('wrong', `---\n${line}\n---\nHi\n`);
    const writes = recordWrites(world.send);
    const ran = await machine.run('note BERG-9 --template wrong', { send: writes.send });
    expect([ran.code, writes.take()]).toEqual([code, []]);
    expect(ran.stderr).toContain(error);
  });

  test('a note is no reply', async () => {
    write('inside', '---\nkind: note\n---\nThey owe us money.\n');
    const writes = recordWrites(world.send);
    const { code, stderr } = await machine.run('reply BERG-9 --template inside', { send: writes.send });
    expect([code, writes.take()]).toEqual([2, []]);
    expect(stderr).toContain('error: the template inside is for a note, not for a reply; nothing was sent\n');
    expect(stderr).toContain('hint: tracker tickets note … --template inside\n');
  });

  test('half done is exit 8, and says which half', async () => {
    const send = meddling(world.send, ({ method }) =>
      method === 'PATCH' ? answerJson(400, { message: 'not today' }) : undefined,
    );
    const { code, stderr } = await machine.run('reply BERG-9 --template refund', { send });
    expect(code).toBe(8);
    expect(stderr).toContain(
      'error: the reply on BERG-9 was sent, but its status, priority, tags and assignees were not set: not today\n',
    );
    expect(stderr).toContain('tracker tickets edit BERG-9 -s resolved -p high --tag refund -a @me\n');
    expect(draftsOf(machine)).toEqual([]);
  });

  test('a dry run shows all of it', async () => {
    const { stdout } = await machine.run('reply BERG-9 --template refund --dry-run --json');
    expect(JSON.parse(stdout)).toMatchObject([
      { method: 'POST' },
      { method: 'PATCH', body: { status: 'resolved', priority: 'high' } },
    ]);
  });

  test('waits whole where the server is away, filled in with what is remembered', async () => {
    await machine.run('view BERG-9');
    await machine.run('me');
    const away = await machine.run('reply BERG-9 --template refund --queue', { send: unreachable });
    expect(away).toMatchObject({ code: 0, stderr: expect.stringContaining('so this waits as draft') });
    expect(draftsOf(machine)).toMatchObject([
      {
        state: 'waiting',
        flags: {
          body: expect.stringContaining('Müller'),
          status: 'resolved',
          priority: 'high',
          tag: ['refund'],
          assignee: ['@me'],
        },
      },
    ]);
    expect((await machine.run('drafts send --waiting')).code).toBe(0);
    expect(await ticket()).toMatchObject({ status: 'resolved', priority: 'high' });
  });

  test('whoever may not set its fields is told before anything is sent', async () => {
    const customer = await world.machine('p.mueller-luedenscheidt@bergmann-ortho.example');
    const writes = recordWrites(world.send);
    const { code, stderr } = await customer.run('reply BERG-9 Hi -s closed -p high', { send: writes.send });
    expect([code, writes.take()]).toEqual([5, []]);
    expect(stderr).toContain('error: you may not set the status and priority of BERG-9; nothing was sent\n');
  });

  describe('duplicate', () => {
    test('closes a ticket with a note on both, in one step of undo', async () => {
      const writes = recordWrites(world.send);
      const ran = await machine.run('note BERG-9 --template duplicate --original BERG-4', { send: writes.send });
      expect(ran).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('Added an internal note to BERG-9; noted on BERG-4; status open → closed.\n'),
      });
      expect(writes.take().map(({ body }) => body)).toEqual([
        {
          body: expect.stringMatching(/^BERG-9 is a duplicate of BERG-4 \(http\S+\/tickets\/[\da-f-]+\)\.$/),
          internal: true,
        },
        {
          body: expect.stringMatching(/^BERG-9 \(http\S+\/tickets\/[\da-f-]+\) is a duplicate of this ticket\.$/),
          internal: true,
        },
        { status: 'closed' },
      ]);
      const undone = await machine.run('undo');
      expect(undone.stderr).toContain('an internal note on BERG-9 cannot be undone and stays');
      expect(undone.stderr).toContain('an internal note on BERG-4 cannot be undone and stays');
      expect(await ticket()).toMatchObject({ status: 'open' });
    });

    test("the customer gets the text of a template of one's own", async () => {
      write('duplicate', '---\nkind: reply\nstatus: closed\n---\nWe go on in {{original}}.\n');
      const writes = recordWrites(world.send);
      await machine.run('reply BERG-9 --template duplicate --original berg-4', { send: writes.send });
      expect(writes.take().map(({ body }) => body)).toMatchObject([
        { body: 'We go on in BERG-4.' },
        { internal: true },
        { status: 'closed' },
      ]);
    });

    test.each([
      [
        'note BERG-9 --template duplicate',
        2,
        'the template duplicate names the ticket that this one is a duplicate of',
      ],
      ['note BERG-9 --template duplicate --original BERG-9', 2, 'BERG-9 cannot be a duplicate of itself'],
      ['note BERG-9 --template duplicate --original BERG-9999', 4, 'there is no ticket BERG-9999'],
    ])('%s sends nothing', async (line, code, error) => {
      const writes = recordWrites(world.send);
      const ran = await machine.run(line, { send: writes.send });
      expect([ran.code, writes.take()]).toEqual([code, []]);
      expect(ran.stderr).toContain(error);
      expect(draftsOf(machine)).toEqual([]);
    });

    test('what fails after the first note is named', async () => {
      let notes = 0;
      const send = meddling(world.send, ({ method }) =>
        method === 'POST' && ++notes > 1 ? answerJson(400, { message: 'not today' }) : undefined,
      );
      const { code, stderr } = await machine.run('note BERG-9 --template duplicate --original BERG-4', { send });
      expect(code).toBe(8);
      expect(stderr).toContain(
        'error: the note on BERG-9 was sent, but the note on BERG-4 was not added, and its status was not set: not today\n',
      );
      expect(stderr).toMatch(/tracker tickets note BERG-4 -b .*; tracker tickets edit BERG-9 -s closed\n/);
    });

    test('waits whole where the server is away', async () => {
      for (const ref of ['BERG-9', 'BERG-4']) await machine.run(`view ${ref}`);
      const line = 'note BERG-9 --template duplicate --original BERG-4 --queue';
      expect((await machine.run(line, { send: unreachable })).code).toBe(0);
      expect(draftsOf(machine)).toMatchObject([
        { flags: { original: 'BERG-4', status: 'closed' }, targets: { 'berg-4': expect.any(String) } },
      ]);
      // It holds what comes after it on either ticket.
      expect((await machine.run('note BERG-4 Later')).code).toBe(6);
      expect((await machine.run('drafts send --waiting')).code).toBe(0);
      expect(await ticket()).toMatchObject({ status: 'closed' });
    });
  });
});
