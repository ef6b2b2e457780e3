import { afterEach, describe, expect, test } from 'vitest';
import { type LiveWorld, openLiveWorld, type RunningCommand } from '../../support/live-world.js';
import { refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const sean = 'sean@lantern.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';
/** Long before everything is looked at again (milliseconds). */
const inTime = 10_000;
/** Two seconds, on a computer that has nothing else to do (milliseconds). */
const soon = 4_000;

const world = allTests(openLiveWorld);
let running: RunningCommand | undefined;

afterEach(async () => await running?.stop());

/** Starts a command and waits until it listens. */
async function watching(line: string, options: Parameters<LiveWorld['start']>[1] = {}): Promise<RunningCommand> {
  const before = world.streams();
  running = world.start(line, options);
  await until('the stream', () => world.streams() > before);
  return running;
}

/** Does something as somebody else. */
async function change(commandLine: string | readonly string[]): Promise<void> {
  const { code, stderr } = await world.run(commandLine, sean);
  expect({ code, commandLine, stderr }).toMatchObject({ code: 0 });
}

const rowsIn = (stdout: string): readonly Readonly<Record<string, unknown>>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('prints what somebody else changes, as it changes', async () => {
  const terminal = { columns: 120 };
  const { stdout, stop } = await watching('watch BERG-9', { terminal, env: { NO_COLOR: '1' } });
  await change('tickets edit BERG-9 -p low --tag audit -s waiting_on_customer');
  await until('the changes', () => stdout().includes('audit'), inTime);
  await change(['tickets', 'reply', 'BERG-9', '-y', '-b', 'On its way \u001b]0;x\u0007\u202e']);
  await until('the reply', () => stdout().includes('On its way'), inTime);
  expect(stdout().replaceAll(/^\d\d:\d\d/gm, '00:00')).toBe(
    [
      '00:00  BERG-9  status in progress → waiting on customer',
      '00:00  BERG-9  priority high → low',
      '00:00  BERG-9  tags + audit',
      "00:00  BERG-9  reply by Seán O'Connor: On its way ^[]0;x^G<U+202E>",
      '',
    ].join('\n'),
  );
  expect(await stop()).toMatchObject({ code: 130, stderr: 'live; press Ctrl-C to stop.\n' });
});

test('rows for scripts, with people and what was done to a checklist', async () => {
  const { stdout, stop } = await watching('watch WEB-1 --jsonl');
  await change('tasks edit WEB-1 -s in_review -a sean');
  await until('the assignee', () => stdout().includes('assignees'), inTime);
  await change(['checklist', 'WEB-1', '--add', 'Buy rope']);
  await change(['tasks', 'comment', 'WEB-1', '-b', 'Wet.']);
  await until('the comment', () => stdout().includes('Wet.'), inTime);
  const rows = rowsIn(stdout());
  const start = { ref: 'WEB-1', uuid: expect.any(String), time: expect.stringMatching(/Z$/) };
  expect(rows).toContainEqual(expect.objectContaining({ ...start, change: 'status', to: 'in_review' }));
  expect(rows).toContainEqual(expect.objectContaining({ change: 'checklist', added: ['Buy rope'], removed: [] }));
  const comment = { ...start, change: 'comment', author: "Seán O'Connor", text: 'Wet.' };
  expect(rows).toContainEqual(expect.objectContaining(comment));
  expect(await stop()).toMatchObject({ code: 130, stderr: expect.stringMatching(/^\{"error":/) });
});

test('what was said before is not told again when its author is renamed', async () => {
  const rename = async (name: string): Promise<void> => await change(['profile', 'edit', '--name', name]);
  await change(['tasks', 'comment', 'WEB-2', '-b', 'Before.']);
  const { stdout, stop } = await watching('watch WEB-2 --jsonl');
  await rename('Sean Connor');
  await change(['tasks', 'comment', 'WEB-2', '-b', 'After.']);
  await until('the comment', () => stdout().includes('After.'), inTime);
  await rename("Seán O'Connor");
  await stop();
  expect(rowsIn(stdout()).map(({ author, text }) => [author, text])).toEqual([['Sean Connor', 'After.']]);
});

test('columns in a pipe', async () => {
  const { stdout, stop } = await watching('watch CASA-16 --fields change,from,to');
  await change('tickets edit CASA-16 -s resolved --set-assignee sean');
  await until('the status', () => stdout().includes('resolved'), inTime);
  await stop();
  expect(stdout().split('\n')).toContain('status\topen\tresolved');
  expect(stdout()).toMatch(/^assignees\t\S.*\tSeán O'Connor$/m);
});

test.each(['--jsonl', '--tsv'])('with %s, an unknown column is a usage error at once', async (format) => {
  const { code, stdout, stderr } = await world.run(`watch BERG-16 ${format} --fields ref,nope`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('unknown name in --fields: \\"nope\\"'.replaceAll('\\', format === '--tsv' ? '' : '\\'));
  expect(stderr).toContain('added, author, change, checked, from');
});

describe('--until', () => {
  test('ends with 0 when all conditions are met, and at once if they are already', async () => {
    const { ended } = await watching('watch BOP-7 --until status=done,in_review --until priority!=urgent');
    await change('tasks edit BOP-7 -s done -p urgent');
    await until('the first', () => running?.stdout().includes('done'), inTime);
    await change('tasks edit BOP-7 -s in_review -p low');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    const again = await world.run('watch BOP-7 --until status=in_review --until assignees=@me');
    expect(again).toMatchObject({ code: 0, stdout: '', stderr: 'BOP-7 already meets the conditions.\n' });
  });

  test('reply waits for a public message by the other side, and message for any, from now on', async () => {
    const texts = (): readonly unknown[] => rowsIn(running?.stdout() ?? '').map(({ text }) => text);
    await world.run(['reply', 'BERG-12', '-y', '-b', 'Before.'], customer);
    const { ended: replied } = await watching('watch BERG-12 --until reply --jsonl');
    await change('tickets note BERG-12 -b Inside.');
    await change('tickets reply BERG-12 -y -b Ours.');
    await until('ours', () => texts().includes('Ours.'), inTime);
    await world.run(['reply', 'BERG-12', '-y', '-b', 'Thanks.'], customer);
    expect(await replied).toMatchObject({ code: 0, stderr: '' });
    expect(texts()).toEqual(['Inside.', 'Ours.', 'Thanks.']);
    const { ended: answered } = await watching('watch BERG-12 --until reply --jsonl', { as: customer });
    await world.run(['reply', 'BERG-12', '-y', '-b', 'Are you there?'], customer);
    await until('the question', () => texts().includes('Are you there?'), inTime);
    await change('tickets note BERG-12 -b Inside.');
    await change('tickets reply BERG-12 -y -b Yes.');
    expect(await answered).toMatchObject({ code: 0, stderr: '' });
    expect(texts()).toEqual(['Are you there?', 'Yes.']);
    const { ended: noted } = await watching('watch BERG-12 --until MESSAGE --jsonl');
    await change('tickets note BERG-12 -b Inside.');
    expect(await noted).toMatchObject({ code: 0, stdout: expect.stringContaining('Inside.') });
    const { ended: commented } = await watching('watch WEB-1 --until message --until assigned=zoë --jsonl');
    await change('tasks edit WEB-1 --set-assignee zoë');
    await change('tasks comment WEB-1 -b Done.');
    expect(await commented).toMatchObject({ code: 0, stdout: expect.stringContaining('Done.') });
  });

  test('looks once more when the time is over, because the server does not announce everything', async () => {
    const { ended } = await watching('watch SCM-14 --until priority=urgent --wait 3 --jsonl');
    await change('tasks edit SCM-14 -p urgent');
    const { code, stdout } = await ended;
    expect([code, rowsIn(stdout).map(({ change: what }) => what)]).toEqual([0, ['priority']]);
  });

  test('ends with 7 when the time is over, whether or not the server answers', async () => {
    const late = await world.run('watch SCM-14 --until due=none,today --wait 2s');
    expect(late).toEqual(refused(7, 'SCM-14 did not meet the conditions within 2 s'));
    expect((await world.run('watch SCM-14 --until title=x --wait 0.1 --jsonl')).code).toBe(7);
  });

  test.each([
    [
      '--until status',
      '--until: "status" is not a condition\nhint: conditions look like status=done, \'status!=open\', assigned=@me,none, reply or message',
    ],
    ['--until reply', '--until reply works only for tickets\nhint: for a comment: --until message'],
    ['--until status=', '--until: "status=" is not a condition'],
    ['--until stats=done', 'unknown name in --until: "stats"'],
    ['--until due=soon', '--until: "soon" is not a day'],
    [
      '--wait never',
      '--wait: "never" is not a time to wait\nhint: use seconds, or a duration such as 10m; at most 596h',
    ],
    ['--until estimate=long', '--until: "long" is not a number, and estimate is one'],
    ['--wait 0', '--wait: "0" is not a time to wait\nhint: use seconds, or a duration such as 10m; at most 596h'],
    ['--wait=-1', '--wait: "-1" is not a time to wait\nhint: use seconds, or a duration such as 10m; at most 596h'],
    ['--wait 25d', 'is not a time to wait\nhint: use seconds, or a duration such as 10m; at most 596h'],
    ['--wait 597h', '--wait: "597h" is too long\nhint: the longest time to wait is 596h'],
    ['--wait 2147484', '--wait: "2147484" is too long\nhint: the longest time to wait is 596h'],
    ['--csv', 'tracker watch prints rows as they arrive and cannot be used with --csv'],
    ['--dry-run', 'this command has no dry run'],
  ])('%s is a usage error', async (flags, message) => {
    const { code, stderr } = await world.run(`watch SCM-14 ${flags}`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  test.each(['BERG-9,SCM-8', 'WEB'])('%s is no reference', async (text) => {
    const hint = 'references look like SCM-12; a uuid or a web address works too';
    expect(await world.run(['watch', text])).toEqual(refused(2, `"${text}" is not a task or ticket reference`, hint));
  });

  test('several conditions in one are a usage error', async () => {
    for (const condition of ['status=done and priority=high', 'type==bug', 'priority!=low & status=done'])
      expect(await world.run(['watch', 'SCM-14', '--until', condition, '--wait', '1'])).toEqual(
        refused(2, `--until: "${condition}" has more than one =`, 'for several conditions, repeat --until'),
      );
    expect((await world.run(['watch', 'SCM-14', '--until', 'title=a=b', '--wait', '2'])).code).toBe(7);
  });

  test('a word that nothing here has is a warning, unless servers usually have it', async () => {
    const stderrOf = async (condition: string): Promise<string> =>
      (await world.run(['watch', 'BERG-9', '--until', condition, '--wait', '2'])).stderr;
    expect(await stderrOf('status=done')).toContain('warning: --until status done has not been seen on this server\n');
    expect(await stderrOf('status=closed or resolved')).toContain(
      '--until status closed or resolved has not been seen',
    );
    expect(await stderrOf('status=Closed,waiting on-agent')).not.toContain('warning');
    expect(await stderrOf('priority=none')).not.toContain('warning');
  });

  test('a value that looks mistyped is a warning, and an unknown person an error', async () => {
    const { stderr } = await world.run('watch SCM-14 --until status=toodo --wait 2');
    expect(stderr).toContain(
      'warning: --until status toodo has not been seen on this server\nhint: did you mean todo?',
    );
    expect((await world.run('watch SCM-14 --until assignees=nobody-there')).code).toBe(4);
  });
});

test('what causes no hint is noticed too, by the clock', async () => {
  const start = Date.now();
  // Half a minute in two seconds.
  const now = () => new Date(start + (Date.now() - start) * 15);
  const { ended } = await watching('watch BERG-13 --until priority=urgent --jsonl', { now });
  await change('tickets note BERG-13 -b Soon.');
  await until('the note', () => running?.stdout().includes('Soon.'), inTime);
  await change('tickets edit BERG-13 -p urgent');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(rowsIn(stdout).map(({ change }) => change)).toEqual(['note', 'priority']);
});

test.each(['watch SCM-16 --jsonl', 'tasks list --scope all --watch --jsonl'])(
  '%s notices soon what other commands of this account write and undo, of which no hint tells',
  async (line) => {
    const { stdout } = await watching(line);
    await until('the first look', () => !line.includes('list') || stdout().includes('SCM-16'), inTime);
    const urgent = (): number => stdout().match(/SCM-16".*"urgent"/g)?.length ?? 0;
    for (const command of ['edit SCM-16 -p urgent', 'undo', 'redo']) {
      const before = stdout();
      expect(await world.run(command)).toMatchObject({ code: 0 });
      await until(command, () => stdout() !== before, soon);
    }
    expect(urgent()).toBeGreaterThanOrEqual(2);
    await world.run('undo');
  },
);

test('a deleted task ends it with 4', async () => {
  const start = Date.now();
  const now = () => new Date(start + (Date.now() - start) * 15);
  const { ended } = await watching('watch SCM-15', { now });
  await change('tasks delete SCM-15 -y');
  expect(await ended).toEqual(refused(4, 'SCM-15 was deleted, or you can no longer see it'));
});

test('nothing is lost or printed twice while the server is down', async () => {
  const { stdout, stop } = await watching('watch BERG-16 --jsonl --fields change,to');
  await change('tickets edit BERG-16 -s in_progress');
  await until('the first', () => stdout().includes('in_progress'), inTime);
  await world.stopServer();
  await world.startServer();
  await change('tickets edit BERG-16 -s waiting_on_customer');
  await until('the second', () => stdout().includes('waiting_on_customer'));
  await change('tickets edit BERG-16 -s closed');
  await until('the third', () => stdout().includes('closed'));
  await stop();
  const states = rowsIn(stdout()).filter(({ change }) => change === 'status');
  expect(states.map(({ to }) => to)).toEqual(['in_progress', 'waiting_on_customer', 'closed']);
});
