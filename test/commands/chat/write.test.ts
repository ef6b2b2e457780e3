import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileLimit } from '../../../src/sandbox/http/multipart.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { allShapes, narrow, openWorld, owner, refused, remarked } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { allTests } from '../../support/set-up.js';

const agent = 'j.weiss@bergmann-ortho.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

interface Row {
  readonly id: string;
  readonly title: string | null;
  readonly unread: boolean;
}

interface Message {
  readonly body: string;
  readonly files: readonly { readonly filename: string; readonly sizeBytes: number }[];
}

allShapes('writing in the chat, %s shape', (world, shape) => {
  let orgId: string;
  beforeAll(async () => {
    const { orgs } = (await world.json('whoami')) as { orgs: { id: string; slug: string }[] };
    orgId = String(orgs.find(({ slug }) => slug === 'lantern-works')?.id);
  });
  beforeEach(() => void world.takeRequests());
  const rows = async (as = owner): Promise<readonly Row[]> =>
    (await world.json('chat list --org lantern-works', { as })) as readonly Row[];
  const messages = async (id: string): Promise<readonly Message[]> =>
    ((await world.json(`chat view ${id}`)) as { messages: readonly Message[] }).messages;

  test('create prints the id of the thread, whatever the server calls it', async () => {
    const writes = recordWrites(world.send);
    const ran = await world.run('chat create --org lantern-works -t "New lamp" -b "It is *green*."', {
      send: writes.send,
    });
    const id = ran.stdout.trim();
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(ran).toEqual(remarked(`${id}\n`, 'Started the thread "New lamp".\n'));
    expect(writes.take()).toEqual([
      { line: 'POST /api/v1/chat/threads', body: { orgId, title: 'New lamp', body: 'It is *green*.' } },
    ]);
    expect(await messages(id)).toMatchObject([{ body: 'It is *green*.' }]);
    const result = await world.json('chat new --org lantern-works -t Again -b Text');
    const made = (await rows()).find(({ title }) => title === 'Again');
    expect(result).toEqual({
      ref: made?.id,
      uuid: made?.id,
      ...(shape === 'wire' ? { threadId: made?.id } : { id: made?.id }),
    });
    expect((await world.run('chat create --org lantern-works -t Q -b Text -q')).stdout).toMatch(/^[\da-f-]{36}\n$/);
  });

  test('the only organisation needs no name', async () => {
    const ran = await world.run('chat create -t "From us" -b Hello', { as: agent });
    expect(ran.code).toBe(0);
    expect((await world.run('chat list', { as: agent })).stdout).toContain(`${ran.stdout.trim()}\tFrom us\t`);
  });

  test('reply, by title', async () => {
    const writes = recordWrites(world.send);
    const { id } = (await rows()).find(({ title }) => title === 'Lunch on Friday') ?? { id: '' };
    const ran = await world.run('chat reply "lunch on friday" -b "I am in."', { send: writes.send });
    expect(ran).toEqual(remarked('', 'Replied in "Lunch on Friday".\n'));
    expect(writes.take()).toEqual([{ line: `POST /api/v1/chat/threads/${id}/messages`, body: { body: 'I am in.' } }]);
    expect((await messages(id)).at(-1)).toMatchObject({ body: 'I am in.' });
    expect(await world.json(`chat reply ${id} -b Two`)).toEqual({ ref: id, uuid: id, id: expect.any(String) });
    expect((await world.run(`chat reply ${id} -F -`, { stdin: 'Three\n' })).stderr).toBe('Replied in the thread.\n');
    expect((await messages(id)).at(-1)).toMatchObject({ body: 'Three' });
  });

  test('R79: a part of a title is enough to read, and not to write (#10.18)', async () => {
    const { id } = (await rows()).find(({ title }) => title === 'Lunch on Friday') ?? { id: '' };
    const writes = recordWrites(world.send);
    expect(await world.run('chat reply lunch -b "I am in."', { send: writes.send })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(
        `error: "lunch" is only part of a title: Lunch on Friday (${id.slice(0, 8)}, 2026-`,
      ),
    });
    expect(writes.take()).toEqual([]);
    expect((await world.run('chat view lunch')).code).toBe(0);
    expect((await world.run(`chat reply ${id.slice(0, 8)} -b "I am in."`)).code).toBe(0);
  });

  test('files go along, and one that is left out is reported', async () => {
    const machine = await world.machine(owner);
    const [whole = '', over = ''] = ['plan.txt', 'over.txt'].map((name) => join(machine.workingFolder, name));
    writeFileSync(whole, 'a plan');
    writeFileSync(over, new Uint8Array(fileLimit + 1));
    const made = await machine.run([...'chat create --org lantern-works -t Plans -b See --attach'.split(' '), whole]);
    expect(made.code).toBe(0);
    const id = made.stdout.trim();
    expect((await messages(id))[0]?.files).toMatchObject([{ filename: 'plan.txt', sizeBytes: 6 }]);
    const ran = await machine.run(['chat', 'reply', id, '-b', 'And this', '--attach', whole, '--attach', over]);
    expect(ran.code).toBe(8);
    expect(ran.stderr).toContain('error: the message is in the thread, but the server did not keep over.txt\n');
    expect(draftsOf(machine)).toEqual([]);
    expect((await messages(id))[1]?.files).toMatchObject([{ filename: 'plan.txt' }]);
  });

  test('who may not write there', async () => {
    const machine = await world.machine(customer);
    const ran = await machine.run('chat create -t Hello -b Hello');
    expect(ran.code).toBe(5);
    expect(draftsOf(machine)).toMatchObject([{ words: ['chat', 'create'], flags: { title: 'Hello', body: 'Hello' } }]);
    const { id } = (await rows())[0] ?? { id: '' };
    expect((await world.run(`chat reply ${id} -b Hello`, { as: customer })).code).toBe(shape === 'wire' ? 5 : 4);
  });
});

describe('what is refused before any request', () => {
  const world = allTests(openWorld);
  beforeEach(() => void world.takeRequests());

  test.each([
    ['chat create', 'a new thread needs --title and --body', 'tracker help chat create'],
    ['chat create --org x -b Text', 'a new thread needs --title', 'tracker help chat create'],
    ['chat create --org x -t " " -b Text', '--title cannot be empty', undefined],
    ['chat create --org " " -t x -b Text', '--org cannot be empty', undefined],
  ])('%s', async (line, error, hint) => {
    expect(await world.run(line)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });
});

describe('at a terminal', () => {
  const world = allTests(openWorld);

  test('the title is asked for', async () => {
    const ran = await world.run('chat create --org lantern-works -b Text', { ...narrow, stdin: 'Asked for\r' });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('Started the thread "Asked for".\n');
  });
});
