import { describe, expect, test } from 'vitest';
import { openWorld, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('a view in a pipe has its lines in the order its help gives', () => {
  const world = allTests(openWorld);

  test.each([
    ['tasks', ['SCM-12', 'SCM-1', 'OPS-9']],
    ['tickets', ['BERG-9', 'SCM-1', 'CASA-16']],
    ['projects', ['SCM', 'WEB']],
    ['notes', ['"Before the demo"']],
    ['wiki', ['"Commit messages"']],
    ['chat', ['"Lunch on Friday"']],
  ])('%s view', async (noun, refs) => {
    const { stdout: help } = await world.run(`${noun} view --help`, wide);
    const order = /in this order:([\w\s,]+)[;.]/.exec(help)?.[1]?.trim().split(/,\s+/) ?? [];
    expect(order.length).toBeGreaterThan(4);
    for (const ref of refs) {
      const { code, stdout } = await world.run(`${noun} view ${ref}`);
      expect(code).toBe(0);
      const keys = stdout.split('\n').map((line) => line.split('\t')[0]);
      expect(keys.slice(0, order.length)).toEqual(order);
    }
  });

  test.each(['me', 'status'])('%s', async (line) => {
    const { stdout: help } = await world.run(`${line} --help`, wide);
    const order = /in this order:([\w\s,]+)\./.exec(help)?.[1]?.trim().split(/,\s+/);
    const { stdout } = await world.run(line);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t')[0]),
    ).toEqual(order);
  });

  test('tickets view prints every key before its rows', async () => {
    const { stdout: help } = await world.run('tickets view --help', wide);
    const { stdout } = await world.run('tickets view BERG-9');
    const keys = stdout.split('\n').map((row) => row.split('\t')[0] ?? '');
    const order = /in this order:([\w\s,]+);/.exec(help)?.[1]?.trim().split(/,\s+/);
    expect(keys.slice(0, keys.indexOf('checklist'))).toEqual(order);
  });

  test.each(['tasks', 'tickets'])('%s checklist', async (noun) => {
    expect((await world.run(`${noun} checklist --help`, wide)).stdout).toContain(
      'Columns, in order: ref, state, text, id.',
    );
  });
});
