import { expect, test } from 'vitest';
import { openWorld, refused } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);

const lines = ['tasks -L 3', 'tickets view BERG-9', 'status', 'wiki', 'inbox count', 'tasks -L 2 --fields ref,title'];

test.each(lines)('%s --pretty in a pipe is what a terminal shows', async (line) => {
  const onTerminal = await world.run(line, { terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
  expect(await world.run(`${line} --pretty`)).toEqual(onTerminal);
  const onWide = await world.run(line, { terminal: { columns: 130 }, env: { NO_COLOR: '1' } });
  expect((await world.run(`${line} --pretty`, { env: { COLUMNS: '130' } })).stdout).toBe(onWide.stdout);
});

test.each(['0', '-3', 'wide', '1e9', ''])('a COLUMNS of %j counts as 80', async (columns) => {
  const usual = await world.run('tasks -L 3 --pretty');
  expect(await world.run('tasks -L 3 --pretty', { env: { COLUMNS: columns } })).toEqual(usual);
});

test('colour is for --color always and FORCE_COLOR to say', async () => {
  const isColored = async (flags: string, env = {}): Promise<boolean> =>
    (await world.run(`tasks -L 3 --pretty ${flags}`, { env })).stdout.includes('\u001b[');
  expect(await isColored('')).toBe(false);
  expect(await isColored('--color always')).toBe(true);
  expect(await isColored('', { FORCE_COLOR: '1' })).toBe(true);
  expect(await isColored('', { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  expect(await isColored('--color never', { FORCE_COLOR: '1' })).toBe(false);
});

test('no pager and no links, whatever the terminal of the user', async () => {
  const env = { FORCE_HYPERLINK: '1', FORCE_COLOR: '1', PAGER: 'less' };
  const { code, stdout } = await world.run('tickets view BERG-9 --pretty', { env });
  expect(code).toBe(0);
  expect(stdout).not.toContain('\u001b]8');
  expect(stdout.split('\n').length).toBeGreaterThan(24);
});

test('on a terminal it changes nothing', async () => {
  const how = { terminal: { columns: 90 }, env: { COLUMNS: '40' } };
  expect(await world.run('tasks -L 3 --pretty', how)).toEqual(await world.run('tasks -L 3', how));
});

test.each(['--json', '--jsonl', '--csv', '--tsv', '--yaml', '--quiet'])('%s and --pretty', async (format) => {
  expect(await world.run(`tasks ${format} --pretty`, { stdin: '' })).toMatchObject({ code: 2, stdout: '' });
});

test('the error names both flags', async () => {
  expect(await world.run('tasks --tsv --pretty')).toEqual(refused(2, '--pretty and --tsv cannot be used together'));
  const { stderr } = await world.run('tasks --jq . --pretty');
  expect(JSON.parse(stderr).error.message).toBe('--pretty and --jq cannot be used together');
});
