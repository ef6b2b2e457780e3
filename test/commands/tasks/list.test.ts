import { describe, expect, test } from 'vitest';
import {
  allShapes,
  narrow,
  openWorld,
  printed,
  type Ran,
  refused,
  remarked,
  type TestWorld,
  wide,
} from '../../support/run.js';

allShapes('tasks list, %s shape', (world, shape) => {
  const run = (line: string, how: Parameters<TestWorld['run']>[1] = {}): Promise<Ran> => world.run(line, how);
  const refs = async (flags: string): Promise<string> => {
    const scope = flags.includes('--scope') ? '' : '--scope mine';
    const { stdout, stderr, code } = await run(`tasks list --state all ${scope} ${flags} -q`);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    return stdout.trim().replaceAll('\n', ' ');
  };

  describe('filters', () => {
    test.each([
      ['--scope mine -L 3', 'SCM-36 BOP-16 OPS-13'],
      ['--scope ALL -L 3', 'SCM-36 WEB-6 BOP-16'],
      ['-s in_review,paused', 'OPS-9 SCM-16'],
      ['-s in-review --status PAUSED', 'OPS-9 SCM-16'],
      ['-p urgent', 'BOP-7 SCM-6'],
      ['-p none,low -s done', 'SCM-32 OPS-7 BOP-1'],
      ['--type chore', 'BOP-16 OPS-13 OPS-4 BOP-1'],
      ['--project web', 'WEB-2 WEB-1'],
      ['--project "website relaunch"', 'WEB-2 WEB-1'],
      ['--project "website relaunch,BOP" -s todo', 'BOP-16 BOP-14 WEB-2'],
      ['-a @me -p none', 'SCM-36 WEB-2 BOP-1'],
      ['-a Шевчук', 'SCM-10'],
      ['-a "Олена Шевчук" -a zoë -p none', 'SCM-36'],
      ['-a zoë', 'SCM-36 WEB-1 SCM-18 SCM-3'],
      ['-a "Łukasz Wójcik" --type feature', 'SCM-26 BOP-10 SCM-16 SCM-4'],
      ['--due today', 'OPS-8 SCM-12'],
      ['--due 2026-11-20', 'OPS-8 SCM-12'],
      ['--due "<today"', 'SCM-32 OPS-9 BOP-7 SCM-17 OPS-4'],
      ['--due "<=2026-11-17"', 'SCM-32 OPS-9 OPS-4'],
      ['--due ">+20d"', 'WEB-2 SCM-26 BOP-10 SCM-16'],
      ['--due ">=2026-12-22"', 'WEB-2 BOP-10'],
      ['--due mon', 'BOP-16 SCM-33 SCM-6'],
      ['--due tomorrow..tue', 'BOP-16 OPS-13 SCM-33 SCM-18 SCM-6'],
      ['--due none', 'OPS-7 SCM-4 SCM-3 SCM-2 BOP-1'],
      ['--overdue', 'OPS-9 BOP-7 SCM-17 OPS-4'],
      ['--search "MIDNIGHT wrong"', 'SCM-12'],
      ['--search "scm-3 demo"', 'SCM-33'],
      ['--search "publishes roster" -p high', 'SCM-17'],
      ['--unassigned', ''],
      ['--scope all --unassigned', 'WEB-3 BOP-11 SCM-24 SCM-21 SCM-15 OPS-6 OPS-5'],
      ['--overdue -p high --type bug', 'SCM-17'],
    ])('%s', async (flags, expected) => {
      expect(await refs(flags)).toBe(expected);
    });

    test('tags and descriptions are looked at, in rows or in details', async () => {
      const asked = await run('tasks --tag Payroll,rest-hours --scope all --state all -q');
      expect(asked).toEqual(printed('SCM-16\nSCM-12\nSCM-4\n'));
      expect(await refs('--scope all --search planners')).toBe('SCM-32 SCM-31 SCM-12 SCM-3 SCM-2');
    });

    test('a value that the server has never sent gives a warning, also where others matched', async () => {
      const message = '--status review has not been seen on this server';
      const warning = `warning: ${message}\nhint: did you mean in_review?\n`;
      expect(await run('tasks -s review,todo -p urgent -q')).toEqual(remarked('', warning));
      expect(await run('tasks -s review', narrow)).toEqual(remarked('', `${warning}No tasks match.\n`));
      expect(await run('tasks -s review --json')).toEqual(
        remarked('[]\n', `${JSON.stringify({ warning: { message, hint: 'did you mean in_review?' } })}\n`),
      );
      const fresh = await openWorld({ shape });
      const { stdout, stderr } = await fresh.run('tasks --scope all -s review,todo -q');
      expect({ stderr, hasRows: stdout.length > 0 }).toEqual({ stderr: warning, hasRows: true });
    });

    test('a state in place of a status is known as one', async () => {
      const known = 'known: backlog, done, in_progress, in_review, paused, todo';
      for (const [word, state] of [
        ['open', 'open'],
        ['closed', 'finished'],
        ['ALL', 'all'],
      ])
        expect((await run(`tasks -s ${word} -q`)).stderr).toBe(
          `warning: --status ${word} has not been seen on this server\nhint: did you mean --state ${state}? ${known}\n`,
        );
      expect((await run("tasks -s '!closed' -L 1 -q")).stderr).toContain(`\nhint: ${known}\n`);
    });

    test('all known values are named where nothing is near', async () => {
      expect(await run('tasks -p hi,zzz --type epic -q')).toEqual(
        remarked(
          '',
          `warning: --priority hi has not been seen on this server
hint: did you mean high?
warning: --priority zzz has not been seen on this server
hint: known: high, low, medium, none, urgent
warning: --type epic has not been seen on this server
hint: known: bug, chore, feature, improvement, task
`,
        ),
      );
    });
  });

  describe('defaults', () => {
    const run80 = (line: string) => run(line, narrow);
    test('finished tasks are hidden, and a terminal says how many', async () => {
      const finished = await refs('-s done');
      expect(finished).not.toBe('');
      expect((await run('tasks -q')).stdout).not.toMatch(new RegExp(`^(?:${finished.split(' ').join('|')})$`, 'm'));
      expect((await run80('tasks -L 1')).stderr).toBe(
        '1 of 22 tasks shown; 6 finished hidden (--state all); no room for TYPE, PROJECT.\n',
      );
      expect((await run80('tasks --state all -L 1')).stderr).not.toContain('hidden');
      expect((await run('tasks --state finished -q')).stdout.trim().split('\n').sort().join(' ')).toBe(
        finished.split(' ').sort().join(' '),
      );
    });

    test('a status asked for is not hidden', async () => {
      expect((await run('tasks -s done -q')).stdout.trim().replaceAll('\n', ' ')).toBe(await refs('-s done'));
    });

    test.each([
      ['--unassigned', 'all'],
      ['-a none', 'all'],
      ['-a zoë', 'all'],
      ['-a @me', 'mine'],
      ["-a '!zoë'", 'mine'],
      ['--project WEB', 'all'],
      ['--search board', 'all'],
      ['-s todo', 'mine'],
      ['--project WEB --scope mine', 'mine'],
    ])('%s asks for the scope %s', async (flags, scope) => {
      world.takeRequests();
      await run(`tasks list ${flags}`);
      expect(world.takeRequests()).toContain(`GET /api/v1/tasks?scope=${scope}`);
    });

    test.each([
      ["-s '!todo,!done' -p high", '-s in_progress,in_review,paused,backlog -p high'],
      ["--project '!SCM' -s todo", '--project WEB,BOP,OPS,EXPO -s todo'],
      ["-a @me,'!zoë' -p none", '-a @me -p none --sort ref'],
      ['--scope all -a none', '--scope all --unassigned'],
      ['--due overdue', '--overdue'],
    ])('%s is the same as %s', async (one, other) => {
      const sorted = async (flags: string) => (await refs(flags)).split(' ').sort();
      expect(await sorted(one)).toEqual(
        (await sorted(other)).filter((ref) => (one.includes('zoë') ? ref !== 'SCM-36' : true)),
      );
    });

    test('--due "this week" is Monday to Sunday', async () => {
      expect(await refs('--due "this week"')).toBe(await refs('--due 2026-11-16..2026-11-22'));
    });

    test('--since keeps what has changed since', async () => {
      const all = JSON.parse((await run('tasks --state all --json=ref,updated')).stdout) as {
        ref: string;
        updatedAt?: string;
        updated?: string;
      }[];
      const from = Date.parse('2026-11-19T00:00:00');
      const wanted = all.filter(({ updatedAt, updated }) => Date.parse(updatedAt ?? updated ?? '') >= from);
      expect(wanted.length).toBeGreaterThan(0);
      expect(wanted.length).toBeLessThan(all.length);
      expect(await refs('--since yesterday')).toBe(wanted.map(({ ref }) => ref).join(' '));
    });

    test('a column to sort by that no row has is an error', async () => {
      expect((await run('tasks --sort description')).code).toBe(0);
      expect(await run('tasks --sort lastMessageAt')).toMatchObject({ code: 2 });
    });
  });

  describe('what is refused', () => {
    test.each([
      ['--scope everything', '--scope takes mine or all, not "everything"', undefined],
      ['--due +3d..today', '--due: "+3d..today" ends before it begins', undefined],
      ['--due today --overdue', '--due and --overdue cannot be used together', undefined],
      ['--unassigned -a @me', '--assignee and --unassigned cannot be used together', undefined],
      ['-p ""', '--priority has an empty name in ""', undefined],
      ['-s todo,,done', '--status has an empty name in "todo,,done"', undefined],
      ['-a ,', '--assignee has an empty name in ","', undefined],
      ['-L 0', '--limit takes a whole number of at least 1, not "0"', undefined],
      [
        '--due ""',
        '--due: "" is not a day',
        'days look like 2026-11-20, today, tomorrow, 3d, 2w, next week, fri or dec 3',
      ],
      ['--view " "', '--view cannot be empty', undefined],
    ])('%s', async (flags, error, hint) => {
      world.takeRequests();
      expect(await run(`tasks list ${flags}`)).toEqual(refused(2, error, hint));
      expect(world.takeRequests()).toEqual([]);
    });

    test('a project that is none, or several', async () => {
      expect(await run('tasks --project nope')).toEqual(
        refused(4, 'there is no project nope that you can see', 'tracker projects list'),
      );
      expect(await run('tasks --project b')).toEqual(
        refused(
          4,
          'there is no project b that you can see',
          'did you mean WEB (Website relaunch), BOP (Bergmann order portal), EXPO (Casa Azul exhibition site)?',
        ),
      );
    });

    test('a person who is nobody, or several', async () => {
      expect(await run('tasks -a nobody')).toEqual(
        refused(4, 'there is no user called "nobody"', 'none stands for nobody'),
      );
      const { code, stderr } = await run('tasks -a a');
      expect(code).toBe(4);
      expect(stderr).toMatch(
        /^error: "a" matches several people: .*Zoë Baptiste \([0-9a-f-]{32,36}\).*\nhint: give more of the name, or .*\n$/,
      );
    });
  });

  describe('order and number', () => {
    test.each([
      ['--sort due -L 3', 'OPS-4 SCM-32 OPS-9'],
      ['--sort -due -L 3', 'BOP-10 WEB-2 SCM-26'],
      ['--sort -priority,due -L 4', 'BOP-7 SCM-6 OPS-4 OPS-9'],
      ['--sort status,ref -L 3', 'BOP-10 SCM-11 BOP-14'],
      ['--sort ref -L 4', 'BOP-1 BOP-7 BOP-10 BOP-14'],
      ['--sort type,-ref -L 3', 'SCM-18 SCM-17 SCM-12'],
    ])('%s', async (flags, expected) => {
      expect(await refs(flags)).toBe(expected);
    });

    test('a limit counts, and one above the number of rows says nothing', async () => {
      expect(await refs('-L 2')).toBe('SCM-36 BOP-16');
      expect((await run('tasks --state all -L 28', wide)).stderr).toBe('');
      expect((await run('tasks --state all -L 27', wide)).stderr).toBe('27 of 28 tasks shown.\n');
      expect((await run('tasks -L 20')).stderr).toBe('');
    });
  });
});
