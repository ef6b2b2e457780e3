import { describe, expect, test } from 'vitest';
import { openWorld, owner, type TestWorld } from '../../support/run.js';

/** An inbox of `total` notifications, of which those from `from` on, counted from the newest, share `size` by `size` one time. */
async function openInbox(total: number, { from = 0, size }: { from?: number; size: number }): Promise<TestWorld> {
  const world = await openWorld();
  const { db } = world.sandbox.world;
  const person = world.sandbox.person(owner);
  db.run('DELETE FROM inbox');
  for (let index = 0; index < total; index += 1) {
    const place = index < from ? index : from + Math.floor((index - from) / size);
    db.run(
      `INSERT INTO inbox (id, user_id, kind, title, body, url, actor_id, entity_type, entity_id, created_at)
       VALUES (?, ?, 'taskCommented', ?, NULL, '/', NULL, 'task', 'x', ?)`,
      `n${index}`,
      person.id,
      `Number ${index}`,
      new Date(Date.parse('2026-11-20T12:00:00Z') - place).toISOString(),
    );
  }
  return world;
}

const ids = (total: number): readonly string[] => Array.from({ length: total }, (_, index) => `n${index}`).sort();
const listed = (stdout: string): readonly string[] => stdout.trim().split('\n').sort();

describe('notifications of one millisecond (#10.14)', () => {
  test.each([
    [450, { size: 2 }],
    [450, { size: 3 }],
    [450, { size: 7 }],
    [450, { from: 50, size: 99 }],
    [450, { from: 1, size: 60 }],
  ])('none of %i is lost or doubled where they share it like %j', async (total, shared) => {
    const { run } = await openInbox(total, shared);
    for (const words of ['inbox --all -q', 'inbox --all -u -q']) {
      const { code, stdout, stderr } = await run(words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(listed(stdout)).toEqual(ids(total));
    }
    const paged = await run("api /inbox --paginate --jq '.[].id'");
    expect(listed(paged.stdout)).toEqual(ids(total));
    const byTen = listed((await run('api /inbox?limit=10 --paginate --jsonl')).stdout);
    if (shared.size < 10) expect(byTen).toHaveLength(total);
    expect(listed((await run('inbox -L 250 -q')).stdout)).toHaveLength(250);
  });

  test('more of them than a page holds are a warning, and what is older still comes', async () => {
    const { run } = await openInbox(400, { from: 20, size: 150 });
    const { code, stdout, stderr } = await run('inbox --all -q');
    expect(code).toBe(0);
    expect(stderr).toBe(
      'warning: more notifications share the time 2026-11-20T11:59:59.980Z than fit on one page; some may be missing\n' +
        'warning: more notifications share the time 2026-11-20T11:59:59.979Z than fit on one page; some may be missing\n',
    );
    expect(new Set(listed(stdout)).size).toBe(listed(stdout).length);
    expect(listed(stdout)).toContain('n399');
    const paged = await run('api /inbox --paginate --jsonl');
    expect(paged.stderr.match(/may be missing/g)).toHaveLength(2);
  });

  test('a limit that is reached before them says nothing', async () => {
    const { run } = await openInbox(400, { from: 20, size: 150 });
    const { code, stdout, stderr } = await run('inbox -L 100 -q');
    expect({ code, stderr, rows: listed(stdout).length }).toEqual({ code: 0, stderr: '', rows: 100 });
  });
});
