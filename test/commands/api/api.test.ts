import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HttpReply, HttpRequest } from '../../../src/http/message.js';
import { missing } from '../../support/computer/missing.js';
import { narrow, openAtHome, openWorld, owner, printed, type Ran, refused } from '../../support/run.js';
import { answer, answerJson, requestLine } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

const sean = 'sean@lantern.example';

describe('api', () => {
  const world = allTests(openWorld);
  beforeEach(() => void world.takeRequests());

  test('the body as it came', async () => {
    const { code, stdout, stderr } = await world.run('api /me');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ user: { email: owner } });
    expect(stdout.endsWith('\n')).toBe(false);
    expect(world.takeRequests()).toEqual(['GET /api/v1/me']);
  });

  test.each([
    ['tasks?scope=all', 'GET /api/v1/tasks?scope=all'],
    ['/tasks?scope=all&x=%2F', 'GET /api/v1/tasks?scope=all&x=%2F'],
    ['{base}/api/auth/get-session', 'GET /api/auth/get-session'],
    ['https://work.example/api/v1/inbox/badge', 'GET /api/v1/inbox/badge'],
    ['/search?q=a b', 'GET /api/v1/search?q=a%20b'],
    ['/search?q=%2e%2e%2f%5c', 'GET /api/v1/search?q=%2e%2e%2f%5c'],
  ])('%s', async (path, line) => {
    expect((await world.run(['api', path])).code).toBe(0);
    expect(world.takeRequests()).toEqual([line]);
  });

  test('/instance needs no sign-in, and gets no token', async () => {
    const headers: HttpRequest['headers'][] = [];
    const send = async (request: HttpRequest): Promise<HttpReply> => {
      headers.push(request.headers);
      return await world.send(request);
    };
    const ran = await world.run(`api /instance -I ${world.url}`, { signedIn: false, send });
    expect(JSON.parse(ran.stdout)).toMatchObject({ api: 1 });
    expect((await world.run('api {base}/api/v1/instance', { send })).code).toBe(0);
    expect((await world.run('api /me', { send })).code).toBe(0);
    expect(headers.map((each) => 'authorization' in each)).toEqual([false, false, true]);
    expect((await world.run(`api /me -I ${world.url}`, { signedIn: false })).code).toBe(3);
  });

  test('fields make a body, and a POST', async () => {
    const { code, stdout } = await world.run([
      ...['api', '/tasks', '-f', 'title=From here', '-f', 'projectKey=OPS', '-F', 'estimate=30'],
      ...['-f', 'tags[]=a', '-f', 'tags[]=b,c'],
    ]);
    expect(code).toBe(0);
    expect(world.takeRequests()).toEqual(['POST /api/v1/tasks']);
    const created = JSON.parse(stdout) as { readonly id: string };
    const { task } = JSON.parse((await world.run(`api /tasks/${created.id}`)).stdout);
    expect(task).toMatchObject({ title: 'From here', estimate: 30, tags: ['a', 'b,c'] });
  });

  test('with -X GET they are parameters', async () => {
    await world.run(['api', '/search?q=x', '-X', 'get', '-f', 'types=task,wiki', '-F', 'n=null', '-f', 'a[]=1&2']);
    expect(world.takeRequests()).toEqual(['GET /api/v1/search?q=x&types=task%2Cwiki&a%5B%5D=1%262&n=']);
  });

  test('an input is sent as it is, from a file and from a pipe; fields beside it are parameters', async () => {
    const machine = await world.machine(sean);
    const file = join(machine.folder, 'body.json');
    writeFileSync(file, '{"name":"Seán B."}');
    expect((await machine.run(`api /me/profile -X PATCH --input ${file} -f x=1`)).code).toBe(0);
    const { stdout } = await machine.run('api /me/profile -X PATCH --input -', { stdin: '{"name":"Seán C."}' });
    expect(JSON.parse(stdout)).toMatchObject({ user: { name: 'Seán C.' } });
    expect(world.takeRequests()).toEqual(['PATCH /api/v1/me/profile?x=1', 'PATCH /api/v1/me/profile']);
  });

  test('--no-input is not the opposite of --input', async () => {
    const ran = await world.run('api /me/profile -X PATCH --input - --no-input', {
      as: sean,
      stdin: '{"name":"Seán D."}',
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ user: { name: 'Seán D.' } });
    expect((await world.run('api /inbox/badge --no-input')).code).toBe(0);
  });

  test('a refusal is printed, reported, and has its exit code', async () => {
    const missing = await world.run('api /tasks/00000000-0000-4000-8000-000000000000');
    expect(missing.code).toBe(4);
    const { message } = JSON.parse(missing.stdout);
    expect(missing.stderr).toBe(`error: ${message}\n`);
    const invalid = await world.run('api /tasks -f title=');
    expect(invalid.code).toBe(1);
    expect(JSON.parse(invalid.stdout)).toHaveProperty('message');
    const forbidden = await world.run('api /wiki', { as: 'p.mueller-luedenscheidt@bergmann-ortho.example' });
    expect(forbidden.code).toBe(5);
  });

  test('status line and headers come first', async () => {
    const { stdout } = await world.run('api /me -i');
    const [head = '', body = ''] = stdout.split('\n\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\n(.*\n)*content-type: application\/json/);
    expect(JSON.parse(body)).toHaveProperty('user');
  });

  test('all pages of the inbox, each row once', async () => {
    const known = (await world.json('inbox list --all')) as { readonly uuid: string }[];
    world.takeRequests();
    const { code, stdout } = await world.run('api /inbox?limit=7 --paginate');
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { readonly id: string }[]).map(({ id }) => id)).toEqual(
      known.map(({ uuid }) => uuid),
    );
    // Each page but the first begins with the last row of the one before.
    expect(world.takeRequests().length).toBe(Math.ceil((known.length - 1) / 6));
    const { stdout: lines } = await world.run('api inbox --paginate --jsonl');
    expect(lines.split('\n').length).toBe(known.length + 1);
    expect(world.takeRequests()[0]).toBe('GET /api/v1/inbox?limit=100');
  });

  test('all pages of an activity', async () => {
    const id = world.sandbox.world.db.get<{ id: string }>("SELECT id FROM projects WHERE key = 'SCM'")?.id;
    const { stdout } = await world.run(`api /projects/${id}/activity --paginate`);
    const rows = JSON.parse(stdout) as { readonly id: string }[];
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(world.takeRequests().slice(0, 2)).toEqual([
      `GET /api/v1/projects/${id}/activity`,
      `GET /api/v1/projects/${id}/activity?offset=50`,
    ]);
  });

  test('--dry-run shows what would change something, and has no meaning for what reads', async () => {
    expect(await world.run('api /tasks -f title=x -F n=1 -n')).toEqual(
      printed(`POST\t${world.url}/api/v1/tasks\t{"title":"x","n":1}\t\n`),
    );
    const shown = await world.run('api /tasks/x?y=1 -X DELETE -n --json');
    expect(JSON.parse(shown.stdout)).toEqual([
      { method: 'DELETE', url: `${world.url}/api/v1/tasks/x?y=1`, body: null, files: [] },
    ]);
    expect((await world.run('api /x --input - -n', { stdin: '{"a":1}' })).stdout).toContain('\t{"a":1}\t\n');
    expect(await world.run('api /inbox/badge -n')).toEqual(
      refused(2, '--dry-run cannot be used with GET, which changes nothing', 'leave out --dry-run'),
    );
    expect(world.takeRequests()).toEqual([]);
  });
});

describe('at a terminal', () => {
  const shown = async (body: string, type = 'text/plain'): Promise<string> => {
    const world = await openWorld();
    const send = async (): Promise<HttpReply> => answer(200, body, { 'content-type': type });
    return (await world.run('api /me', { ...narrow, send })).stdout;
  };

  test('JSON is indented, controls are made visible', async () => {
    expect(await shown('{"a":"\u009b\u202e"}', 'application/json')).toBe('{\n  "a": "\\u009b\\u202e"\n}\n');
    expect(await shown('{"n":1.0,"n":12345678901234567890}', 'application/json')).toBe(
      '{\n  "n": 1.0,\n  "n": 12345678901234567890\n}\n',
    );
    expect(await shown('a\u001b[2Jb\u0007\r\nc')).toBe('a^[[2Jb^G\nc\n');
    expect(await shown('[not json')).toBe('[not json\n');
    expect(await shown('')).toBe('');
  });
});

describe('bodies', () => {
  const bodyOf = async (...words: readonly string[]): Promise<unknown> => {
    const world = await openWorld();
    let sent: unknown;
    const send = async (request: HttpRequest): Promise<HttpReply> => {
      sent = JSON.parse(String(request.body));
      return answerJson(200, {});
    };
    expect((await world.run(['api', '/x', ...words], { send, stdin: 'from stdin\n' })).stderr).toBe('');
    return sent;
  };

  test.each<[readonly string[], unknown]>([
    [['-f', 'a=1', '-F', 'b=1'], { a: '1', b: 1 }],
    [['-F', 'a=true', '-F', 'b=false', '-F', 'c=null', '-F', 'd=-12'], { a: true, b: false, c: null, d: -12 }],
    [['-F', 'a=1.5', '-F', 'b=007', '-F', 'c=', '-F', 'd=x=y'], { a: '1.5', b: '007', c: '', d: 'x=y' }],
    [['-f', 'a[b]=1', '-f', 'a[c][d]=2'], { a: { b: '1', c: { d: '2' } } }],
    [['-F', 'a[]=1', '-F', 'a[]=2'], { a: [1, 2] }],
    [['-F', 'a[]'], { a: [] }],
    [['-F', 'a[][b]=1', '-F', 'a[][c]=2', '-F', 'a[][b]=3'], { a: [{ b: 1, c: 2 }, { b: 3 }] }],
    [['-f', 'a=[1]'], { a: '[1]' }],
    [['-F', 'a=@-'], { a: 'from stdin\n' }],
  ])('%j', async (words, expected) => {
    expect(await bodyOf(...words)).toEqual(expected);
  });

  test('odd keys are keys', async () => {
    expect(JSON.stringify(await bodyOf('-f', '__proto__=x', '-f', 'constructor[name]=y'))).toBe(
      '{"__proto__":"x","constructor":{"name":"y"}}',
    );
  });

  test('a text from a file', async () => {
    const { machine } = await openAtHome();
    const file = join(machine.folder, 'text.md');
    writeFileSync(file, 'Grüße\n');
    const { stdout } = await machine.run(`api /x -F body=@${file} -n --json`);
    expect(JSON.parse(stdout)).toMatchObject([{ body: { body: readFileSync(file, 'utf8') } }]);
    writeFileSync(file, Buffer.of(0xff, 0xfe));
    expect((await machine.run(`api /x -F body=@${file} -n`)).stderr).toContain('is not text in UTF-8');
  });
});

describe('what is refused before anything is sent', () => {
  const hint = 'tracker api /tasks?scope=all';
  const origin = 'https://work.example';
  const keys = 'keys look like a, a[b] or a[], as in -f a[b]=text';
  const unpaged = '--paginate can only be used with /inbox and /projects/ID/activity; other lists are not paged';
  const formats = [
    'the body is printed unchanged; output formats do not apply',
    'use --jq to filter it, or --jsonl with --paginate',
  ] as const;
  type Refusal = [readonly string[], string, string?];
  const foreign = (url: string, shown = url): Refusal => [
    [url],
    `"${shown}" is not under ${origin}/; nothing was sent`,
    hint,
  ];
  const segments = (path: string): Refusal => [[path], `"${path}" must not contain . or .. segments`, hint];
  test.each<Refusal>([
    [[''], 'the path cannot be empty', hint],
    segments('/tasks/../../../x'),
    segments('{base}/%2e%2E/x'),
    segments('/%2e%2e%2fx'),
    segments('/a/..%2F..%2fx'),
    segments('{base}/%252e%252e%252fx'),
    segments('https://work.example/a%2f..'),
    [['/..%5cx'], '"/..%5cx" contains a backslash', hint],
    [['/a%5Cb'], '"/a%5Cb" contains a backslash', hint],
    [['/a\\..\\b'], String.raw`"/a\\..\\b" contains a character that is not allowed in a URL`, hint],
    [['/a\nb'], String.raw`"/a\nb" contains a character that is not allowed in a URL`, hint],
    [['/a#b'], '"/a#b" contains a #, which is not sent; write it as %23 in a value', hint],
    ...(
      [
        ['/api/v1/search?q=a b', "'/search?q=a b'"],
        ['api/v1/tasks', '/tasks'],
        ['/api/v1', '/'],
        ['api/v1?a=b', "'/?a=b'"],
      ] as const
    ).map(
      ([path, own]): Refusal => [
        [path],
        `"${path}" begins with /api/v1, which is added to every path`,
        `give ${own} instead`,
      ],
    ),
    foreign('https://evil.example/api/v1/me'),
    foreign('http://work.example/api/v1/me'),
    foreign('https://work.example:444/me'),
    foreign('https://a:b@work.example/me', 'https://***@work.example/me'),
    foreign('//evil.example/me'),
    foreign('file:///etc/passwd'),
    [['/x', '-X', 'CONNECT'], '--method takes a method such as PATCH, not "CONNECT"'],
    [['/x', '-X', 'A B'], '--method takes a method such as PATCH, not "A B"'],
    [['/x', '-f', 'a'], '-f: "a" is not key=value', keys],
    [['/x', '-f', '=a'], '-f: "=a" is not key=value', keys],
    [['/x', '-F', 'a[b=1'], '-F: "a[b=1" is not key=value', keys],
    [['/x', '-f', 'a=1', '-f', 'a=2'], 'the field "a" conflicts with an earlier one'],
    [['/x', '-f', 'a=1', '-f', 'a[b]=2'], 'the field "a[b]" conflicts with an earlier one'],
    [['/x', '-f', 'a[]=1', '-f', 'a[b]=2'], 'the field "a[b]" conflicts with an earlier one'],
    [
      ['/x', '-F', 'a=99999999999999999999'],
      '-F: "99999999999999999999" is too large for a number',
      'send it as a string with -f',
    ],
    [['/x', '-F', `a=@${missing}/x`], `-F: cannot read "${missing}/x": there is no such file`],
    [['/x', '-F', 'a=@'], '-F: cannot read "": the file name after @ is missing'],
    [['/x', '-F', 'a=@-', '-F', 'b=@-'], '@- can be given only once'],
    [['/x', '-F', 'a=@-', '--input', '-'], '--input - and @- cannot both read standard input'],
    [['/x', '--input', `${missing}/x`], `--input: cannot read "${missing}/x": there is no such file`],
    [['/x', '--input', '/'], '--input: cannot read "/": it is a folder'],
    [['/x', '-H', 'Authorization: Bearer x'], '-H: authorization cannot be set'],
    [['/x', '-H', 'cookie: a=b'], '-H: cookie cannot be set'],
    [['/x', '-H', 'Content-Length: 5'], '-H: content-length cannot be set'],
    [
      ['/x', '-H', 'x: a\r\nauthorization: b'],
      '-H: the value of x contains a character that is not allowed in a header',
    ],
    [['/x', '-H', 'no colon'], "-H takes 'name: value'", "-H 'accept-language: de'"],
    [['/x', '-H', 'a b: c'], "-H takes 'name: value'", "-H 'accept-language: de'"],
    [['/tasks', '--paginate'], unpaged],
    [['{base}/inbox', '--paginate'], unpaged],
    [['/inbox', '--paginate', '-f', 'a=b'], '--paginate can only be used with GET', 'add -X GET'],
    [['/inbox', '--paginate', '-i'], '--paginate and --include cannot be used together'],
    [['/me', '--csv'], ...formats],
    [['/me', '-q'], ...formats],
    [['/me', '--fields', 'a'], ...formats],
  ])('%j', async (words, error, told) => {
    const world = await openWorld();
    expect(await world.run(['api', ...words])).toEqual(refused(2, error, told));
    expect(world.takeRequests()).toEqual([]);
  });
});

test('rows of pages have no columns', async () => {
  const world = await openWorld();
  expect((await world.run('api /inbox --paginate --jsonl --fields id')).code).toBe(2);
  expect((await world.run('api /inbox --paginate --json')).code).toBe(2);
  expect(world.takeRequests()).toEqual([]);
});

describe('pages that mean it ill', () => {
  const paged = async (pages: (line: string) => unknown, flags = ''): Promise<Ran & { readonly asked: number }> => {
    const world = await openWorld();
    let asked = 0;
    const send = async (request: HttpRequest): Promise<HttpReply> => {
      asked += 1;
      const page = pages(requestLine(request));
      return typeof page === 'string' ? answer(200, page) : answerJson(200, page);
    };
    return { ...(await world.run(`api /inbox --paginate ${flags}`, { send })), asked };
  };

  test('the same cursor, or the same rows, end it', async () => {
    const same = await paged(() => ({ items: [{ id: 'a' }], nextCursor: 'c' }));
    expect(same).toEqual({ ...printed('[{"id":"a"}]\n'), asked: 2 });
    let number = 0;
    const rows = await paged(() => ({ items: [{ id: 'a' }], nextCursor: `c${number++}` }));
    expect(rows.asked).toBe(2);
    const cursor = await paged(() => ({ items: [{ id: `a${number++}` }], nextCursor: 'c' }));
    expect(cursor.asked).toBe(2);
  });

  test('pages without end are given up', async () => {
    let number = 0;
    const endless = await paged(() => ({ items: [{ id: String(number++) }], nextCursor: `c${number}` }));
    expect(endless.asked).toBe(10_000);
    expect(endless.code).toBe(1);
    expect(endless.stderr).toBe('error: stopped after 10000 pages from work.example\n');
    expect(endless.stdout.endsWith(']\n')).toBe(false);
  });

  test('a page of very many rows, and one whose rows have only numbers', async () => {
    const items = Array.from({ length: 200_000 }, (_, at) => ({ id: `a${at}` }));
    expect(await paged(() => ({ items }), '--jq length')).toMatchObject(printed('200000\n'));
    expect(await paged(() => `{"items":[{"id":${'9'.repeat(20)}}]}`)).toMatchObject(
      printed(`[{"id":${'9'.repeat(20)}}]\n`),
    );
  });

  test('no rows, and none of a list', async () => {
    expect(await paged(() => ({ items: [] }))).toEqual({ ...printed('[]\n'), asked: 1 });
    const none = await paged(() => ({ rows: [] }));
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('its "items" is not a list');
  });
});
