import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { shell, start } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, startServiceFor } from '../../support/sandbox/service.js';
import { listen } from '../../support/servers/listen.js';
import {
  type Answer,
  cutChunk,
  cutGzip,
  drop,
  gzip,
  html,
  json,
  redirect,
  repeating,
  shortBody,
  stall,
  text,
} from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home));

const answerWith = (answer: Answer, method = 'GET'): void => service.on(`${method} /api/v1/x`, service.guarded(answer));

const requests = () => service.requests.filter(({ target }) => target.startsWith('/api/v1/x'));

describe('whatever comes', () => {
  test.each<[string, Answer, number, string, RegExp]>([
    ['a 204', text('', 204), 0, '', /^$/],
    ['an empty 200', text(''), 0, '', /^$/],
    ['a gzip nobody asked for', gzip({ a: 1 }), 0, '{"a":1}', /^$/],
    ['broken JSON', text('{"a":', 200, { 'content-type': 'application/json' }), 0, '{"a":', /^$/],
    ['HTML', html(), 0, '<!doctype html><title>Something else</title><p>Hello', /^$/],
    [
      'an HTML error',
      html(404),
      4,
      '<!doctype html><title>Something else</title><p>Hello',
      /returned 404 \(Not Found\)/,
    ],
    ['an error without a body', text('', 500), 1, '', /returned 500/],
    ['400', json({ message: 'Bad.' }, 400), 1, '{"message":"Bad."}', /^error: Bad\.\n$/],
    ['403', json({ message: 'No.' }, 403), 5, '{"message":"No."}', /^error: No\.\n$/],
    ['409', json({ message: 'Changed.' }, 409), 6, '{"message":"Changed."}', /^error: Changed\.\n$/],
    ['304', text('', 304), 1, '', /returned 304/],
    ['a cut chunk', cutChunk('abc'), 7, 'abc', /^error: \S+: the (response was cut off|connection was closed)/],
    ['a short body', shortBody('abc'), 7, 'abc', /^error: /],
    ['a cut gzip', cutGzip({ a: 1 }), 7, '{"', /truncated or damaged/],
    ['a redirect elsewhere', redirect('http://127.0.0.1:1/x'), 1, '', /the redirect was not followed/],
  ])('%s', async (_name, answer, code, stdout, stderr) => {
    answerWith(answer);
    const ran = await tracker(home, 'api /x');
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout });
    expect(ran.stderr).toMatch(stderr);
  });

  test('a write whose answer is lost or breaks off may have been applied', async () => {
    answerWith(drop, 'POST');
    expect((await tracker(home, 'api /x -X POST')).code).toBe(8);
    answerWith(shortBody('{"id":', 201), 'POST');
    const ran = await tracker(home, 'api /x -X POST');
    expect([ran.code, ran.stdout]).toEqual([8, '{"id":']);
    expect(ran.stderr).toContain('hint: it has been applied; check before you run it again');
    expect(requests().length).toBe(2);
  });

  test('an error whose body never ends is reported within 2 s', async () => {
    answerWith(stall('{"message":', 404));
    const started = performance.now();
    const ran = await tracker(home, 'api /x');
    expect([ran.code, ran.stdout]).toEqual([4, '{"message":']);
    expect(performance.now() - started).toBeLessThan(onBusy(2_000));
  });

  test('an error whose body comes without an end is left, and reported', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    answerWith(({ response }) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    });
    const started = performance.now();
    const ran = await tracker(home, 'api /x');
    expect({ code: ran.code, length: ran.stdout.length }).toEqual({ code: 4, length: 10 * 1024 * 1024 });
    expect(ran.stderr).toMatch(/^warning: the body .* only part of it is printed\nerror: \S+ returned 404/);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(sent).toBeLessThan(40 * 1024 * 1024);
  });

  test('an error that trickles without an end is left after 10 s', async () => {
    answerWith(({ response }) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.write('{"message":"No.","x":"');
      const timer = setInterval(() => response.write('x'.repeat(2000)), 200);
      response.on('close', () => clearInterval(timer));
    });
    const started = performance.now();
    const ran = await tracker(home, 'api /x');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(ran.code).toBe(4);
    expect(ran.stdout).toMatch(/^\{"message":"No.","x":"x{2000}/);
    expect(ran.stderr).toMatch(/^warning: the body .* only part of it is printed\nerror: /);
  });

  test('no token is shown, and headers are harmless', async () => {
    const next = canary();
    const [cookies, sent] = [['a=secret-1', 'b=secret-2'], service.token()];
    const echoed = { 'x-seen': `Bearer ${sent}`, 'x-new': encodeURIComponent(`${next}`) };
    answerWith(text('{}', 200, { 'set-auth-token': next, 'set-cookie': cookies, 'x-odd': 'a\u009bb', ...echoed }));
    const { code, stdout } = await tracker(home, 'api /x -i');
    expect(code).toBe(0);
    expect(stdout).toContain('set-auth-token: ***\n');
    expect(stdout).toContain('set-cookie: ***\nset-cookie: ***\n');
    expect(stdout).toContain('x-seen: Bearer ***\nx-new: ***\n');
    expect(stdout).not.toMatch(/secret-|canary-|\u009b/);
    service.take(next);
    answerWith(json({}));
    expect((await tracker(home, 'api /x')).code).toBe(0);
    expect(requests().at(-1)?.headers.authorization).toBe(`Bearer ${next}`);
  });

  test('headers go out as given', async () => {
    answerWith(json({}));
    await tracker(home, ['api', '/x', '-H', 'X-One: 1', '-H', 'accept: text/plain', '-H', 'x-one: 2']);
    expect(requests()[0]?.headers).toMatchObject({ 'x-one': '2', accept: 'text/plain' });
    expect(requests()[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  test('the event stream stays open', async () => {
    service.on(
      'GET /api/v1/events',
      service.guarded(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': hello\n\n');
      }),
    );
    const running = start(home, ['tracker', 'api', '/events', '--timeout', '0.5']);
    await until('the comment', () => running.stdout() === ': hello\n\n');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
  });
});

describe('large bodies', () => {
  const piece = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < piece.length; at++) piece[at] = (at * 7 + (at >> 8)) & 0xff;
  const megabytes = 100;
  const all = (): string => {
    const hash = createHash('sha256');
    for (let left = megabytes; left > 0; left--) hash.update(piece);
    return hash.digest('hex');
  };
  let known: string | undefined;
  const digest = (): string => {
    known ??= all();
    return known;
  };
  const env = { NODE_OPTIONS: '--max-old-space-size=48' };

  test('a download is byte for byte the same, in little memory', async () => {
    answerWith(repeating(piece, megabytes));
    const peak = join(home.temporary, 'peak');
    const line = `{ command time -f %M -o ${peak} tracker api /x; echo $? >&2; } | sha256sum; cat ${peak}`;
    const ran = await shell(home, line, { env });
    expect(ran.stderr).toBe('0\n');
    const [sum, kilobytes] = ran.stdout.trim().split('\n');
    expect(sum?.split(' ')[0]).toBe(digest());
    if (kilobytes !== undefined) expect(Number(kilobytes)).toBeLessThan(180_000);
    const head = await shell(home, 'tracker api /x | head -c 5 | wc -c', { env });
    expect(head).toEqual({ code: 0, stdout: '5\n', stderr: '' });
  });

  /** Hashes what it gets, and refuses the first upload for its token where it is told to. */
  async function startSink(
    refuseFirst: boolean,
  ): Promise<{ server: Server; url: string; sums: string[]; lengths: (string | undefined)[] }> {
    const sums: string[] = [];
    const lengths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      // Whose the token is.
      if (request.method === 'GET') return void response.writeHead(404).end();
      const hash = createHash('sha256');
      request.on('data', (chunk: Buffer) => void hash.update(chunk));
      request.on('end', () => {
        sums.push(hash.digest('hex'));
        lengths.push(request.headers['content-length']);
        const isLimited = refuseFirst && sums.length === 1;
        response.writeHead(isLimited ? 429 : 200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    return { server, url: `http://127.0.0.1:${await listen(server)}`, sums, lengths };
  }

  test.each([
    ['a file', (file: string) => `tracker api /x --input ${file}`],
    ['a pipe', (file: string) => `cat ${file} | tracker api /x --input -`],
  ])('an upload from %s is streamed, and sent whole again after a 429', async (_name, line) => {
    const sink = await startSink(true);
    const file = home.write('big.bin', '');
    for (let left = megabytes; left > 0; left--) writeFileSync(file, piece, { flag: 'a' });
    const token = canary();
    const ran = await shell(home, line(file), { env: { ...env, TRACKER_URL: sink.url, TRACKER_TOKEN: token } });
    expect(ran).toEqual({ code: 0, stdout: '{}', stderr: '' });
    expect(sink.sums).toEqual([digest(), digest()]);
    expect(sink.lengths).toEqual([String(megabytes * piece.length), String(megabytes * piece.length)]);
    expect(readdirSync(home.temporary)).toEqual([]);
    await new Promise<void>((resolve) => {
      sink.server.close(() => resolve());
      sink.server.closeAllConnections();
    });
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while standard input is read leaves no file behind, and nothing is sent', async (signal, code) => {
    const line = 'mkfifo pipe; exec 3<>pipe; head -c 3000000 /dev/zero >pipe & exec tracker api /x --input - <pipe';
    const running = start(home, ['sh', '-c', line], { folder: home.temporary });
    const kept = (): readonly string[] => home.leftovers().filter((name) => name.startsWith('tracker-'));
    await until('the file', () => kept().some((name) => statSync(join(home.temporary, name)).size === 3_000_000));
    running.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(kept()).toEqual([]);
    expect(requests()).toEqual([]);
  });
});
