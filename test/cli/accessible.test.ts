import { describe, expect, test } from 'vitest';
import { openWorld } from '../support/run.js';
import { withTexts } from '../support/servers/meddled-texts.js';
import { allTests } from '../support/set-up.js';
import { lists, views } from '../trust/read-commands.js';

/** Symbols that a screen reader leaves out, or spells out in the middle of a sentence. */
const symbols = /[\u2022\u00b7\u2026\u2190-\u21ff\u2500-\u27bf\u2b00-\u2bff]/u;

const world = allTests(openWorld);

/** Texts without any symbol of their own, long enough to be cut and with all that markdown knows. */
const plainTexts = (text: string): string =>
  text.includes('\n')
    ? '# Head\n\n- one\n- two\n\n1. first\n\n- [x] ticked\n- [ ] not yet\n\n> said\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[link](https://a.example/) ~~gone~~'
    : 'Words that go on and on until there is no room left for them in any column of the table whatsoever';

const run = async (line: string, columns: number) =>
  await world.run(line, {
    terminal: { columns },
    env: { ACCESSIBLE: '1', NO_COLOR: '1' },
    send: withTexts(world.send, plainTexts),
  });

describe('ACCESSIBLE', () => {
  test.each([...lists, ...views])('words instead of symbols: %s', async (line) => {
    for (const columns of [40, 80, 200]) {
      const { stdout, stderr } = await run(line, columns);
      expect(symbols.exec(stdout + stderr)?.[0]).toBeUndefined();
    }
  });

  test('what is cut says so in dots', async () => {
    expect((await run('tasks list', 60)).stdout).toMatch(/^SCM-36 .*\.\.\. /m);
    expect((await run('status', 60)).stdout).toMatch(/\.\.\.$/m);
  });

  test('nothing else is said without it', async () => {
    const { stdout } = await world.run('tasks view SCM-12', { terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(symbols);
  });
});

describe('meaning is not carried by colour alone', () => {
  test.each([...lists, ...views])('%s reads the same without it', async (line) => {
    const how = (flag: string) => world.run(`${line} ${flag}`, { terminal: { columns: 120 } });
    const [coloured, bare] = [await how('--color always'), await how('--color never')];
    // Code keeps its backticks, and headings their marks, where no colour shows them, which moves what is next to them.
    const wordsOf = (text: string): string => text.replaceAll(/\u001b\[\d+(?:;\d+)*m|^#+ |[`\s─]/gm, '');
    expect(wordsOf(coloured.stdout)).toBe(wordsOf(bare.stdout));
  });

  test('what is overdue, unread, internal or done is said in words or signs', async () => {
    const how = { terminal: { columns: 120 }, env: { NO_COLOR: '1' } };
    expect((await world.run('status', how)).stdout).toMatch(/overdue \d/);
    expect((await world.run('inbox', how)).stdout).toContain('●');
    expect((await world.run('tickets view BERG-9', how)).stdout).toContain('internal note');
    expect((await world.run('tasks view SCM-12', how)).stdout).toMatch(/☑[^☐]+☐/);
  });
});
