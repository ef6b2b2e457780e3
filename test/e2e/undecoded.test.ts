import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { shell } from '../support/computer/program.js';
import { allTests } from '../support/set-up.js';

describe('arguments that are not UTF-8', () => {
  const home = allTests(makeHome);

  const latin = "$(printf 'caf\\351')";

  test.each([
    `tracker tasks comment SCM-12 -b "${latin}"`,
    `tracker tasks edit SCM-12 --title="x ${latin}" --json`,
    `tracker sandbox run -- echo "${latin}"`,
    `tracker "${latin}"`,
  ])('%s is refused', async (line) => {
    const { code, stdout, stderr } = await shell(home, line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/caf\ufffd[^\n]*\\?" is not text in UTF-8/);
  });

  test('U+FFFD itself can be typed, next to no other', async () => {
    const typed = await shell(home, "tracker config set editor 'a\ufffdb' && tracker config get editor");
    expect(typed).toEqual({ code: 0, stdout: 'a\ufffdb\n', stderr: typed.stderr });
    expect((await shell(home, `tracker search 'a\ufffdb' '' "a\ufffd${latin}"`)).stderr).toContain(
      'is not text in UTF-8',
    );
  });

  test('a folder in the environment is refused too, and not made', async () => {
    const before = home.listing();
    const { code, stderr } = await shell(home, `TRACKER_CONFIG_DIR="$PWD/${latin}" tracker config set editor vi`);
    expect([code, stderr]).toEqual([
      2,
      'error: TRACKER_CONFIG_DIR is not text in UTF-8\nhint: set it to a folder whose name is in UTF-8\n',
    ]);
    expect(home.listing()).toEqual(before);
    const literal = await shell(home, 'TRACKER_CONFIG_DIR="$PWD/a\ufffdb" tracker config set editor vi');
    expect([literal.code, literal.stderr]).toEqual([0, literal.stderr]);
  });
});
