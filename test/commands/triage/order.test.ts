import { expect, test } from 'vitest';
import { openWorld, owner, shapes } from '../../support/run.js';
import { playScreen } from '../../support/terminal/play-screen.js';

const size = { columns: 80, rows: 90 };

test.each(shapes)('(true.8) tasks are in the order of next --tasks, in the shape %s', async (shape) => {
  const world = await openWorld({ shape });
  const machine = await world.machine(owner);
  const expected: string[] = [];
  for (let times = 0; times < 12; times++)
    expected.push((await machine.run('next --tasks -q', { terminal: size })).stdout.trim());
  const refsIn = async (words: string): Promise<readonly string[]> => {
    const played = playScreen(size, [{ shows: / left [\s\S]*live[\s\S]*q quit/, type: 'q', name: 'list' }]);
    const ended = await machine.run(`triage --tasks ${words}`, {
      ...{ terminal: size, player: played.player, signal: AbortSignal.timeout(30_000) },
    });
    expect(ended.code, played.stuck()).toBe(0);
    const lines = (played.shots.get('list') ?? []).slice(3);
    return lines.flatMap((line) => /^.{2} .*?\b([A-Z]+-\d+) /.exec(line)?.[1] ?? []);
  };
  expect((await refsIn('')).slice(0, 12)).toEqual(expected);
  expect(await refsIn('-L 3')).toEqual(expected.slice(0, 3));
  const { stdout } = await machine.run('tasks list --sort title -q -L 5');
  expect((await refsIn('--sort title')).slice(0, 5)).toEqual(stdout.trim().split('\n'));
});
