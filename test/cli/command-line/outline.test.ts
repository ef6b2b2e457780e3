import { describe, expect, test } from 'vitest';
import { outline } from '../../../src/cli/command-line/outline.js';
import { narrow, openWorld, printed, refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(openWorld);

describe('words and flags in any order', () => {
  const due = printed('[{"ref":"SCM-36","due":"2026-11-30"}]\n');
  test.each([
    'tasks --json --fields ref,due -L 1',
    'tasks --json=ref,due -L 1',
    'tasks list -L 1 --json=ref,due',
    'tasks --json=ref,due list -L 1',
    '--json=ref,due tasks -L 1',
    '--json tasks --fields ref list -L 1 --fields ref,due',
    'tasks --fields=ref --fields due --json -L1',
    'task ls --json=ref,due --limit=1',
    'tasks --json=ref,due -I work -L 1',
    '-I work tasks --json=ref,due -L 1',
    '-Iwork tasks --json=ref,due -L 1',
    '--instance=https://work.example tasks --json=ref,due -L 1',
    'tasks -L 1 --json=ref --fields due',
  ])('%s', async (line) => {
    expect(await world.run(line)).toEqual(due);
  });

  test('a noun alone, or with an option, lists', async () => {
    const list = await world.run('tasks list');
    expect(list.code).toBe(0);
    for (const line of ['tasks', 'task', 'tasks ls', 'tasks --no-pager', '--tsv tasks', 'tasks --scope mine'])
      expect(await world.run(line)).toEqual(list);
  });

  test('a verb after global options is found', async () => {
    const view = await world.run('tasks view SCM-12 --json');
    for (const line of ['tasks --json view SCM-12', '--json tasks -I work show SCM-12', 'task view --json -- SCM-12'])
      expect(await world.run(line)).toEqual(view);
  });

  test.each([
    ['tasks --search -x -q', ''],
    ['tasks --search=-q -q', ''],
    ['tasks --search --x=a -q', ''],
    ['tasks --sort -due -L 1 -q', 'BOP-10\n'],
    ['tasks --search=--scope -q', ''],
  ])('no option takes the value of another for itself: %s', async (line, stdout) => {
    expect(await world.run(line)).toEqual(printed(stdout));
  });

  test.each([
    ['reply CASA-9 --body -n', '--body', '-n'],
    ['reply CASA-9 -b -yn', '--body', '-yn'],
    ['reply CASA-9 -yb -n', '--body', '-n'],
    ['reply CASA-9 -b --json=ref', '--body', '--json=ref'],
    ['reply CASA-9 -b -ojson', '--body', '-ojson'],
    ['reply CASA-9 -b --help', '--body', '--help'],
    ['reply CASA-9 -b -- -n', '--body', '--'],
    ['reply CASA-9 -b -sclosed', '--body', '-sclosed'],
    ['reply CASA-9 hi -s -n', '--status', '-n'],
    ['reply CASA-9 hi -F -n', '--body-file', '-n'],
    ['reply CASA-9 --template -n', '--template', '-n'],
    ['note CASA-9 hi --attach -n', '--attach', '-n'],
    ['comment SCM-12 -b --no-input', '--body', '--no-input'],
    ['tasks create -t -n', '--title', '-n'],
    ['tasks create -t Due --project --due=fri', '--project', '--due=fri'],
    ['tasks edit SCM-12 -a -n', '--assignee', '-n'],
    ['tasks --search -q', '--search', '-q'],
    ['tasks --sort --json', '--sort', '--json'],
    ['tasks --fields --json', '--fields', '--json'],
    ['tickets --view -q', '--view', '-q'],
    ['time SCM-12 1h --note -n', '--note', '-n'],
    ['checklist SCM-12 --add -n', '--add', '-n'],
    ['profile edit --name -n', '--name', '-n'],
    ['chat list --org --json', '--org', '--json'],
    ['api /tasks -f -n', '--raw-field', '-n'],
    ['api /tasks -X -n', '--method', '-n'],
    ['api /tasks --input -n', '--input', '-n'],
    ['status --jq -n', '--jq', '-n'],
    ['-I --json status', '--instance', '--json'],
    ['sandbox run --seed -q -- true', '--seed', '-q'],
  ])('a value that is a flag was left out: %s', async (line, flag, value) => {
    world.takeRequests();
    expect(await world.run(line)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`${flag} has no value: ${value} is a flag`),
    });
    expect((await world.run(line)).stderr).toContain(`to use it as the value: ${flag}=${value}`);
    expect(world.takeRequests()).toEqual([]);
  });

  test.each([
    ['-b=-n', '=-n'],
    ['--body=-n', '-n'],
    ['-b-n', '-n'],
    ['-b -1', '-1'],
    ['-b -nothing', '-nothing'],
    ['-b "- first"', '- first'],
    ['-b --nonesuch', '--nonesuch'],
    ['-- -n', '-n'],
    ['-b -', '-q'],
  ])('a text may begin with -: reply CASA-9 %s', async (words, text) => {
    const { stdout } = await world.run(`reply CASA-9 -n ${words}`, { stdin: '-q\n' });
    expect(stdout).toContain(JSON.stringify({ body: text }).slice(1, -1));
  });

  test('an alias is read with the words after it', async () => {
    await world.run("alias set r 'reply -b'");
    expect(await world.run('r CASA-9')).toMatchObject({ code: 2 });
    expect((await world.run('r -n CASA-9')).stderr).toContain('--body has no value');
    await world.run('alias delete r');
  });

  test.each([
    ['sandbox run gh pr --json=a', ['gh', 'pr', '--json=a']],
    ['sandbox run --seed demo:1 gh --json=a', ['--seed', 'demo:1', 'gh', '--json=a']],
    ['sandbox run --json=a -- gh --json=a', ['--json', '--fields', 'a', '--', 'gh', '--json=a']],
  ])('the words of another command stay as they are: %s', async (line, words) => {
    expect((await outline(line.split(' '))).words).toEqual(['sandbox', 'run', ...words]);
  });

  test('nothing after -- is a flag', async () => {
    expect(await world.run('tasks view -- --json')).toEqual(
      refused(2, '"--json" is not a task reference', 'references look like SCM-12; a uuid or a web address works too'),
    );
    expect(await world.run('tasks view -- SCM-12 --json=x -q')).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('--json=x'),
    });
    expect(await world.run('tasks -- view SCM-12')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('what is not understood', () => {
  const tooMany = (verb: string, most: number): string =>
    `too many arguments for '${verb}'. Expected ${most} argument${most === 1 ? '' : 's'} but got ${most + 1}.`;
  test.each([
    ['taks', "unknown command 'taks' (did you mean tasks?)", 'tracker help'],
    ['tiket', "unknown command 'tiket' (did you mean tickets?)", 'tracker help'],
    ['xyzzy', "unknown command 'xyzzy'", 'tracker help'],
    ['constructor', "unknown command 'constructor'", 'tracker help'],
    ['tasks toString', "unknown command 'toString'", 'tracker help tasks'],
    ['Tasks', "unknown command 'Tasks' (did you mean tasks?)", 'tracker help'],
    ['tas', "unknown command 'tas' (did you mean tasks?)", 'tracker help'],
    ['tasks veiw SCM-12', "unknown command 'veiw' (did you mean view?)", 'tracker help tasks'],
    ['tasks vew SCM-12', "unknown command 'vew' (did you mean view?)", 'tracker help tasks'],
    ['tasks nw', "unknown command 'nw'", 'tracker help tasks'],
    ['tasks tome', "unknown command 'tome' (did you mean time?)", 'tracker help tasks'],
    ['tasks SCM-12', "unknown command 'SCM-12'", 'tracker view SCM-12'],
    ['CASA-16', "unknown command 'CASA-16'", 'tracker view CASA-16'],
    ['tickets close CASA-9', "unknown command 'close'", 'tracker close CASA-9'],
    ['tickets assign CASA-9 sean', "unknown command 'assign'", 'tracker assign CASA-9 sean'],
    ['tasks edit SCM-12 --state done', "unknown option '--state'", 'use --status'],
    ['tasks start SCM-12', "unknown command 'start'", 'tracker edit SCM-12 --status in_progress'],
    ['move SCM-12 done', "unknown command 'move'", 'tracker edit SCM-12 --status done'],
    ['move SCM-12 "In Progress"', "unknown command 'move'", "tracker edit SCM-12 --status 'In Progress'"],
    ['branch @', "unknown command 'branch'", 'tracker tasks branch @'],
    ['reply CASA-9 On it', tooMany('reply', 2), "tracker reply CASA-9 'On it'"],
    ['tickets reply CASA-9 "On it"', tooMany('reply', 1), "tracker reply CASA-9 'On it'"],
    ['chat reply Night On it', tooMany('reply', 2), "tracker chat reply Night --body 'On it'"],
    ['time SCM-12 1h phoned', tooMany('time', 2), 'tracker time SCM-12 1h --note phoned'],
    ['issue', "unknown command 'issue'", 'tracker tasks list or tracker tickets list'],
    ['issue view CASA-9', "unknown command 'issue'", 'tracker view CASA-9'],
    ['issues create', "unknown command 'issues'", 'tracker tasks create or tracker tickets create'],
    ['tasks list --label x', "unknown option '--label'", 'use --tag'],
    ['note CASA-9 -m hi', "unknown option '-m'", 'use --body'],
    ['tickets create --title x', "unknown option '--title'", 'use --subject'],
    ['tasks edit SCM-12 --assign zoë', "unknown option '--assign'", 'use --assignee'],
    ['status --label x', "unknown option '--label'", 'tracker help status'],
    ['tasks lis', "unknown command 'lis' (did you mean list?)", 'tracker help tasks'],
    ['instances remov x', "unknown command 'remov' (did you mean remove?)", 'tracker help instances'],
    ['--nope', "unknown option '--nope'", 'tracker help'],
    ['--jsno tasks', "unknown option '--jsno' (did you mean --json?)", 'tracker help'],
    ['tasks --jsno', "unknown option '--jsno' (did you mean --json?)", 'tracker help tasks list'],
    ['tasks view SCM-12 --scope all', "unknown option '--scope'", 'tracker help tasks view'],
    ['tasks -z', "unknown option '-z'", 'tracker help tasks list'],
    ['tasks --fields', "option '--fields <a,b.c>' argument missing", 'tracker help tasks list'],
    ['tasks --color blue', '--color takes auto, always or never, not "blue"', undefined],
    ['tasks --timeout 0', '--timeout takes a number of seconds above 0, not "0"', undefined],
    ['tasks --timeout 86401', '--timeout takes at most 86400 seconds, not "86401"', undefined],
    ['tasks -I ""', '--instance cannot be empty', undefined],
    ['tasks --timeout soon', '--timeout takes a number of seconds above 0, not "soon"', undefined],
  ])('%s', async (line, error, hint) => {
    expect(await world.run(line)).toEqual(refused(2, error, hint));
  });

  test('help is an argument of a command without verbs', async () => {
    world.takeRequests();
    expect((await world.run('search help')).code).toBe(0);
    expect(world.takeRequests()).toContainEqual(expect.stringContaining('/search?q=help'));
  });

  test('a noun that does not list prints its help beside the error', async () => {
    const { code, stdout, stderr } = await world.run('sandbox');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: tracker sandbox needs a verb\nhint: tracker help sandbox\n\nRun the whole service/);
    expect((await world.run('sandbox --yes')).stderr).toBe(stderr);
    expect(await world.run('sandbox --json')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '{"error":{"code":"usage","status":null,"message":"tracker sandbox needs a verb","hint":"tracker help sandbox","retryable":false}}\n',
    });
    expect((await world.run('-q')).stderr).toMatch(
      /^error: tracker needs a noun, such as tasks\nhint: tracker help\n\n/,
    );
  });

  test('a noun whose list needs an argument prints its help beside the error, at a terminal too', async () => {
    world.takeRequests();
    for (const options of [{}, narrow]) {
      const { code, stdout, stderr } = await world.run('attachments', options);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^error: tracker attachments needs a verb\nhint: tracker help attachments\n\nList and download/,
      );
      expect(stderr).toContain('Usage: tracker attachments <verb> ');
      expect(stderr).not.toContain('same as list');
    }
    expect(world.takeRequests()).toEqual([]);
  });

  test('a noun whose list finds out that it needs more prints its help beside the error', async () => {
    const list = await world.run('chat list');
    expect(list.stderr).not.toContain('Usage:');
    expect(await world.run('chat')).toEqual({
      ...list,
      stderr: `${list.stderr}\n${(await world.run('chat -h')).stdout}`,
    });
    expect((await world.run('chat --json')).stderr).toBe((await world.run('chat list --json')).stderr);
    expect((await world.run('tasks --fields nope')).stderr).not.toContain('Usage:');
  });

  test('JSON formats make usage errors JSON, wherever the flag is', async () => {
    for (const line of [
      'tasks nope --json',
      '--json taks',
      'tasks --jsonl --nope',
      'tasks --jsonl=ref',
      'tasks --json=ref --due x',
    ]) {
      const { code, stdout, stderr } = await world.run(line);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(Object.keys(JSON.parse(stderr).error)).toEqual(['code', 'status', 'message', 'hint', 'retryable']);
    }
    expect((await world.run('tasks nope -- --json')).stderr).toMatch(/^error: /);
  });

  test('no request is made for a line that is not understood', async () => {
    world.takeRequests();
    for (const line of ['tasks --nope', 'taks', 'tasks view', 'tasks --json --csv', 'tasks -L 0'])
      await world.run(line);
    expect(world.takeRequests()).toEqual([]);
  });
});

describe('version', () => {
  test.each([
    '--version',
    '-V',
    'tasks -V',
    'tasks --version',
    'tasks list --version',
    'status -V',
    '-V tasks',
    'tasks view --version',
  ])('%s', async (line) => {
    expect(await world.run(line, narrow)).toEqual(printed('1.2.3\n'));
  });
});
