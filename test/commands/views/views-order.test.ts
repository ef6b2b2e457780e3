import { describe, expect, test } from 'vitest';
import { openWorld, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('a view in a pipe has its lines in the order its help gives', () => {
  const world = allTests(openWorld);
  /** The keys that the help of a command names. */
  const orderOf = async (line: string): Promise<readonly string[]> => {
    const { stdout } = await world.run(`${line} --help`, wide);
    return /in this order:([\w\s,]+)[;.]/.exec(stdout)?.[1]?.trim().split(/,\s+/) ?? [];
  };
  /** The keys that a command prints. */
  const keysOf = async (line: string): Promise<readonly string[]> => {
    const { code, stdout } = await world.run(line);
    expect(code).toBe(0);
    return stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[0] ?? '');
  };

  test.each([
    ['tasks', ['SCM-12', 'SCM-1', 'OPS-9']],
    ['tickets', ['BERG-9', 'SCM-1', 'CASA-16']],
    ['projects', ['SCM', 'WEB']],
    ['notes', ['"Before the demo"']],
    ['wiki', ['"Commit messages"']],
    ['chat', ['"Lunch on Friday"']],
  ])('%s view', async (noun, refs) => {
    const order = await orderOf(`${noun} view`);
    expect(order.length).toBeGreaterThan(4);
    for (const ref of refs) expect((await keysOf(`${noun} view ${ref}`)).slice(0, order.length)).toEqual(order);
  });

  test.each(['me', 'status'])('%s', async (line) => expect(await keysOf(line)).toEqual(await orderOf(line)));

  test('tickets view prints every key before its rows', async () => {
    const keys = await keysOf('tickets view BERG-9');
    expect(keys.slice(0, keys.indexOf('checklist'))).toEqual(await orderOf('tickets view'));
  });

  test.each(['tasks', 'tickets'])('%s checklist', async (noun) => {
    expect((await world.run(`${noun} checklist --help`, wide)).stdout).toContain(
      'Columns, in order: ref, state, text, id.',
    );
  });
});
