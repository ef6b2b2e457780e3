import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { draftsIn } from '../support/computer/drafts.js';
import { shell } from '../support/computer/program.js';
import { runHere as tracker } from '../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { trackerAtTerminal } from '../support/terminal/editing.js';

/** What `jq -c 'select(.priority=="urgent")'` does, where there is no jq. */
const select = `node -e 'const rows = require("fs").readFileSync(0, "utf8").trim().split("\\n");
for (const row of rows) if (JSON.parse(row).priority === "urgent") console.log(row)'`;

const urgentRows = `tracker tasks list --scope all --jsonl | { if command -v jq >/dev/null; then jq -c 'select(.priority=="urgent")'; else ${select}; fi; }`;

describe('many tasks through a pipe', () => {
  // In this shape lists tell the tags.
  const home = allTests(() => startSandboxHome(['--memory', '--shape', 'wire']), stopAndClose);

  const tagged = async (): Promise<readonly string[]> => {
    const { stdout } = await tracker(home, 'tasks list --scope all --tag hot -q');
    return stdout.split('\n').slice(0, -1).sort();
  };

  test('a dry run shows what would be sent; in earnest every task gets a row', async () => {
    const urgent = (await tracker(home, 'tasks list --scope all -p urgent -q')).stdout.trim().split('\n').sort();
    expect(urgent.length).toBeGreaterThan(2);
    const dry = await shell(home, `${urgentRows} | tracker tasks edit - --add-tag hot --dry-run --jsonl`);
    const shown = dry.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ code: dry.code, stderr: dry.stderr, count: shown.length }).toEqual({
      code: 0,
      stderr: expect.stringContaining('--tag hot has not been seen'),
      count: urgent.length,
    });
    expect(shown.every(({ method, body }) => method === 'PATCH' && body.tags.includes('hot'))).toBe(true);
    expect(await tagged()).toEqual([]);
    const wet = await shell(home, `${urgentRows} | tracker tasks edit - --add-tag hot`);
    expect({ code: wet.code, stderr: wet.stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      wet.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t').slice(0, 2))
        .sort(),
    ).toEqual(urgent.map((ref) => [ref, 'true']));
    expect(await tagged()).toEqual(urgent);
  });
});

describe('the description in an editor', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  beforeAll(async () => await tracker(home, ['tasks', 'edit', 'SCM-12', '-b', 'First words.']));

  const description = async (): Promise<string> =>
    JSON.parse((await tracker(home, 'tasks view SCM-12 --json')).stdout).task.description;
  const drafts = () => draftsIn(join(home.folder, '.local', 'state', 'tracker'));

  test('begins with the present one, and what was written replaces it', async () => {
    const editor = home.write('append', '#!/bin/sh\ncp "$1" "$0.seen"\necho "Second words." >> "$1"\n', 0o755);
    const { code } = await trackerAtTerminal(home, 'tasks edit SCM-12 -e', { TRACKER_EDITOR: editor });
    expect(code).toBe(0);
    expect(readFileSync(`${editor}.seen`, 'utf8')).toBe('First words.\n');
    expect(await description()).toBe('First words.\nSecond words.');
    expect(home.leftovers().filter((name) => name.startsWith('tracker-'))).toEqual([]);
  });

  test.each([
    ['that changes nothing', 'true', 'nothing was changed, so nothing was sent', 0],
    ['that fails', 'echo x >> "$1"; exit 3', 'the editor ended with exit code 3; nothing was sent', 1],
    ['that leaves nothing', ': > "$1"', 'nothing was written, so nothing was sent', 0],
  ])('an editor %s sends nothing, and new words are kept', async (_, script, error, kept) => {
    const before = await description();
    const editor = home.write('editor', `#!/bin/sh\n${script}\n`, 0o755);
    const { code, shown } = await trackerAtTerminal(home, 'tasks edit SCM-12 -e', { TRACKER_EDITOR: editor });
    expect(code).toBe(1);
    expect(shown).toContain(`error: ${error}\n`);
    expect(await description()).toBe(before);
    const left = drafts();
    expect(left).toHaveLength(kept);
    for (const { path } of left) rmSync(path);
  });

  test('changed by somebody else meanwhile: exit 6, theirs stays, ours is a draft that can be sent', async () => {
    const script = '#!/bin/sh\ntracker tasks edit SCM-12 -b "Their words." >/dev/null\necho "Our words." > "$1"\n';
    const editor = home.write('slow', script, 0o755);
    const { code, shown } = await trackerAtTerminal(home, 'tasks edit SCM-12 -e -p low', { TRACKER_EDITOR: editor });
    expect(code).toBe(6);
    expect(shown).toContain(
      'error: someone else changed the description while you were writing; it was not overwritten\n',
    );
    expect(await description()).toBe('Their words.');
    const [draft] = drafts();
    expect(draft?.flags).toEqual({ body: 'Our words.', priority: 'low' });
    const id = draft?.id;
    expect(shown).toContain(`hint: send it again: tracker tasks edit SCM-12 --from-draft ${id}\n`);
    expect((await tracker(home, `tasks edit SCM-12 --from-draft ${id}`)).code).toBe(0);
    expect(await description()).toBe('Our words.');
    expect(drafts()).toEqual([]);
  });
});
