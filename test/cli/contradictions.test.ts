import { beforeEach, describe, expect, test } from 'vitest';
import { narrow, openWorld, refused } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);
beforeEach(() => void world.takeRequests());

const noRequest = async (line: string, error: string, hint?: string): Promise<void> => {
  expect(await world.run(line, narrow)).toEqual(refused(2, error, hint));
  expect(world.takeRequests()).toEqual([]);
};

describe('flags that contradict each other, or have no meaning, are refused before any request', () => {
  test.each([
    'status',
    'tasks list',
    'tasks view SCM-12',
    'tasks branch SCM-12',
    'tickets',
    'inbox count',
    'search x',
    'chat view lunch',
    'wiki',
    'attachments download OPS-9',
    'open',
    'prefs list',
    'events',
    'whoami',
    'token',
    'config set color auto',
    'login http://127.0.0.1:9',
    'logout',
    'instances use work',
    'sandbox stop',
  ])('%s --dry-run', async (line) => {
    await noRequest(`${line} -n`, 'this command has no dry run', 'leave out --dry-run');
  });

  test.each([
    'tasks comment SCM-12 -b x',
    'tasks create --project SCM -t x',
    'tasks edit SCM-12 -s done',
    'tickets reply BERG-9 -b x',
    'inbox read --all',
    'prefs set theme=light',
  ])('%s --dry-run has neither references nor columns', async (line) => {
    await noRequest(`${line} -n -q`, 'a dry run has no references to print', 'leave out --quiet');
    await noRequest(
      `${line} -n --fields ref`,
      'a dry run shows requests, which have no columns to choose',
      'leave out --fields',
    );
  });

  test.each(['tasks view SCM-12', 'tickets view BERG-9', 'projects view SCM', 'notes view x', 'wiki view x'])(
    '%s --web prints no data',
    async (line) => {
      for (const format of ['-q', '--csv', '--fields ref', '--json', '--jsonl', '--jq .']) {
        const { code, stdout, stderr } = await world.run(`${line} --web ${format}`);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain('--web and a format cannot be used together');
      }
      expect(world.takeRequests()).toEqual([]);
    },
  );

  test.each(['tasks view SCM-12', 'tickets view BERG-9'])(
    '%s --comments where no timeline is printed',
    async (line) => {
      for (const format of ['-q', '--csv', '--fields ref', '--tsv --fields ref', '--json', '--jsonl', '--web']) {
        const { code, stdout, stderr } = await world.run(`${line} --comments 2 ${format}`);
        expect({ format, code, stdout }).toEqual({ format, code: 2, stdout: '' });
        expect(stderr).toMatch(/--comments (cannot be used with|and --\w+ cannot be used together)/);
      }
      expect(world.takeRequests()).toEqual([]);
      expect((await world.run(`${line} --comments 2 --tsv`)).code).toBe(0);
    },
  );

  test('one line for a prompt has no other form', async () => {
    for (const format of ['-q', '--tsv', '--fields unread'])
      await noRequest(`status --short ${format}`, '--short and a format cannot be used together');
  });

  test.each(['prefs list -q', 'status -q'])('%s names nothing', async (line) => {
    const { code, stdout, stderr } = await world.run(line, narrow);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('this command has no reference for --quiet to print');
  });
});

test.each(['views list', 'config list', 'instances list', 'instances list --known'])(
  '%s sorts and limits',
  async (line) => {
    const refs = async (flags: string) => (await world.run(`${line} -q${flags}`)).stdout.trim().split('\n');
    const sorted = await refs(' --sort ref');
    expect([...sorted].sort()).toEqual([...(await refs(''))].sort());
    expect(await refs(' --sort -ref')).toEqual([...sorted].reverse());
    expect(await refs(' --sort -ref -L 1')).toEqual(sorted.slice(-1));
    expect((await world.run(`${line} --sort nonsense`)).code).toBe(2);
  },
);

describe('columns nobody knows', () => {
  test.each([
    ['tasks view SCM-12', 'task.tilte'],
    ['tasks view SCM-12', 'comments.0.txet'],
    ['tasks view OPS-9', 'task.title.x'],
    ['tasks list', 'ref.x'],
    ['tickets list --segment all', 'tags.length'],
    ['tasks list --scope all', 'people.0'],
    ['tasks list --scope all', 'assignees.0.x'],
    ['whoami', 'user.nmae'],
  ])('%s --fields %s leads nowhere', async (line, field) => {
    for (const format of ['', ' --json', ' --csv', ' --tsv']) {
      const { code, stdout, stderr } = await world.run(`${line}${format} --fields ${field}`);
      expect({ format, code, stdout }).toEqual({ format, code: 2, stdout: '' });
      expect(stderr).toContain(`not found in any row (--fields):`);
    }
  });

  test.each([
    ['tasks view SCM-12', 'task.title,task.due,comments.99.text,task.tags.99'],
    ['tasks list --scope all', 'tags.99,assignees.0,due,uuid,people'],
    ['tickets list --segment all', 'checklist.0.text,tags.0'],
  ])('%s --fields %s may be absent', async (line, fields) => {
    expect(await world.run(`${line} --fields ${fields}`)).toMatchObject({ code: 0, stderr: '' });
  });

  test('what was done is reported, wherever a path leads', async () => {
    expect(await world.run('tasks edit SCM-12 --add-tag rope --jsonl --fields ref.x,ok')).toMatchObject({
      code: 0,
      stdout: '{"ref.x":null,"ok":true}\n',
    });
  });

  test('of a row for each reference are refused before anything is changed', async () => {
    const { code, stdout, stderr } = await world.run('tasks edit SCM-12 SCM-13 -s done --fields ref,nonsense');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('unknown name in --fields: "nonsense"');
    expect(world.takeRequests()).toEqual([]);
    expect(
      (await world.run('tasks edit SCM-12 SCM-13 --add-tag x --fields ref,uuid,ok,error.code --csv')).stdout,
    ).toMatch(/^ref,uuid,ok,error.code\r?\nSCM-12,[\w-]{36},true,\r?\nSCM-13,[\w-]{36},true,\r?\n$/);
  });

  test('of a result are warned about once it is there: what is written is written', async () => {
    const made = await world.run('tasks create --project SCM -t Ladder --json --fields ref,nonsense');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({ ref: expect.stringMatching(/^SCM-\d+$/), nonsense: null });
    expect(JSON.parse(made.stderr)).toMatchObject({
      warning: { message: 'unknown name in --fields: "nonsense"', hint: expect.stringContaining('known: displayId') },
    });
    const said = await world.run('chat reply "Lunch on Friday" -b "I am in." --fields uuid,nonsense --csv');
    expect(said).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: unknown name in --fields: "nonsense"/),
    });
    expect(said.stderr).not.toContain('is kept in');
  });

  test('what was created carries its reference in every format', async () => {
    const { stdout } = await world.run('tasks create --project SCM -t Rope --csv');
    expect(stdout).toMatch(/^ref,uuid,id,displayId\r?\n(SCM-\d+),([\w-]{36}),\2,\1\r?\n$/);
  });
});

describe('formats and columns', () => {
  const formats = ['--json', '--jsonl', '--csv', '--tsv', '--yaml', '--quiet'];
  const pairs = formats.flatMap((one, at) => formats.slice(at + 1).map((other) => [one, other] as const));
  const lines = [
    'tasks list',
    'tasks view SCM-12',
    'inbox count',
    'tasks create --project SCM -t x',
    'whoami',
    'config list',
  ];

  test.each(lines)('%s takes one format only', async (line) => {
    for (const [one, other] of [...pairs, ...formats.slice(1).map((format) => ['--jq', format] as const)]) {
      const jq = one === '--jq' ? ['--jq', '.'] : [one];
      const { code, stdout, stderr } = await world.run([...line.split(' '), ...jq, other]);
      expect({ code, stdout }, `${one} ${other}`).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`${one} and ${other} cannot be used together`);
    }
    expect(world.takeRequests()).toEqual([]);
  });

  test.each(lines)('%s prints references or columns, not both, and each column once', async (line) => {
    await noRequest(`${line} -q --fields ref`, '--quiet prints references only and cannot be used with --fields');
    await noRequest(`${line} --fields ref,uuid,ref`, '--fields names "ref" twice');
    await noRequest(`${line} --fields ref --fields ref`, '--fields names "ref" twice');
    await noRequest(`${line} --fields=`, '--fields has an empty name in ""');
    await noRequest(`${line} --fields ref,,uuid`, '--fields has an empty name in "ref,,uuid"');
    expect((await world.run(`${line} --json=`)).code).toBe(2);
    expect((await world.run(`${line} --json=ref --csv`)).code).toBe(2);
  });

  test.each(['tasks', 'tickets', 'projects', 'notes', 'wiki'])('%s sorts by each column once', async (line) => {
    await noRequest(`${line} --sort ref,title,-ref`, '--sort names "ref" twice');
    await noRequest(`${line} --sort=`, '--sort has an empty name in ""');
    await noRequest(`${line} -L 0`, '--limit takes a whole number of at least 1, not "0"');
  });

  test.each(['inbox count -L 3', 'tasks view SCM-12 --sort ref', 'whoami -L 1', 'status --sort ref'])(
    '%s: no rows, nothing to sort or to cut',
    async (line) => {
      expect((await world.run(line)).stderr).toMatch(/^error: unknown option '(-L|--sort)'/);
      expect(world.takeRequests()).toEqual([]);
    },
  );
});

describe('names in --fields', () => {
  test.each([
    ['tasks -L 1', '.ref'],
    ['tasks -L 1', 'ref.'],
    ['tasks -L 1', 'assignees..0'],
    ['tasks -L 1', 'nope.ref'],
    ['tasks view SCM-12', 'task..title'],
    ['inbox count', 'unread.'],
    ['orgs', 'nope'],
  ])('%s does not know %s', async (line, field) => {
    const { code, stdout, stderr } = await world.run(`${line} --fields ${field}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^error: unknown name in --fields: "(.*)"\nhint: (known: \w+(, \w+)+|did you mean \w+\?)\n$/,
    );
    expect(stderr).toContain(`"${field}"`);
  });

  test('are known by every row of the answer, also by those that filters leave out', async () => {
    const rows = [
      { id: 'A-1', status: 'todo' },
      { id: 'A-2', status: 'done', rare: { deep: 5 } },
    ];
    const send = async () => answerJson(200, { tasks: rows, users: {} });
    expect((await world.run('tasks -s todo --fields ref,rare.deep', { send })).stdout).toBe('A-1\t\n');
    expect((await world.run('tasks -L 1 --json=rare', { send })).stdout).toBe('[{"rare":null}]\n');
    expect((await world.run('tasks -s todo --sort rare.deep -q', { send })).stdout).toBe('A-1\n');
    expect((await world.run('tasks --state all --sort -rare.deep -q', { send })).stdout).toBe('A-2\nA-1\n');
    expect((await world.run('tasks -s gone --fields nope --json', { send })).stdout).toBe('[]\n');
    expect((await world.run('tasks --unassigned', { send })).stderr).toBe(
      'error: cannot filter by --unassigned: this server does not send assignees or assignee\n',
    );
  });
});

describe('a flag that takes one value', () => {
  test.each([
    ['tasks create --project SCM --title a --title b', '--title'],
    ['tasks create --project SCM -t a -t a', '--title'],
    ['tasks edit SCM-12 --due mon --due tue', '--due'],
    ['tasks edit SCM-12 -s todo --status done', '--status'],
    ['tickets edit BERG-9 -p low -p high', '--priority'],
    ['tickets reply BERG-9 -b a -b b', '--body'],
    ['tickets reply BERG-9 -F a -F b', '--body-file'],
    ['tasks list --scope all --scope mine', '--scope'],
    ['tasks list -L 1 -L 2', '--limit'],
    ['tasks list --sort due --sort title', '--sort'],
    ['tasks list --color always --color never', '--color'],
    ['--color always tasks list --color never', '--color'],
    ['-I work tasks -I other list', '--instance'],
  ])('given twice: %s', async (line, flag) => {
    await noRequest(line, `${flag} can be given only once`);
  });

  test.each([
    'tasks list -q -L 1 -L 1 --json --json',
    'tasks list -q --sort due,title --sort due,title',
    '--color never tasks -I work list -q -q --color never -I work --timeout 9 --timeout 9',
  ])('and says the same again is no contradiction: %s', async (line) => {
    expect((await world.run(line.replace('-q -L', '-L'), narrow)).code).toBe(0);
  });

  test('a flag that is repeatable takes several', async () => {
    expect((await world.run('tasks list --scope all -s todo -s done --type bug --type task -q', narrow)).code).toBe(0);
  });
});
