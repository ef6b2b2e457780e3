import { expect, test } from 'vitest';
import { openWorld, owner, shapes } from '../../support/run.js';
import { playTriage } from '../../support/triage.js';

const size = { columns: 80, rows: 90 };

test.each(shapes)('tasks are in the order of next --tasks, in the shape %s', async (shape) => {
  const world = await openWorld({ shape });
  const machine = await world.machine(owner);
  const expected: string[] = [];
  for (let times = 0; times < 12; times++)
    expected.push((await machine.run('next --tasks -q', { terminal: size })).stdout.trim());
  const refsIn = async (words: string): Promise<readonly string[]> => {
    const steps = [{ shows: / left [\s\S]*live[\s\S]*q quit/, type: 'q', name: 'list' }];
    const { shots } = await playTriage(machine, steps, { line: `triage --tasks ${words}`, size });
    const lines = (shots.get('list') ?? []).slice(3);
    return lines.flatMap((line) => /^.{2} .*?\b([A-Z]+-\d+) /.exec(line)?.[1] ?? []);
  };
  expect((await refsIn('')).slice(0, 12)).toEqual(expected);
  expect(await refsIn('-L 3')).toEqual(expected.slice(0, 3));
  const { stdout } = await machine.run('tasks list --sort title -q -L 5');
  expect((await refsIn('--sort title')).slice(0, 5)).toEqual(stdout.trim().split('\n'));
});

test('the time is what the list is sorted by, whatever a ticket or a change of ours says', async () => {
  const world = await openWorld({ shape: 'wire' });
  const customer = 'lucia@casa-azul.example';
  const lastIn = (screen: readonly string[] = []): string | undefined =>
    /(\w+) +\S? *CASA-16 /.exec(screen.slice(2).join('\n'))?.[1];
  await world.run('tickets note CASA-16 -b "For us alone."');
  const read = await playTriage(
    await world.machine(customer),
    [
      { shows: / left [\s\S]*CASA-16/, type: '/CASA-16\r', name: 'before' },
      { shows: /▸ [^\n]*CASA-16[\s\S]*newest first/, type: 'q', name: 'after' },
    ],
    { line: 'triage -s open', size },
  );
  expect(lastIn(read.shots.get('before'))).toMatch(/^\d+h$/);
  expect(lastIn(read.shots.get('after'))).toBe(lastIn(read.shots.get('before')));
  const changed = await playTriage(
    await world.machine(owner),
    [
      { shows: /WAITING[\s\S]* left|left[\s\S]*WAITING[\s\S]*CASA-16/, type: '/CASA-16\r', name: 'before' },
      { shows: /▸ [^\n]*CASA-16[\s\S]*newest first/, type: 'si' },
      { shows: /✓ CASA-16: open → in progress/, type: 'q', name: 'after' },
    ],
    { size },
  );
  expect(lastIn(changed.shots.get('after'))).toBe(lastIn(changed.shots.get('before')));
});
