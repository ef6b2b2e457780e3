import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, shapes, type TestWorld } from '../support/run.js';

/** Control characters, bidi controls, line separators, tag characters, lone surrogates. */
const harmful =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

/** Our own colours. */
const withoutColors = (text: string): string => text.replaceAll(/\u001b\[\d{1,3}(;\d{1,3})*m/g, '');

const lines = [
  'status',
  'tasks',
  'tasks --fields ref,title,people',
  'tasks view SCM-12',
  'tasks view OPS-9',
  'tasks view SCM-12 --fields task.title,task.description',
  'tickets --segment all',
  'tickets view BERG-9',
  'tickets view BERG-18',
  'inbox',
  'inbox -L 5 --fields ref,title,body',
  'search roster',
  'projects',
  'projects view SCM',
  'projects view s',
  'projects activity SCM',
  'wiki',
  'wiki list --under c',
  'wiki view c79343be-194b-4867-8253-cbb82fda765d',
  'notes',
  'notes view weekly',
  'inbox read abcdef12',
  'whoami',
  'instances list --known',
  'instances probe',
  'instances',
  'tasks -a zzz',
  'tasks -a a',
  'tickets --org zzz',
  'tasks view 00000000-0000-4000-8000-000000000000',
  'tasks -s zzz',
];

describe.each(shapes)('text that drives terminals, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape, hostileText: true });
  });

  test.each(lines)('%s shows no control character', async (line) => {
    for (const columns of [40, 80, 200]) {
      const { stdout, stderr } = await world.run(line, { terminal: { columns } });
      expect(withoutColors(stdout)).not.toMatch(harmful);
      expect(withoutColors(stderr)).not.toMatch(harmful);
      expect(stdout + stderr).not.toContain('\u001b]');
      expect(stdout + stderr).not.toContain('\u001b[2J');
    }
  });

  test('rows stay one line each', async () => {
    const { stdout } = await world.run('tasks -L 5', { terminal: { columns: 80 } });
    expect(stdout.split('\n')).toHaveLength(7);
    expect(
      withoutColors(stdout)
        .split('\n')
        .slice(1, 6)
        .map((line) => line.split(' ')[0]),
    ).toEqual(['SCM-36', 'BOP-16', 'OPS-13', 'BOP-14', 'SCM-33']);
  });

  test.each(lines)('%s in a pipe keeps one record a line', async (line) => {
    const { stdout, stderr } = await world.run(line);
    expect(stdout.split('\n').every((row) => !/[\r\v\f]/.test(row))).toBe(true);
    expect(withoutColors(stderr)).not.toMatch(harmful);
  });

  test('JSON equals what the server sent, with escapes for what could harm', async () => {
    const { stdout } = await world.run('tasks -L 1 --json');
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    const [row] = JSON.parse(stdout) as [{ title: string }];
    expect(row.title).toBe(
      '\u001b[2J\u001b]0;hacked\u0007\u202e<b onclick="x()">’Til the end of the month: thank-you card for the crew of the “Fulmar” — they tested everything twice</b>\u202c\u2066\u009b31m\b\r\u007f\u2028\u{e0041}\ud800\u001b]8;;file:///etc/passwd\u0007',
    );
  });

  test('a login says who it is harmlessly', async () => {
    const machine = await world.machine();
    const stdin = world.sandbox.signIn('mara@lantern.example');
    const { code, stderr } = await machine.run('login work.example --token', { stdin });
    expect(code).toBe(0);
    expect(stderr.trimEnd()).not.toMatch(harmful);
    expect(stderr).toContain('Mara Lindqvist');
    const shown = await machine.run('instances', { terminal: { columns: 200 } });
    expect(withoutColors(shown.stdout)).not.toMatch(harmful);
  });

  test('the index holds no control character either', async () => {
    await world.run('tasks view SCM-12');
    const { stdout } = await world.run('projects', { terminal: { columns: 200 } });
    expect(withoutColors(stdout)).not.toMatch(harmful);
  });
});
