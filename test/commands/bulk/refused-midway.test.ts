import { expect, test } from 'vitest';
import { openWorld, owner, shapes, signIn } from '../../support/run.js';
import { until } from '../../support/until.js';

const started = (lines: readonly string[]): number => lines.filter((line) => line.startsWith('PATCH ')).length;

async function openRefusingOnce(shape: (typeof shapes)[number]) {
  const world = await openWorld({ shape, latency: 100, faults: ['PATCH /tasks/:id=401x1'] });
  const listed = await world.run(['tasks', 'list', '--scope', 'all', '--limit', '40', '-q']);
  const refs = listed.stdout.trimEnd().split('\n');
  expect(refs.length).toBe(40);
  world.takeRequests();
  return { world, edit: ['tasks', 'edit', ...refs, '--priority', 'low', '--jsonl'] };
}

test.each(shapes)('while a refused one waits for a newer token no others are begun, %s shape', async (shape) => {
  const { world, edit } = await openRefusingOnce(shape);
  const { code, stdout } = await world.run(edit);
  const rows: { ok: boolean; error?: { code: string; message: string } }[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(3);
  expect(rows.length).toBe(40);
  expect(rows.filter(({ ok }) => ok).length).toBeLessThanOrEqual(4);
  expect(rows.filter(({ error }) => error?.code === 'sign_in_required').length).toBe(1);
  expect(rows.filter(({ error }) => error?.message === 'not tried').length).toBeGreaterThanOrEqual(35);
  expect(started(world.takeRequests())).toBeLessThanOrEqual(5);
});

test('with a newer token all go on', async () => {
  const { world, edit } = await openRefusingOnce('spec');
  const machine = await world.machine(owner);
  const seen: string[] = [];
  let code: number | undefined;
  const running = machine.run(edit).then((ran) => {
    code = ran.code;
    return ran;
  });
  await until('the first that are done', () => seen.push(...world.takeRequests()) > 0 && started(seen) >= 4);
  // Longer than another one would take to begin.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  seen.push(...world.takeRequests());
  expect(code).toBeUndefined();
  expect(started(seen)).toBeLessThanOrEqual(7);
  await signIn(machine, world, owner);
  const { stdout } = await running;
  expect({ code, rows: stdout.trimEnd().split('\n').length }).toEqual({ code: 0, rows: 40 });
  expect(stdout).not.toContain('"ok":false');
});
