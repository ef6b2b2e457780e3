import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { type SmallService, signIn, startSmallService } from '../support/sandbox/service.js';
import { type Answer, json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';
import { until } from '../support/until.js';

const uuids = Array.from({ length: 12 }, (_, at) => `6a1b0c9d-8e7f-4a6b-9c5d-${String(at).padStart(12, '0')}`);

/** Each task is read before it is deleted; these have neither a reference nor a title. */
const readTask: Answer = (exchange) => {
  const uuid = exchange.request.target.split('/').at(-1);
  json({ task: { uuid } })(exchange);
};

describe.skipIf(!hasTerminal)('twelve at a slow server (needs @lydell/node-pty)', () => {
  const home = eachTest(makeHome);
  let server: SmallService;
  /** What a deletion is answered with, by its turn. */
  let answerTo: (turn: number) => Answer | undefined;
  let turns: number;
  let underWay: number;
  let most: number;

  beforeEach(async () => {
    [turns, underWay, most] = [0, 0, 0];
    const otherwise: Answer = (exchange) => {
      if (exchange.request.method === 'GET') return readTask(exchange);
      const answer = answerTo(turns++);
      underWay += 1;
      most = Math.max(most, underWay);
      exchange.response.on('close', () => {
        underWay -= 1;
      });
      // Whoever gets no answer waits for it.
      if (answer) setTimeout(() => answer(exchange), 150);
    };
    server = await startSmallService(undefined, { otherwise });
    await signIn(home, server.origin, server.token());
  });
  afterEach(async () => await server.close());

  const at = (command: readonly string[]) => {
    return startAtTerminal(home, command, { env: { NO_COLOR: '1' } });
  };
  const words = ['tracker', 'tasks', 'delete', ...uuids, '--yes'];
  /** The same with its rows in a file, and nothing but stderr on the terminal. */
  const intoFile = (flags: readonly string[]) => {
    const file = home.write('rows', '');
    const session = at(['sh', '-c', 'file=$1; shift; exec "$@" >"$file"', 'sh', file, ...words, ...flags]);
    return { session, rows: () => readFileSync(file, 'utf8') };
  };
  /** What is left of lines that were drawn over. */
  const left = (raw: string): readonly string[] =>
    raw
      .replaceAll('\r\n', '\n')
      .replaceAll('^C', '')
      .split('\n')
      .map((line) => line.split('\r\u001b[2K').at(-1) ?? '')
      .filter((line) => line !== '');
  const parsed = (rows: string) =>
    rows
      .trim()
      .split('\n')
      .map((row): { ref: string; ok: boolean; error?: { message: string } } => JSON.parse(row));
  const bar = /deleting [█░]{24} \d+\/12/;
  const done = json({ ok: true });
  const slowly =
    (milliseconds: number, answer: Answer): Answer =>
    (exchange) =>
      void setTimeout(() => answer(exchange), milliseconds);

  test('a line shows how far it is, four are asked for at once, and the line goes', async () => {
    answerTo = () => done;
    const { code, raw } = await at(words).ended;
    expect({ code, turns, most }).toEqual({ code: 0, turns: 12, most: 4 });
    expect(raw).toMatch(bar);
    expect(left(raw)).toEqual(uuids.map((uuid) => `Deleted ${uuid}.`));
  });

  test('a message while it is drawn gets a line of its own, and a slow server is not named as well', async () => {
    answerTo = (turn) => (turn === 6 ? json({}, 429, { 'retry-after': '1' }) : slowly(450, done));
    const { code, raw } = await at(words).ended;
    expect({ code, turns }).toEqual({ code: 0, turns: 13 });
    expect(raw).toMatch(bar);
    const { host } = new URL(server.origin);
    expect(left(raw)).toEqual([
      `${host} returned 429; trying again in 1 s…`,
      ...uuids.map((uuid) => `Deleted ${uuid}.`),
    ]);
  });

  test('the line is drawn on stderr alone', async () => {
    answerTo = () => done;
    const { session, rows } = intoFile([]);
    const { code, raw } = await session.ended;
    expect({ code, rows: rows() }).toEqual({ code: 0, rows: uuids.map((uuid) => `${uuid}\ttrue\t\n`).join('') });
    expect(raw).toMatch(bar);
    expect(left(raw)).toEqual([]);
  });

  test('Ctrl-C says which were done, which nobody knows, and which were not tried', async () => {
    answerTo = (turn) => (turn < 4 ? done : undefined);
    const session = at(words);
    await until('four that hang', () => turns === 8 && underWay === 4);
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect({ code, turns }).toEqual({ code: 130, turns: 8 });
    const lines = left(raw);
    expect([...lines.slice(0, uuids.length), lines.at(-1)]).toEqual([
      ...uuids.slice(0, 4).map((uuid) => `Deleted ${uuid}.`),
      ...uuids.slice(4, 8).map((uuid) => `${uuid}: interrupted; it may have been done`),
      ...uuids.slice(8).map((uuid) => `${uuid}: not tried`),
      'error: interrupted',
    ]);
    expect(lines.slice(uuids.length).join(' ')).toContain('wait until this is settled; it is kept as draft 1');
  });

  test('Ctrl-C leaves a row of --jsonl for each', async () => {
    answerTo = (turn) => (turn < 4 ? done : undefined);
    const { session, rows } = intoFile(['--jsonl']);
    await until('four that hang', () => turns === 8 && underWay === 4);
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(raw).not.toMatch(/[█░]/);
    const told = parsed(rows());
    expect(told.map(({ ref }) => ref)).toEqual(uuids);
    expect(told.map(({ ok }) => ok)).toEqual(uuids.map((_, index) => index < 4));
    expect(told.map(({ error }) => error?.message)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      ...Array.from({ length: 4 }, () => 'interrupted; it may have been done'),
      ...Array.from({ length: 4 }, () => 'not tried'),
    ]);
    expect(JSON.parse(left(raw).at(-1) ?? '')).toMatchObject({ error: { code: 'interrupted' } });
  });
});
