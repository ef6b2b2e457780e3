import { beforeAll, describe, expect, test } from 'vitest';
import { once } from '../../src/http/body/read.js';
import type { HttpReply, Send } from '../../src/http/message.js';
import { narrow, openWorld } from '../support/run.js';
import { allTests } from '../support/set-up.js';

describe('nearly 20,000 tasks', () => {
  const world = allTests(() => openWorld({ seed: 'large:1' }));
  let total: number;
  beforeAll(async () => {
    const row = world.sandbox.world.db.get<{ n: number }>(
      `SELECT count(*) AS n FROM tasks JOIN projects ON projects.id = project_id
       WHERE tasks.deleted_at IS NULL AND tasks.archived_at IS NULL AND projects.status <> 'archived'`,
    );
    total = row?.n ?? 0;
  });

  test('all of them come out, in every format', async () => {
    expect(total).toBeGreaterThan(19_900);
    // The service takes longer to list them than the program does.
    let known: { readonly reply: HttpReply; readonly body: Buffer } | undefined;
    const send: Send = async (request) => {
      if (!request.url.pathname.endsWith('/tasks')) return await world.send(request);
      if (!known) {
        const reply = await world.send(request);
        const chunks: Uint8Array[] = [];
        for await (const chunk of reply.body) chunks.push(chunk);
        known = { reply, body: Buffer.concat(chunks) };
      }
      return { ...known.reply, body: once(known.body) };
    };
    const count = async (flags: string): Promise<number> =>
      (await world.run(`tasks --scope all --state all ${flags}`, { send })).stdout.split('\n').length - 1;
    expect(await count('')).toBe(total);
    expect(await count('-q')).toBe(total);
    expect(await count('--jsonl')).toBe(total);
    expect(await count('--csv')).toBe(total + 1);
    expect(await world.json('tasks --scope all --state all', { send })).toHaveLength(total);
  });

  test('filtered, sorted and cut', async () => {
    const { stdout, stderr, code } = await world.run(
      'tasks --scope all --state all --sort -due,ref -L 3 -s done',
      narrow,
    );
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(5);
    expect(stderr).toMatch(/^3 of \d{4,5} tasks shown; no room for [A-Z, ]+\.\n$/);
  });

  test('one that search does not find among so many', async () => {
    const { ref } = world.sandbox.world.db.get<{ ref: string }>(
      `SELECT projects.key || '-' || tasks.number AS ref FROM tasks JOIN projects ON projects.id = project_id
       WHERE tasks.deleted_at IS NULL AND tasks.archived_at IS NULL AND projects.status <> 'archived' AND tasks.number = 1
       ORDER BY tasks.updated_at LIMIT 1`,
    ) ?? { ref: '' };
    const machine = await world.machine('mara@lantern.example');
    expect(await machine.run(`tasks view ${ref} -q`)).toEqual({ code: 0, stdout: `${ref}\n`, stderr: '' });
  });
});
