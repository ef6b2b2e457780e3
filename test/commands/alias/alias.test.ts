import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { narrow, openWorld, owner, printed, refused, remarked } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const set = async (name: string, words: string) => await machine.run(['alias', 'set', name, words]);
const configFile = (): string => join(machine.folder, 'config', 'config.json');

describe('alias', () => {
  test('set, list and delete', async () => {
    expect(await machine.run('alias', narrow)).toEqual(
      remarked('', "No aliases yet: tracker alias set t 'tickets list --segment all'.\n"),
    );
    expect(await set('t', 'tickets list --segment all')).toEqual(
      remarked('', 't now stands for: tracker tickets list --segment all\n'),
    );
    expect(await set('t', ' tickets list ')).toEqual(
      remarked('', 't now stands for: tracker tickets list (before: tickets list --segment all)\n'),
    );
    expect(await set('log', '!git log')).toEqual(remarked('', 'log now stands for: git log\n'));
    expect(await machine.run('alias list')).toEqual(printed('t\ttickets list\nlog\t!git log\n'));
    expect(await machine.run('aliases -q --sort ref')).toEqual(printed('log\nt\n'));
    expect((await machine.run('alias', narrow)).stdout).toBe('NAME  STANDS FOR\nt     tickets list\nlog   !git log\n');
    expect(await machine.run('alias delete t --json')).toEqual(printed('{"name":"t","expansion":"tickets list"}\n'));
    expect(await machine.run('alias rm t')).toEqual(refused(4, 'there is no alias "t" (known: log)'));
    // Everything else in the file stays.
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toMatchObject({
      default: 'work',
      aliases: { log: '!git log' },
    });
  });

  test('stands for its words, with what follows added', async () => {
    await set('t', 'tickets list --segment all --fields ref');
    const whole = await machine.run('tickets list --segment all --fields ref -L 2');
    expect(whole.stdout.split('\n')).toHaveLength(3);
    expect(await machine.run('t -L 2')).toEqual(whole);
    expect(await machine.run('-I work t -L 2')).toEqual(whole);
    expect((await machine.run('t --help')).stdout).toMatch(/^List /);
    expect(await machine.run('help t')).toEqual(
      printed('t is your alias for: tickets list --segment all --fields ref\n'),
    );
    expect((await machine.run('help t --json')).stderr).toMatch(
      /"help prints an alias as text: --json does not apply"/,
    );
    expect(await machine.run('help t more')).toEqual(refused(2, 'too many arguments: t is an alias', 'tracker help t'));
    expect((await machine.run('help')).stdout).toMatch(/^ {2}alias +Manage short names for commands$/m);
  });

  test('quotes keep words together', async () => {
    await set('lunch', `chat view "Lunch on Friday" --fields thread.title`);
    expect((await machine.run('lunch')).stdout).toBe('thread.title\tLunch on Friday\n');
  });

  test('quotes and backslashes are those of a shell', async () => {
    await set('zz', String.raw`tasks create --project SCM --title "say \"hi\"" -n --json`);
    expect((await machine.run('zz')).stdout).toContain(String.raw`"title":"say \"hi\""`);
    await set('zz', String.raw`tasks create --project SCM -n --json --title 'it'\''s'\ \$5`);
    expect((await machine.run('zz')).stdout).toContain(`"title":"it's $5"`);
    for (const words of [
      `tasks --jq '.[] | .ref'`,
      'tasks --due <=today',
      'tasks --due=>2026-11-20 --sort due',
      'tasks --search "a|b; c" --tag a#~',
      'tasks -s !done',
    ])
      expect(await set('zz', words)).toMatchObject({ code: 0 });
  });

  test.each([
    [
      'tasks edit X --title "open',
      'a quote is not closed, or nothing follows a backslash, in "tasks edit X --title \\"op',
    ],
    [`tasks view it's`, 'a quote is not closed, or nothing'],
    ['tasks view X\\', 'a quote is not closed, or nothing'],
    ['tasks list # mine', 'only a shell understands #'],
    ['comment X --attach ~/log.txt', 'only a shell understands ~'],
    ['tasks list\ninbox', 'an alias is a single command on one line'],
    ['tasks view $1', 'only a shell understands $1'],
    ['tasks view "$HOME"', 'only a shell understands $HOME'],
    ['tasks view $(date)', 'only a shell understands $('],
    ['tasks view `date`', 'only a shell understands `'],
    ['tasks list -q | head', 'only a shell understands |'],
    ['tasks list&&inbox', 'only a shell understands &&'],
    ['tasks list ; inbox', 'only a shell understands ;'],
    ['tasks list > file', 'only a shell understands >'],
    ['tasks list >file', 'only a shell understands >'],
    ['tasks list 2>/dev/null', 'only a shell understands 2>'],
    ['tasks list --json<"file"', 'only a shell understands <'],
    ['!echo "a', 'sh cannot read it: '],
    ['!if true', 'sh cannot read it: '],
  ])('set refuses %s', async (words, message) => {
    const { code, stderr } = await set('zz', words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
    expect((await machine.run('alias list')).stdout).toBe('');
  });

  test('a backslash before a line end continues the line, and a no-break space parts no words', async () => {
    await set('zz', 'tasks create --project SCM -n --json \\\n  --title a\u00a0"b\\\nc"');
    expect((await machine.run('zz')).stdout).toContain('"title":"a\u00a0bc"');
  });

  test('one stored with an unclosed quote is an error when it is used', async () => {
    const content = JSON.parse(readFileSync(configFile(), 'utf8'));
    writeFileSync(configFile(), JSON.stringify({ ...content, aliases: { zz: 'tasks view "a' } }));
    expect(await machine.run('zz')).toEqual(
      refused(2, 'the alias zz has an unclosed quote: tasks view "a', "tracker alias set zz 'COMMAND'"),
    );
  });

  test('the format of errors is that of its words too', async () => {
    await set('j', 'tasks view --json');
    const { code, stderr } = await machine.run('j SCM-12 --nonsense');
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'usage' } });
  });

  test.each([
    ['tasks', 'inbox', 'tasks is a command of tracker and cannot be an alias'],
    ['task', 'inbox', 'task is a command of tracker and cannot be an alias'],
    ['help', 'inbox', 'help is a command of tracker and cannot be an alias'],
    ['-t', 'inbox', undefined],
    ['a b', 'inbox', '"a b" cannot be an alias'],
    ['t', '', 'an alias cannot be empty'],
    ['t', 'tracker inbox', '"tracker" is not a command of tracker'],
    ['t', 'inbox\u001b', 'an alias cannot contain control characters'],
  ])('refuses %j for %j', async (name, words, message) => {
    const { code, stderr } = await set(name, words);
    expect(code).toBe(2);
    if (message !== undefined) expect(stderr).toContain(`error: ${message}\n`);
    expect((await machine.run('alias')).stdout).toBe('');
  });

  test('never stands in place of a command, nor for another alias', async () => {
    const content = JSON.parse(readFileSync(configFile(), 'utf8'));
    const aliases = { tasks: 'whoami', help: 'whoami', a: 'b', b: 'whoami', c: 7 };
    writeFileSync(configFile(), JSON.stringify({ ...content, aliases }));
    expect((await machine.run('tasks -q')).stdout).toContain('SCM-');
    expect((await machine.run('help')).stdout).toContain('Usage: tracker');
    expect((await machine.run('a')).stderr).toContain("error: unknown command 'b'");
    expect((await machine.run('b')).code).toBe(0);
    expect((await machine.run('c')).code).toBe(2);
  });

  test('a damaged file stops no other command', async () => {
    writeFileSync(configFile(), JSON.stringify({ aliases: [] }));
    expect((await machine.run('nonsense')).stderr).toContain("unknown command 'nonsense'");
    expect(await set('t', 'inbox')).toMatchObject({ code: 1 });
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toEqual({ aliases: [] });
  });

  test('a shell command gets the arguments, and its exit code is kept', async () => {
    const out = join(machine.folder, 'out');
    await set('sh', '!printf "<%s>" "$0" "$@" > "$OUT"; exit 3');
    const env = { OUT: out, PATH: process.env.PATH ?? '' };
    expect(await machine.run(['sh', 'one', '--json', 'two words'], { env })).toMatchObject({ code: 3 });
    expect(readFileSync(out, 'utf8')).toBe('<sh><one><--json><two words>');
    expect(await machine.run('-I work sh', { env })).toEqual(
      refused(2, 'sh stands for a shell command, which takes no global flags', 'give its arguments after it'),
    );
    expect(world.takeRequests()).toEqual([]);
  });
});
