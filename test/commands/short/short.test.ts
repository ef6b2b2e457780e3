import { describe, expect, test } from 'vitest';
import { eachShape, narrow, openWorld } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const fixed = {
  subject: 'the subject of a ticket cannot be changed',
  description: 'the description of a ticket cannot be changed',
};

// What is only tried or refused changes nothing, and which words mean what does not depend on the shape.
describe('words of verbs without a noun', () => {
  const world = allTests(openWorld);

  test.each([
    ['view CASA-9', 'tickets view CASA-9'],
    ['view SCM-12 --json', 'tasks view SCM-12 --json'],
    ['view ticket:SCM-3', 'tickets view SCM-3'],
    ['checklist CASA-9', 'tickets checklist CASA-9'],
    ['checklist SCM-12', 'tasks checklist SCM-12'],
    ['edit CASA-9 -s paused -n', 'tickets edit CASA-9 -s paused -n'],
    ['edit SCM-12 --due today -n', 'tasks edit SCM-12 --due today -n'],
    ['reply CASA-9 "On it." -n', 'tickets reply CASA-9 -b "On it." -n'],
    ['note CASA-9 "Mind the gap" -n', 'tickets note CASA-9 -b "Mind the gap" -n'],
    ['comment SCM-12 hello -n', 'tasks comment SCM-12 -b hello -n'],
    ['assign CASA-9 @me zoë -n', 'tickets edit CASA-9 --add-assignee @me,zoë -n'],
    ['assign SCM-12 zoë -n', 'tasks edit SCM-12 --add-assignee zoë -n'],
    ['close CASA-9 -n', 'tickets edit CASA-9 -s closed -n'],
    ['close SCM-12 -n', 'tasks done SCM-12 -n'],
    ['close CASA-9 -s resolved -n', 'tickets edit CASA-9 -s resolved -n'],
    ['reopen CASA-2 -n', 'tickets edit CASA-2 -s open -n'],
    ['reopen task:SCM-1 -s backlog -n', 'tasks edit task:SCM-1 -s backlog -n'],
    ['done SCM-12 -n', 'tasks done SCM-12 -n'],
    ['time SCM-12 45m --date today -n', 'tasks time SCM-12 45m --date today -n'],
  ])('tracker %s is tracker %s', async (short, long) => {
    const ran = await world.run(short);
    expect(ran).toEqual(await world.run(long));
    expect(ran.code).toBe(0);
  });

  test.each([
    ['edit CASA-9 SCM-12 -p high', 2, 'CASA-9 is a ticket and SCM-12 a task', 'change them separately'],
    ['edit CASA-9 --due today', 2, '--due cannot be used with a ticket, and CASA-9 is one', undefined],
    ['edit CASA-9 -t New', 2, '--title cannot be used with a ticket, and CASA-9 is one', fixed.subject],
    ['edit CASA-9 -b New', 2, '--body cannot be used with a ticket, and CASA-9 is one', fixed.description],
    ['tickets edit CASA-9 --subject New', 2, "unknown option '--subject'", fixed.subject],
    ['tickets edit CASA-9 -t New', 2, "unknown option '-t'", fixed.subject],
    ['tickets edit CASA-9 --body New', 2, "unknown option '--body'", fixed.description],
    [
      'edit CASA-9 --subject New',
      2,
      "unknown option '--subject'",
      "for a task, use --title; a ticket's subject cannot be changed",
    ],
    ['tasks edit SCM-12 --subject New', 2, "unknown option '--subject'", 'use --title'],
    ['reply SCM-12 hello', 4, 'SCM-12 is a task', 'tracker tasks comment SCM-12'],
    ['comment CASA-9 hello', 4, 'CASA-9 is a ticket', 'tracker tickets note CASA-9'],
    ['time CASA-9 1h', 4, 'CASA-9 is a ticket', 'tracker tickets view CASA-9'],
    ['assign CASA-9 zoë,,@me', 2, 'USER has an empty name in "zoë,,@me"', undefined],
    ['view NOPE-1', 4, 'there is no task or ticket NOPE-1 that you can see', undefined],
    ['note view "Before the demo"', 2, "'view' is not a reference", "tracker notes view 'Before the demo'"],
    ['note create -t Ideas', 2, "'create' is not a reference", 'tracker notes create -t Ideas'],
    ['view list', 2, "'list' is not a reference", 'tracker views list'],
    ['reply view CASA-9 -b hello', 2, "'view' is not a reference", 'tracker view REF'],
    ['comment list', 2, "'list' is not a reference", 'tracker view REF --comments all'],
    [
      'status SCM-12 done',
      2,
      "too many arguments for 'status'. Expected 0 arguments but got 2.",
      'tracker edit SCM-12 --status done',
    ],
    [
      'tickets reply CASA-9 thanks a lot',
      2,
      "too many arguments for 'reply'. Expected 1 argument but got 4.",
      "tracker reply CASA-9 'thanks a lot'",
    ],
    ['tasks list --all', 2, "unknown option '--all'", 'use --scope all'],
    ['tasks update SCM-12', 2, "unknown command 'update'", 'tracker edit SCM-12'],
    [
      'close CASA-9 --comment Bye',
      2,
      "unknown option '--comment'",
      'tracker reply CASA-9 Bye --status closed, or tracker comment CASA-9 Bye --status done',
    ],
    ['assign zoë CASA-9', 2, '"zoë" is not a reference', "the reference comes first: tracker assign CASA-9 'zoë'"],
    ['assign @me @', 2, '"@me" is not a reference', 'the reference comes first: tracker assign @ @me'],
    ['reply CASA-9 hello -b hello', 2, 'the text is given twice', 'give it as an argument, or with a flag'],
  ])('%s is refused', async (line, code, message, hint) => {
    const ran = await world.run(line);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(`error: ${message}\n${hint === undefined ? '' : `hint: ${hint}\n`}`);
  });
});

eachShape('verbs without a noun, %s shape', (world) => {
  test('a write reads what it is about once', async () => {
    await world.run('tickets list --segment all -q');
    world.takeRequests();
    await world.run('edit CASA-9 -s paused');
    const gets = world.takeRequests().filter((line) => /^GET .*\/tickets\/[0-9a-f-]{36}$/.test(line));
    expect(gets.length).toBeLessThanOrEqual(2);
  });

  test('one that does not exist is reported like the others', async () => {
    const short = await world.run('close CASA-9 NOPE-1');
    expect(short).toEqual(await world.run('tickets edit CASA-9 NOPE-1 -s closed'));
    expect(short.code).toBe(8);
    expect((await world.run('close NOPE-1 NOPE-2')).code).toBe(4);
  });

  test('a reference that is both a task and a ticket names the candidates', async () => {
    const ran = await world.run('view SCM-3');
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(ran.stderr).toContain('task:SCM-3');
    expect(ran.stderr).toContain('ticket:SCM-3');
  });

  test.each(['view -', 'checklist -', 'edit - -p low', 'close -', 'assign - @me'])(
    'R79: a row whose uuid has another reference now is refused by %s',
    async (line) => {
      const { uuid } = JSON.parse((await world.run('view CASA-9 --json=ref,uuid')).stdout) as { uuid: string };
      world.takeRequests();
      const { code, stderr } = await world.run(line, { stdin: JSON.stringify({ ref: 'OLD-1', uuid }) });
      expect({ code, stderr }).toEqual({
        code: 4,
        stderr: expect.stringContaining('OLD-1 is now CASA-9'),
      });
      expect(world.takeRequests().filter((request) => !request.startsWith('GET '))).toEqual([]);
    },
  );

  test('the text may come from standard input', async () => {
    expect((await world.run('note CASA-9 - -n', { stdin: 'from a pipe' })).stdout).toContain('from a pipe');
  });
});

test('tracker alone fits 24 rows of 80 columns, and names every command', async () => {
  const world = await openWorld({ seed: 'empty:1' });
  const { stdout, code } = await world.run('', { ...narrow, signedIn: false });
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThan(24);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  for (const name of ['next', 'reply', 'tickets', 'login', 'api']) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
});
