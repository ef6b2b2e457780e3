import { expect, test } from 'vitest';
import { narrow, openWorld, refused, shapes } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);

const rule = '─'.repeat(80);

test.each([
  ['tickets view BERG-9 CASA-9', 'tickets view BERG-9', 'tickets view CASA-9'],
  ['tasks view SCM-12 SCM-13', 'tasks view SCM-12', 'tasks view SCM-13'],
  ['view SCM-12 BERG-9', 'tasks view SCM-12', 'tickets view BERG-9'],
  ['tickets view BERG-9,CASA-9', 'tickets view BERG-9', 'tickets view CASA-9'],
])('%s shows one after another, in JSON as an array', async (line, one, other) => {
  const out = async (words: string, how = {}): Promise<string> => {
    const { code, stdout, stderr } = await world.run(words, how);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  expect(await out(line, narrow)).toBe(`${await out(one, narrow)}\n${rule}\n\n${await out(other, narrow)}`);
  for (const flags of ['', ' -q', ' --fields ref,status'])
    expect(await out(line + flags)).toBe((await out(one + flags)) + (await out(other + flags)));
  for (const flags of [' --json', ' --json=ref,status'])
    expect(JSON.parse(await out(line + flags))).toEqual([
      JSON.parse(await out(one + flags)),
      JSON.parse(await out(other + flags)),
    ]);
  expect(await out(`${line} --jsonl`)).toBe((await out(`${one} --jsonl`)) + (await out(`${other} --jsonl`)));
  expect(await out(`${line} --jq .[].ref`)).toBe((await out(`${one} -q`)) + (await out(`${other} -q`)));
});

test.each(shapes)('%s: from standard input too', async (shape) => {
  const there = await openWorld({ shape });
  const refs = (await there.run('tickets list --segment all -L 3 -q')).stdout;
  expect((await there.run('tickets view - -q', { stdin: refs })).stdout).toBe(refs);
});

test('what cannot be shown is named, and the rest is shown', async () => {
  const { code, stdout, stderr } = await world.run('view BERG-9 NOPE-1 SCM-12 -q');
  expect({ code, stdout }).toEqual({ code: 8, stdout: 'BERG-9\nSCM-12\n' });
  expect(stderr).toBe(
    'warning: NOPE-1: there is no task or ticket NOPE-1 that you can see\nerror: 1 of 3 could not be shown\n',
  );
  expect(await world.run('tickets view NOPE-1 NOPE-2')).toMatchObject({ code: 4, stdout: '' });
  expect(await world.run('tickets view NOPE-1')).toEqual(refused(4, 'there is no ticket NOPE-1 that you can see'));
});

test('the last one is @', async () => {
  await world.run('view SCM-12 BERG-9', narrow);
  expect((await world.run('view @ -q', narrow)).stdout).toBe('BERG-9\n');
});

test('a terminal shows the last five messages, a pipe all, and --comments decides', async () => {
  const count = (stdout: string, pattern: RegExp): number => stdout.match(pattern)?.length ?? 0;
  const replies = /^(?:reply|note)\t/gm;
  const all = count((await world.run('tickets view BERG-9')).stdout, replies);
  expect(all).toBeGreaterThan(5);
  const shown = await world.run('tickets view BERG-9', narrow);
  expect(shown.stdout).toMatch(/\d+ earlier, not shown: --comments all$/m);
  const whole = await world.run('tickets view BERG-9 --comments all', narrow);
  expect(whole.stdout).not.toContain('not shown');
  expect(count((await world.run('tickets view BERG-9 --comments 2')).stdout, replies)).toBe(2);
  expect((await world.run('tickets view BERG-9 --comments none')).stderr).toBe(
    'error: --comments takes a whole number of at least 1, or all, not "none"\n',
  );
});

test('what was shown last is offered first where no reference is given', async () => {
  await world.run('view BERG-9', narrow);
  const env = { NO_COLOR: '1', TERM: 'dumb' };
  const { code, stdout } = await world.run('view', { ...narrow, env, stdin: '1\n' });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^BERG-9 /)]);
});

test.each(shapes)('%s: several in CSV or TSV are one table', async (shape) => {
  const there = await openWorld({ shape });
  const out = async (line: string, stdin = ''): Promise<string> => {
    const { code, stdout, stderr } = await there.run(line, { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  for (const [noun, all] of [
    ['tasks', 'tasks list --scope all'],
    ['tickets', 'tickets list --segment all'],
  ] as const) {
    const refs = await out(`${all} -L 3 -q`);
    for (const format of ['--csv', '--tsv']) {
      expect(await out(`${noun} view - ${format}`, refs)).toBe(await out(`${all} -L 3 ${format}`));
      expect(await out(`${noun} view - ${format} --fields status,ref`, refs)).toBe(
        await out(`${all} -L 3 ${format} --fields status,ref`),
      );
    }
  }
  expect(await out('view SCM-12 BERG-9 --csv --fields ref,status')).toBe(
    'ref,status\r\nSCM-12,in_progress\r\nBERG-9,in_progress\r\n',
  );
  // A field that one of them has is empty for the others.
  expect(await out('view SCM-12 BERG-9 --tsv --fields ref,type,category')).toBe('SCM-12\tbug\t\nBERG-9\t\tbilling\n');
  expect(await out('view SCM-12 BERG-9 --json=task.type,category')).toBe(
    '[{"task.type":"bug","category":null},{"task.type":null,"category":"billing"}]\n',
  );
  for (const field of ['nope', 'task.nope'])
    expect(await there.run(`view SCM-12 BERG-9 --fields ref,${field}`)).toMatchObject({ code: 2, stdout: '' });
  expect(await out('view SCM-12 BERG-9 --csv')).toMatch(
    /^ref,title,status,priority,due,assigneeNames,type,projectKey,subject,updated,org,category\r\nSCM-12,.*\r\nBERG-9,,in_progress,high,,/,
  );
  const missing = await there.run('tasks view SCM-12 NOPE-1 SCM-13 --tsv --fields ref,comments.0.id,description');
  expect(missing).toMatchObject({ code: 8, stdout: expect.stringMatching(/^SCM-12\t[^\n]*\nSCM-13\t[^\n]*\n$/) });
});
