import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { interrupt } from '../support/computer/interrupt.js';
import { shell, start } from '../support/computer/program.js';
import { runHere as tracker } from '../support/run-here.js';
import { canary, startServiceFor } from '../support/sandbox/service.js';
import { over, stream } from '../support/servers/event-answers.js';
import { type Answer, html, json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';
import { until } from '../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home));

const answerWith = (...answers: readonly Answer[]): void =>
  service.on('GET /api/v1/events', ...answers.map((answer) => service.guarded(answer)));

const asked = () => service.requests.filter(({ target }) => target === '/api/v1/events');
const inbox = '{"type":"inbox"}\n';

/** Runs `events` until the server says that there is nothing more, and gives what was printed. */
async function follow(...answers: readonly Answer[]): Promise<readonly unknown[]> {
  answerWith(...answers, over);
  const { code, stdout } = await tracker(home, 'events');
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line): unknown => JSON.parse(line));
}

describe('R55: the lines of a stream', () => {
  const one = [
    { type: 'x', n: 1 },
    { type: 'x', n: 2 },
  ];
  const [first, second] = ['data: {"type":"x","n":1}', 'data: {"type":"x","n":2}'];

  test.each<[string, readonly string[], readonly unknown[]]>([
    ['CRLF, cut between the two', [`${first}\r`, `\n\r`, `\n${second}\r\n`, '\r\n'], one],
    ['the name of the event', ['event: inbox\ndata: {"n":1}\n\n'], [{ n: 1, type: 'inbox' }]],
  ])('R55: %s', async (_what, pieces, expected) => {
    expect(await follow(stream(pieces, 'end'))).toEqual(expected);
  });
});

describe('R56: after a drop', () => {
  test.each(['0', '200', 'abc'])('R56: retry: %s, the id and the token as stored by then', async (retry) => {
    const next = canary();
    let dropped = 0;
    // The token that the answer of the stream brings is the one that is sent next.
    const answer = service.guarded((exchange) => {
      exchange.response.setHeader('set-auth-token', next);
      exchange.socket.once('close', () => {
        dropped = performance.now();
        service.take(next);
      });
      stream([`retry: ${retry}\nid: 7\ndata: 1\n\n`], 'drop')(exchange);
    });
    let waited = 0;
    service.on('GET /api/v1/events', answer, (exchange) => {
      waited = performance.now() - dropped;
      service.guarded(over)(exchange);
    });
    const first = service.token();
    expect((await tracker(home, 'events')).code).toBe(0);
    expect(waited).toBeGreaterThan(450);
    expect(waited).toBeLessThan(4_000);
    expect(asked().map(({ headers }) => [headers.authorization, headers['last-event-id']])).toEqual([
      [`Bearer ${first}`, undefined],
      [`Bearer ${next}`, '7'],
    ]);
  });

  test.skipIf(!hasTerminal)('R56: a wait of years becomes one of a minute', async () => {
    answerWith(stream(['retry: 99999999999\ndata: 1\n\n'], 'drop'));
    const running = startAtTerminal(home, ['tracker', 'events']);
    await running.waitFor(/trying again in 60 s/);
    running.type('\u0003');
    expect((await running.ended)?.code).toBe(130);
    expect(asked().length).toBe(1);
  });

  test('R56: streams that end at once are no hot loop', async () => {
    answerWith(...Array.from({ length: 2 }, () => stream(['retry: 0\n\n'], 'end')), over);
    const started = performance.now();
    expect((await tracker(home, 'events')).code).toBe(0);
    expect(asked().length).toBe(3);
    // Half a second at first, and twice that after the second one.
    expect(performance.now() - started).toBeGreaterThan(1_450);
  });
});

describe('R57: an answer that is no stream', () => {
  test.each<[string, Answer, number, RegExp]>([
    ['204', over, 0, /^$/],
    ['403', json({ message: 'Not for you.' }, 403), 5, /^error: Not for you\.\n$/],
    ['404', json({ message: 'No such thing.' }, 404), 4, /^error: No such thing\.\n$/],
    ['HTML', html(), 1, /^error: \S+ sends "text\/html" instead of an event stream\n$/],
  ])('R57: %s stops it', async (_what, answer, code, stderr) => {
    answerWith(answer);
    const ran = await tracker(home, 'events');
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' });
    expect(ran.stderr).toMatch(stderr);
    expect(asked().length).toBe(1);
  });

  test('R57: 401 stops it with 3, after one look for a newer token', async () => {
    answerWith(over);
    service.take(canary());
    const ran = await tracker(home, 'events');
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('is no longer valid; sign in again');
    expect(asked().length).toBe(1);
  });

  test.each([503, 429])('R57: %i is waited for, and tried again', async (status) => {
    expect(await follow(json({ message: 'later' }, status), stream([`data: ${inbox}\n`], 'end'))).toEqual([
      { type: 'inbox' },
    ]);
    expect(asked().length).toBe(3);
  });
});

describe('R58: a stream that says nothing, or never ends a line', () => {
  test('R58: silence far beyond --timeout keeps the connection', async () => {
    let late: (() => void) | undefined;
    answerWith((exchange) => {
      stream([])(exchange);
      late = () => void exchange.response.write(`data: ${inbox}\n`);
    });
    const running = start(home, ['tracker', 'events', '--timeout', '0.2']);
    await until('the stream', () => late);
    const opened = performance.now();
    await until('ten times the time-out', () => performance.now() - opened > 2_000);
    late?.();
    await until('the event', () => running.stdout() === inbox);
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(asked().length).toBe(1);
  });

  test('R58: a line of 100 MB is refused in bounded memory', async () => {
    let sent = 0;
    const piece = Buffer.alloc(1024 * 1024, 'x');
    answerWith(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        while (sent < 100 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    });
    const env = { NODE_OPTIONS: '--max-old-space-size=64' };
    const ran = await start(home, ['tracker', 'events'], { env }).ended;
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^error: the event stream sent a line or an event of more than \d+ characters\n$/);
    expect(sent).toBeLessThan(100);
  });
});

describe('R59: the end, and the output', () => {
  test('R59: each event is one JSON line at once, and Ctrl-C ends it within a second', async () => {
    answerWith(stream(['data: {"type":"inbox"}\n\n', 'data: {\ndata: "type":"task","text":"a\\nb"}\n\n', 'data: cut']));
    const running = start(home, ['tracker', 'events', '--json']);
    const both = `${inbox}{"type":"task","text":"a\\nb"}\n`;
    await until('both events', () => running.stdout() === both);
    const { code, stdout, stderr } = await interrupt(running);
    expect({ code, stdout }).toEqual({ code: 130, stdout: both });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'interrupted' } });
  });

  test('R59: a reader that has gone ends it quietly at the next event', async () => {
    answerWith(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write('data: {"type":"inbox"}\n\n'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const line = '{ tracker events; echo $? >&2; } | head -1';
    expect(await shell(home, line)).toEqual({ code: 0, stdout: inbox, stderr: '0\n' });
  });
});
