import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { shell, start, tracker } from '../support/computer/program.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';

let home: Home;
let large: Home;

beforeAll(async () => {
  home = makeHome();
  large = makeHome();
  await startSandbox(home, ['--memory']);
  await startSandbox(large, ['--memory', '--seed', 'large:1']);
});

afterAll(async () => {
  for (const each of [home, large]) {
    await stopAndClose(each);
  }
});

describe('a reader that leaves early', () => {
  test.each(['', ' --json'])('ends a list quietly with 0 (tasks list%s)', async (format) => {
    const line = `{ tracker tasks list --scope all --state all${format}; echo "code $?" >&2; } | head -c 20 | wc -c`;
    const { stdout, stderr } = await shell(home, line);
    expect({ bytes: Number(stdout), stderr }).toEqual({ bytes: 20, stderr: 'code 0\n' });
  });

  test('ends a view quietly with 0, though it left before the first byte', async () => {
    const line = '{ tracker tasks view SCM-12 --comments 99; echo "code $?" >&2; } | true';
    expect(await shell(home, line)).toEqual({ code: 0, stdout: '', stderr: 'code 0\n' });
  });

  test('does not hide an error', async () => {
    const line = '{ tracker tasks view NOPE-1; echo "code $?" >&2; } | true';
    expect((await shell(home, line)).stderr).toBe('error: there is no task NOPE-1 that you can see\ncode 4\n');
  });
});

describe('an output that cannot be written', () => {
  test('changes no result when it is stderr', async () => {
    expect((await shell(home, 'tracker tasks view NOPE-1 2>/dev/full')).code).toBe(4);
    expect((await shell(home, 'tracker tasks list -q -L 1 2>&-')).stdout).toMatch(/^[A-Z]+-\d+\n$/);
  });

  test('needs no standard input', async () => {
    expect((await shell(home, 'tracker tasks list -q -L 1 <&-')).stdout).toMatch(/^[A-Z]+-\d+\n$/);
  });
});

describe('a reader', () => {
  test('gets every row in each format', { timeout: 60_000 }, async () => {
    const count = JSON.parse((await tracker(large, 'tasks list --scope all --state all --json')).stdout)
      .length as number;
    expect(count).toBeGreaterThan(19_900);
    for (const [format, lines] of [
      ['--tsv', count],
      ['--csv', count + 1],
      ['--jsonl', count],
      ['-q', count],
    ] as const) {
      const { stdout } = await shell(large, `tracker tasks list --scope all --state all ${format} | wc -l`);
      expect([format, Number(stdout)]).toEqual([format, lines]);
    }
  });
});

describe('a slow reader', () => {
  test('is left by SIGTERM with 143, the list being half written', async () => {
    const running = start(large, [
      'sh',
      '-c',
      'tracker tasks list --scope all --state all --json & echo "process $!" >&2; wait $!; echo "code $?" >&2',
    ]);
    const [, id] = await running.waitFor(/process (\d+)/);
    process.kill(Number(id), 'SIGTERM');
    expect((await running.ended).stderr).toMatch(/code 143\n$/);
  });
});

describe('several references from a pipe', () => {
  test('a list of references feeds other programs', async () => {
    const line =
      'tracker tasks list --scope all --state all -q -L 3 | while read ref; do tracker tasks view "$ref" --json=ref; done';
    const { code, stdout } = await shell(home, line);
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((each) => Object.keys(JSON.parse(each))),
    ).toEqual([['ref'], ['ref'], ['ref']]);
    expect((await tracker(home, 'tasks list --scope all --state all -q -L 3')).stdout.trim().split('\n')).toEqual(
      stdout
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each).ref),
    );
  });
});
