import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { shell, tracker } from '../support/computer/program.js';
import { onBusy } from '../support/on-busy.js';
import { runHere } from '../support/run-here.js';
import { startSmallService, task } from '../support/sandbox/service.js';
import { type Answer, json, text } from '../support/servers/misbehaving-server.js';
import { allTests } from '../support/set-up.js';

const home = allTests(makeHome);
const service = allTests(startSmallService);

const rows = (count: number, more = ''): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    ...task,
    id: `ABC-${index + 1}`,
    uuid: `6a1b0c9d-8e7f-4a6b-9c5d-${String(index).padStart(12, '0')}`,
    title: `${task.title} ${index} ${more}`,
  }));

const big = 'x'.repeat(1_700);

/** Wide enough that every format of it is more than 5 MB. */
const many = rows(3_000, big);

/** More than a pipe holds. */
const some = rows(300, big);

beforeAll(async () => {
  const page = { id: task.uuid, title: 'Long', body: `${big}\n\n`.repeat(300) };
  const [all, mine] = [json({ tasks: many }), json({ tasks: some })];
  const listed: Answer = (exchange) => (exchange.request.target.includes('scope=all') ? all : mine)(exchange);
  service.on('GET /api/v1/tasks', service.guarded(listed));
  service.on('GET /api/v1/notes/list', json({ quick: [page] }));
  service.on(`GET /api/v1/notes/${task.uuid}`, json({ note: page }));
});

/** What prints a lot, in every way to write: at once, as JSON, a view, raw answers as they arrive, help; and what prints little. */
const printers = [
  'tasks list',
  'tasks list --jsonl',
  `notes view ${task.uuid}`,
  'api -i /tasks',
  'help',
  'config list',
];

describe('a reader that goes away', () => {
  test.each(printers)('R60: after one line is exit 0 and no word (%s)', async (words) => {
    const line = `{ tracker ${words}; echo "code $?" >&2; } | head -1 | wc -l`;
    const { stdout, stderr } = await shell(home, line, { env: service.env });
    expect({ stderr, lines: Number(stdout) }).toEqual({ stderr: 'code 0\n', lines: expect.any(Number) });
    expect(Number(stdout)).toBeLessThanOrEqual(1);
  });

  test.each(['tasks list', 'tasks list --json', 'api /tasks', 'help'])(
    'R60: before the first byte is the same, and so is a stderr that is closed (%s)',
    async (words) => {
      const file = home.write('code', '');
      const line = `{ tracker ${words} 2>&-; echo "code $?" > ${file}; } | true`;
      expect((await shell(home, line, { env: service.env })).stderr).toBe('');
      expect(readFileSync(file, 'utf8')).toBe('code 0\n');
    },
  );
});

test.each(['', '-i'])('R60: a refusal is told where nobody reads its body (%s)', async (more) => {
  service.on('PATCH /api/v1/refusal', json({ message: 'No.' }, 403));
  const line = `tracker api /refusal -X PATCH ${more}`;
  for (const gone of ['| true', '>&-'])
    expect(await shell(home, `{ ${line}; echo "code $?" >&2; } ${gone}`, { env: service.env })).toMatchObject({
      stderr: 'error: No.\ncode 5\n',
    });
});

const full = existsSync('/dev/full');

describe('an output that cannot be written', () => {
  test.skipIf(!full).each([...printers, 'token', '--version'])(
    'R60: /dev/full is one line and code 1 (%s)',
    async (words) => {
      const { code, stdout, stderr } = await shell(home, `tracker ${words} > /dev/full`, { env: service.env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      const message = 'could not write to standard output: no space left on the device';
      if (/--jsonl?\b/.test(words)) expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'failed', message } });
      else expect(stderr).toBe(`error: ${message}\n`);
    },
  );

  test
    .skipIf(!full)
    .each([
      'notes create -t A',
      'notes create -t A --yaml',
      'notes create -t A --jq .',
      'api /notes -f title=A',
      'api /notes -f title=A --jq .',
      'config set color never --fields key',
    ])('R60: nor can it after something was done, which the error says (%s)', async (words) => {
    service.on('POST /api/v1/notes', json({ note: { id: task.uuid, title: 'A' } }, 201));
    const { code, stderr } = await shell(home, `tracker ${words} > /dev/full`, { env: service.env });
    expect(code).toBe(1);
    expect(stderr).toContain('could not write to standard output: no space left on the device');
    expect(stderr).toContain('it was done all the same: check before you run it again');
  });

  test.each(printers)('R60: a closed stdout is one line at most, and no crash (%s)', async (words) => {
    const { code, stdout, stderr } = await shell(home, `tracker ${words} >&-`, { env: service.env });
    expect(stdout).toBe('');
    expect([0, 1]).toContain(code);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(2);
    expect(stderr).not.toMatch(/\n\s+at |node:/);
    if (code === 1) expect(stderr).toMatch(/^(?:error: |\{"error":)/);
  });

  test.skipIf(!full)('R60: where stderr cannot be written either the code says it', async () => {
    expect((await shell(home, 'tracker tasks list > /dev/full 2>&1', { env: service.env })).code).toBe(1);
    expect((await shell(home, 'tracker tasks lst 2> /dev/full', { env: service.env })).code).toBe(2);
    const refused = { ...service.env, TRACKER_TOKEN: 'canary-0123456789' };
    expect((await shell(home, 'tracker tasks list 2>&-', { env: refused })).code).toBe(3);
    expect((await shell(home, 'tracker tasks list -q >&- 2>&- <&-', { env: service.env })).code).toBeLessThanOrEqual(1);
  });
});

/** Reads a little at a time, with a pause in between. */
const slowly =
  'process.stdin.on("data",(b)=>{process.stdout.write(b);process.stdin.pause();setTimeout(()=>process.stdin.resume(),2)})';

const refused = `{"message":"no","more":"${'y'.repeat(5_300_000)}"}`;
const refusal: Answer = text(refused, 400, { 'content-type': 'application/json' });

describe('a slow reader', () => {
  test.each([
    ['tasks list --scope all --json', 0, undefined],
    ['tasks list --scope all', 0, undefined],
    ['api /tasks?scope=all', 0, JSON.stringify({ tasks: many })],
    ['api /large-refusal', 1, refused],
  ])('R61: gets 5 MB to the last byte, and the code is right (%s)', async (words, wanted, known) => {
    service.on('GET /api/v1/large-refusal', refusal);
    const line = `{ tracker ${words} 2>/dev/null; echo "code $?" >&2; } | node -e '${slowly}'`;
    const { stdout, stderr } = await shell(home, line, { env: service.env });
    expect(stderr).toBe(`code ${wanted}\n`);
    expect(stdout.length).toBeGreaterThan(5_000_000);
    expect(stdout === (known ?? (await runHere(home, words, { env: service.env })).stdout)).toBe(true);
  });

  test.each(['tasks list -L 1', 'api /me', 'tasks view NOPE-1'])(
    'R61: the program is gone within 300 ms of its output, though the server keeps its connections (%s)',
    async (words) => {
      const keeping = await startSmallService(undefined, { keepAliveMs: 60_000 });
      const child = spawn('tracker', words.split(' '), {
        env: { ...home.env, ...keeping.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let last = 0;
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', () => {
          last = performance.now();
        });
      }
      await once(child, 'exit');
      const after = performance.now() - last;
      await keeping.close();
      expect(last).toBeGreaterThan(0);
      expect(after).toBeLessThan(onBusy(300));
    },
  );

  test('R61: a refusal of more than a pipe holds reaches stdout whole beside its error', async () => {
    service.on('GET /api/v1/large-refusal', refusal);
    const { code, stdout, stderr } = await tracker(home, 'api /large-refusal', { env: service.env });
    expect([code, stdout.length, stderr]).toEqual([
      1,
      5_300_026,
      expect.stringMatching(/^error: \S+ returned 400 .*\n$/),
    ]);
  });
});

test('R98: a file of the program is not read from standard input', async () => {
  const sent = service.requests.length;
  const env = { TRACKER_URL: service.origin, TRACKER_TOKEN_FILE: home.write('own-token', 'a-token') };
  for (const line of [
    ...['tasks comment ABC-1 -F -', 'tasks comment ABC-1 -b See. --attach - --attach-name a.txt', 'view -'],
    ...['api -X POST /tasks --input -', 'api -X POST /tasks -F title=@-', 'devices add --platform ios'],
  ])
    expect([line, await shell(home, `tracker ${line} < "$TRACKER_TOKEN_FILE"`, { env })]).toEqual([
      line,
      { code: 2, stdout: '', stderr: expect.stringContaining("is one of tracker's own files, which are never sent") },
    ]);
  expect(service.requests.slice(sent)).toEqual([]);
});
