import { spawnSync } from 'node:child_process';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, printed, shapes, type TestWorld } from '../support/run.js';
import { answer } from '../support/sandbox/in-process.js';
import { allTests } from '../support/set-up.js';

const hasJq = spawnSync('jq', ['--version']).status === 0;

const world = allTests(openWorld);
beforeEach(() => void world.takeRequests());

const jq = async (line: string, expression: string, options = {}) =>
  await world.run([...line.split(' '), '--jq', expression], options);

const expressions = [
  '.',
  'length',
  '.[].title',
  '.[] | select(.status == "todo") | .ref',
  '.[] | {ref, title, due}',
  '.[] | [.ref, .status, .priority] | @tsv',
  '.[] | [.ref, .title] | @csv',
  'map(.estimate // 0) | add',
  'group_by(.status) | map({(.[0].status): length}) | add',
  '[.[] | select(.due != null)] | sort_by(.due, .ref) | .[0:3] | map(.ref)',
  'map(.people // {} | to_entries[] | .value.name) | unique',
  '.[0] | keys',
  '.[] | select(.title | test("[^\\\\x00-\\\\x7f]")) | .title | ascii_downcase',
  '[.[].title | length] | max, min',
  'first(.[] | select(.priority == "urgent")) | "\\(.ref): \\(.title)"',
  'reduce .[] as $row ({}; .[$row.type] += 1)',
  '[limit(3; .[])] | .[].title | @base64, @uri, @sh, @html',
  '.[0].title | explode | implode | split(" ") | join("_")',
  '[paths(type == "string")] | length',
  'def short: .[0:12]; .[] | .title | short | ltrimstr("A") | gsub("o"; "0")',
  '.[99999].title?, (try error("x") catch .), null, true, 1, 1.5, "a\\nb\\t\\"c\\""',
  'INDEX(.ref) | keys | join(",")',
];

describe.each(shapes)('shape %s: --jq and jq agree byte for byte', (shape) => {
  const tasks = allTests(() => openWorld({ shape }));
  let json: string;
  beforeAll(async () => {
    json = (await tasks.run('tasks list --scope all --json')).stdout;
  });

  // What jq makes of the rows does not depend on the shape; a few show that it gets them. Starting it takes longer than any of them.
  const tried = shape === 'spec' ? [expressions.slice(0, 11), expressions.slice(11)] : [expressions.slice(0, 6)];
  test.skipIf(!hasJq).each(tried.map((some) => some.map((each) => `(${each})`).join(', ')))(
    '%s',
    async (expression) => {
      const own = spawnSync('jq', ['-rc', expression], { input: json, encoding: 'utf8' });
      expect(own.stderr).toBe('');
      const { code, stdout, stderr } = await tasks.run(['tasks', 'list', '--scope', 'all', '--jq', expression]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe(own.stdout);
      expect(stdout).not.toBe('');
    },
  );
});

describe('--jq', () => {
  test('goes through lists, views, results, plain objects and single values alike', async () => {
    expect(await jq('inbox count', '.unread')).toEqual(printed('38\n'));
    expect(await jq('tasks view SCM-12', '.ref, (.task | has("title"))')).toEqual(printed('SCM-12\ntrue\n'));
    expect(await jq('tasks create --project SCM -t Rope', '.ref | test("^SCM-")')).toEqual(printed('true\n'));
    expect(await jq('tasks edit SCM-12 SCM-13 --add-tag jq', '.[] | .ref, .ok')).toEqual(
      printed('SCM-12\ntrue\nSCM-13\ntrue\n'),
    );
    expect(await jq('tasks edit SCM-12 -n -s done', '.[].method')).toEqual(printed('PATCH\n'));
    expect(await jq('prefs get theme', '.')).toEqual(printed('light\n'));
    expect(await jq('config get color', '.')).toEqual(printed('auto\n'));
  });

  test('sees exactly the columns that --fields names', async () => {
    expect(await jq('tasks list -L 1 --fields ref,status', '.[0] | keys_unsorted')).toEqual(
      printed('["ref","status"]\n'),
    );
    expect((await world.run(['tasks', '--json=ref', '-L', '2', '--jq', '.[] | keys[]'])).stdout).toBe('ref\nref\n');
  });

  test('an expression that does not compile is a usage error before any request', async () => {
    for (const [line, expression, message] of [
      ['tasks', '.[', 'syntax error, unexpected end of file at line 1, column 2'],
      ['tasks create --project SCM -t x', 'foo(1) + $bar', 'foo/1 is not defined at line 1, column 1'],
      ['tasks', '', 'Top-level program not given'],
      ['tasks', 'version', 'version/0 is not defined'],
    ] as const) {
      const { code, stdout, stderr } = await jq(line, expression);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'usage', message: expect.stringContaining(message) } });
    }
    expect(world.takeRequests()).toEqual([]);
  });

  test('an error at run time is exit 1 in jq’s words, and what came before it stays', async () => {
    const { code, stdout, stderr } = await jq('tasks -L 2', '.[0].ref, (.[1] | .title[0]), "never"');
    expect({ code, stdout: /^[A-Z]+-\d+\n$/.test(stdout) }).toEqual({ code: 1, stdout: true });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'failed',
        status: null,
        message: expect.stringMatching(/^--jq: Cannot index string/),
        hint: null,
        retryable: false,
      },
    });
    expect(JSON.parse((await jq('tasks', '"a\\nb" | halt_error')).stderr)).toMatchObject({
      error: { message: '--jq: a\nb' },
    });
    expect(JSON.parse((await jq('tasks', 'halt_error(3) | empty')).stderr)).toMatchObject({
      error: { code: 'failed' },
    });
    expect(JSON.parse((await jq('tasks', 'error(null)')).stderr)).toMatchObject({
      error: { message: '--jq: (not a string): null' },
    });
    expect((await jq('tasks', '[input]')).code).toBe(1);
  });

  test('what was written is written, whatever the expression makes of it', async () => {
    const { code, stdout, stderr } = await jq('tasks create --project SCM -t Lantern-oil', '.ref, error("no")');
    expect({ code, isRef: /^SCM-\d+\n$/.test(stdout) }).toEqual({ code: 1, isRef: true });
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        error: {
          code: 'failed',
          status: null,
          message: '--jq: no',
          hint: 'it was done all the same: check before you run it again',
          retryable: false,
        },
      },
    ]);
    expect(await jq('tasks list --scope all --search Lantern-oil', 'length')).toEqual(printed('1\n'));
    const comment = await jq('tasks comment SCM-12 -b Hello', '.[0].ok, error("no")');
    expect({ code: comment.code, stdout: comment.stdout }).toEqual({ code: 1, stdout: 'true\n' });
    expect(comment.stderr).not.toContain('draft');
  });

  test('says of itself what it is told to: halt, empty, debug, places, big numbers', async () => {
    expect(await jq('tasks', '"before", halt, "after"')).toEqual(printed('before\n'));
    expect(await jq('tasks', 'empty')).toEqual(printed(''));
    const { code, stdout, stderr } = await jq('inbox count', '.unread | debug | debug("two")');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '38\n' });
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ warning: { message: '["DEBUG:",38]' } }, { warning: { message: '["DEBUG:","two"]' } }]);
    expect(
      await jq('tasks', '$__loc__, ("aGkK" | @base64d), 12345678901234567890, 1.0, [limit(2; repeat(1))]'),
    ).toEqual(printed('{"file":"<top-level>","line":1}\nhi\n\n12345678901234567890\n1.0\n[1,1]\n'));
  });

  test('keeps white space and odd characters of a text', async () => {
    expect(await jq('tasks', '"  \\ufeff x \\n\\n", "", "\\u0000\\u202e"')).toEqual(
      printed('  \ufeff x \n\n\n\n\0\u202e\n'),
    );
    expect(await jq('tasks', '["\\u202e\\u009b\\u007f", "é漢😀"]')).toEqual(
      printed('["\\u202e\\u009b\\u007f","é漢😀"]\n'),
    );
  });

  test('sees the environment as jq does, but for tokens', async () => {
    const token = 'canary-0123456789';
    const odd = '\\(1) "\u0001" \\u0041 😀';
    const env = { WHO: 'Mara', ODD: odd, TRACKER_TOKEN: token, TRACKER_TOKEN_HINT: 'canary', COPY: `Bearer ${token}` };
    const run = async (expression: string) => await jq('config get color', expression, { env });
    expect(await run('env.WHO, $ENV.ODD, env == $ENV')).toEqual(printed(`Mara\n${odd}\ntrue\n`));
    expect((await run('def who: $ENV.WHO; [who, (env | has("HOME"))]')).stdout).toBe('["Mara",false]\n');
    const { code, stdout } = await run('[env, $ENV] | tojson');
    expect({ code, hasCanary: stdout.includes('canary'), isOurs: stdout.includes('web_user') }).toEqual({
      code: 0,
      hasCanary: false,
      isOurs: false,
    });
    const wrong = await run('env.WHO | .[');
    expect({ code: wrong.code, where: wrong.stderr.includes('column 12') }).toEqual({ code: 2, where: true });
  });

  test('says in words that there is no second document', async () => {
    for (const expression of ['input', '.ref?, input']) {
      const { code, stderr } = await jq('inbox count', expression);
      expect({ code, error: JSON.parse(stderr).error.message }).toEqual({ code: 1, error: '--jq: No more inputs' });
    }
    expect(JSON.parse((await jq('inbox count', 'error("break")')).stderr).error.message).toBe('--jq: break');
    expect((await jq('inbox count', '[inputs]')).stdout).toBe('[]\n');
  });

  test('goes through the body of an answer of api, and through all its pages', async () => {
    expect(await jq('api /me', '.user.name')).toEqual(printed('Mara Lindqvist\n'));
    const { stdout } = await jq('api /inbox --paginate', 'length');
    expect(Number(stdout)).toBeGreaterThan(30);
    expect(await jq('inbox list --all', 'length')).toEqual(printed(stdout));
    const { code, stdout: none, stderr } = await jq('api /tasks/00000000-0000-4000-8000-000000000000', '.');
    expect({ code, none }).toEqual({ code: 4, none: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found', status: 404 } });
    expect((await jq('api /me --fields id', '.')).code).toBe(2);
  });

  test('a title with half a character does not make the answer unreadable', async () => {
    const scotland = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
    const broken = await openWorld();
    const body = `{"tasks":[{"id":"A-1","title":"a\\ud800b \\\\ud800 \\udc67${scotland}"}],"users":{}}`;
    const send: TestWorld['send'] = async (request) =>
      request.url.pathname.endsWith('/tasks') ? answer(200, body) : await broken.send(request);
    const { code, stdout } = await broken.run(['tasks', '--jq', '.[].title'], { send });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `a\ufffdb \\ud800 \ufffd${scotland}\n` });
  });

  test('results deeper than jq can hold are an error, not a crash', async () => {
    const { code, stdout, stderr } = await jq('tasks', '1, reduce range(30000) as $i (.; [.])');
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^(1\n)?$/) });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'failed', message: expect.stringMatching(/^--jq: /) } });
  });

  test('so is one that is too large before it has seen a document', async () => {
    const { code, stdout, stderr } = await jq('tasks', '"a"*300000000|length');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { message: '--jq: too deep or too large for jq' } });
  });

  test('on a terminal values are indented, digits kept, and texts made harmless', async () => {
    const terminal = { terminal: { columns: 80 } };
    expect((await jq('tasks', '{a: [1, 12345678901234567890], b: {}, c: [], d: "x,y:{}[]\\""}', terminal)).stdout).toBe(
      '{\n  "a": [\n    1,\n    12345678901234567890\n  ],\n  "b": {},\n  "c": [],\n  "d": "x,y:{}[]\\""\n}\n',
    );
    const { stdout } = await jq('tasks', '"\\u001b[31mred", "\\u202e"', terminal);
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    expect(stdout).toContain('red');
  });

  test('goes with no other format, and with nothing that has a form of its own', async () => {
    for (const flag of ['--jsonl', '--csv', '--tsv', '--quiet']) {
      const { code, stdout, stderr } = await jq(`tasks ${flag}`, '.');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`--jq and ${flag} cannot be used together`);
    }
    expect((await jq('tasks --json', 'length')).code).toBe(0);
    world.takeRequests();
    for (const line of ['tasks view SCM-12 --web', 'status --short', 'api /me -i', 'wiki view x --html'])
      expect((await jq(line, '.')).code, line).toBe(2);
    expect(world.takeRequests()).toEqual([]);
  });
});
