import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/contract/errors.js';
import { makeHome } from '../support/computer/home.js';
import { type Outcome, type RunOptions, start } from '../support/computer/program.js';
import { runHere } from '../support/run-here.js';
import { startMeddledService } from '../support/servers/meddled-service.js';
import { type Answer, drop, html, json, silence } from '../support/servers/misbehaving-server.js';
import { allTests } from '../support/set-up.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);

interface Case {
  readonly kind: keyof typeof exitCodes;
  readonly words: string;
  readonly code: number;
  readonly status?: number;
  /** What a route is answered with. */
  readonly answers?: readonly (readonly [route: string, answer: Answer])[];
  /** The signal that is sent once the request has come. */
  readonly signal?: NodeJS.Signals;
  readonly env?: Readonly<Record<string, string>>;
}

const tasks = 'GET /api/v1/tasks';
const comment = 'POST /api/v1/tasks/c6661e83-b7b8-487a-ac7d-31555564f8ed/comments';

/** Each word that `code` may be, and each exit code, reached by a command of its own. */
const cases: readonly Case[] = [
  { kind: 'failed', words: 'tasks list', code: 1, status: 200, answers: [[tasks, html()]] },
  { kind: 'failed', words: 'tasks list', code: 1, answers: [[tasks, json({ tasks: null })]] },
  { kind: 'invalid', words: 'tasks list', code: 1, status: 400, answers: [[tasks, json({ message: 'no' }, 400)]] },
  { kind: 'usage', words: 'tasks list --scoope all', code: 2 },
  { kind: 'usage', words: 'taks list', code: 2 },
  { kind: 'usage', words: 'tasks view', code: 2 },
  { kind: 'usage', words: 'tasks list --csv --tsv', code: 2 },
  { kind: 'usage', words: 'sandbox', code: 2 },
  { kind: 'usage', words: 'tasks list -L 0', code: 2 },
  { kind: 'usage', words: '-I ftp://x tasks list', code: 2 },
  { kind: 'usage', words: 'tasks delete SCM-12', code: 2 },
  { kind: 'usage', words: 'tasks list --fields nothing-known', code: 2 },
  { kind: 'sign_in_required', words: 'tasks list', code: 3, env: { TRACKER_URL: '', TRACKER_TOKEN: '' } },
  { kind: 'sign_in_required', words: 'whoami', code: 3, status: 401, env: { TRACKER_TOKEN: 'canary-0123456789' } },
  { kind: 'not_found', words: 'tasks view NOPE-1', code: 4 },
  { kind: 'not_found', words: 'tasks list', code: 4, status: 404, answers: [[tasks, json({ message: 'no' }, 404)]] },
  { kind: 'ambiguous', words: 'attachments list SCM-3', code: 4 },
  { kind: 'forbidden', words: 'tasks list', code: 5, status: 403, answers: [[tasks, json({ message: 'no' }, 403)]] },
  { kind: 'read_only', words: 'tasks edit SCM-12 -p high --read-only', code: 5 },
  { kind: 'conflict', words: 'tasks comment SCM-12 -b x', code: 6, status: 409, answers: [[comment, json({}, 409)]] },
  { kind: 'network', words: 'tasks list', code: 7, env: { TRACKER_URL: 'http://127.0.0.1:9' } },
  { kind: 'network', words: 'tasks list --timeout 1', code: 7, answers: [[tasks, silence]] },
  { kind: 'partial', words: 'tasks done SCM-13 NOPE-1', code: 8 },
  { kind: 'unknown_outcome', words: 'tasks comment SCM-12 -b x', code: 8, answers: [[comment, drop]] },
  { kind: 'interrupted', words: 'tasks list', code: 130, signal: 'SIGINT', answers: [[tasks, silence]] },
  { kind: 'interrupted', words: 'tasks list', code: 143, signal: 'SIGTERM', answers: [[tasks, silence]] },
  { kind: 'interrupted', words: 'tasks list', code: 129, signal: 'SIGHUP', answers: [[tasks, silence]] },
  { kind: 'interrupted', words: 'tasks list', code: 131, signal: 'SIGQUIT', answers: [[tasks, silence]] },
];

/** Runs a case; the service answers everything else as usual. The built program runs one case of each kind. */
async function run(each: Case, format?: string): Promise<Outcome> {
  const words = [...each.words.split(' '), ...(format === undefined ? [] : [format])];
  const { answers = [], env = {} } = each;
  for (const [route, answer] of answers) service.on(route, answer);
  const options = { env: { ...service.env, ...env } };
  const isFirst = cases.find(({ kind }) => kind === each.kind) === each;
  const isBuilt = each.signal !== undefined || (format === '--json' && isFirst);
  const outcome = await (isBuilt ? runBuilt(each, words, options) : runHere(home, words, options));
  for (const [route] of answers) service.forget(route);
  // What may have arrived would hold what the next one writes.
  rmSync(join(home.folder, '.local/state/tracker/ledger'), { recursive: true, force: true });
  return outcome;
}

async function runBuilt({ signal }: Case, words: readonly string[], options: RunOptions): Promise<Outcome> {
  const before = service.requests.length;
  const running = start(home, ['tracker', ...words], options);
  if (signal !== undefined) {
    await service.received(before + 1);
    running.kill(signal);
  }
  return await running.ended;
}

/** Commands that take several references have said what became of each: one row each on stdout. */
const takesMany = ({ words }: Case): boolean => /^tasks (?:comment|done) /.test(words);

const titleOf = ({ kind, words, code }: Case): string => `${code} ${kind}: ${words}`;

describe.each(['--json', '--jsonl', '--json=ok'])('an error of %s', (format) => {
  // What is waited for for seconds, and how a signal is told from another, is the same in every format.
  const isSame = ({ kind, status, signal = 'SIGINT' }: Case): boolean =>
    kind === 'network' || status === 401 || signal !== 'SIGINT';
  const tried = cases.filter((each) => format === '--json' || !isSame(each));
  test.each(tried.map((each) => [titleOf(each), each] as const))('%s', async (_title, each) => {
    const { code, stdout, stderr } = await run(each, format);
    expect(code).toBe(each.code);
    const lines = stderr.trimEnd().split('\n');
    const parsed = lines.map((line): Record<string, unknown> => JSON.parse(line));
    for (const line of parsed.slice(0, -1)) expect(Object.keys(line)).toEqual(['warning']);
    const { error } = parsed.at(-1) as { readonly error: Readonly<Record<string, unknown>> };
    expect(Object.keys(error)).toEqual(['code', 'status', 'message', 'hint', 'retryable']);
    expect(error.retryable).toBe(each.kind === 'network');
    expect(error).toMatchObject({ code: each.kind, status: each.status ?? null, message: expect.stringMatching(/\S/) });
    expect(stdout).toMatch(takesMany(each) ? /false/ : /^$/);
  });
});

test.each(cases.map((each) => [titleOf(each), each] as const))('for people: %s', async (_title, each) => {
  const { code, stdout, stderr } = await run(each);
  expect(code).toBe(each.code);
  expect(stderr).toMatch(/^(?:(?:warning|hint): .+\n)*error: .+\n(?:hint: .+\n)?/);
  expect(stdout).toMatch(takesMany(each) ? /false/ : /^$/);
});

test('each word of the list, and each exit code, is among them', () => {
  expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(Object.keys(exitCodes)));
  expect(new Set(cases.map(({ code }) => code))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 129, 130, 131, 143]));
});

test('a warning is an object of its own, and so is what --debug prints', async () => {
  const env = { ...service.env, XDG_CONFIG_HOME: 'relative' };
  const { code, stderr } = await start(home, ['tracker', 'tasks', 'list', '--json', '--debug'], { env }).ended;
  expect(code).toBe(0);
  const keys = stderr
    .trimEnd()
    .split('\n')
    .flatMap((line) => Object.keys(JSON.parse(line)));
  expect(new Set(keys)).toEqual(new Set(['warning', 'debug']));
});

test('done is 0 and says nothing', async () => {
  for (const words of ['tasks list', 'search zzzzzzzz', 'tasks list -s todo --due none']) {
    const { code, stdout, stderr } = await start(home, ['tracker', ...words.split(' '), '--json'], { env: service.env })
      .ended;
    expect([words, code, stderr]).toEqual([words, 0, '']);
    expect(Array.isArray(JSON.parse(stdout))).toBe(true);
  }
});
