import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { breakLine } from '../../../src/cli/help/help.js';

const long = `printf '<%s>' create --project SCM -t "Night  ferry" -p high --note 'a - b' --estimate 1h30m -a @me | cat`;

test('a long command line continues after backslashes, between flags and never within quotes', () => {
  const lines = breakLine(long, 40);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  expect(lines.slice(0, -1).every((line) => line.endsWith(' \\'))).toBe(true);
  expect(lines.some((line) => line.includes('"Night  ferry"'))).toBe(true);
  const run = (text: string): string => spawnSync('sh', ['-c', text], { encoding: 'utf8' }).stdout;
  expect(run(lines.join('\n'))).toBe(run(long));
  expect(run(long)).toContain('<Night  ferry>');
});

test('what fits, and what cannot be divided, stays', () => {
  expect(breakLine('tracker tasks', 40)).toEqual(['tracker tasks']);
  expect(breakLine(long, 200)).toEqual([long]);
  const open = `echo "a quote that is open ${'x'.repeat(40)}`;
  expect(breakLine(open, 40)).toEqual([open]);
});
