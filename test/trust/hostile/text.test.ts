import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startMeddledService } from '../../support/servers/meddled-service.js';
import { allTests } from '../../support/set-up.js';
import { controls, disorder, harmIn, withHarm } from '../../support/terminal/hostile.js';
import { hasTerminal, startAtTerminal, toLines } from '../../support/terminal/terminal.js';
import { lists, views } from '../read-commands.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);

const size = { columns: 100, rows: 2_000 };

const at = async (words: string) => {
  const env = { ...service.env, TERM: 'xterm-256color' };
  const { code, stdout, stderr } = await tracker(home, words, { terminal: size, env });
  return { code, raw: stdout + stderr };
};

/** What a command of the shapes below may end with: a word of the server may be one it does not know. */
const endings = [0, 1, 4, 8];

describe('on a terminal', () => {
  const expectHarmless = async (words: string, harm: string): Promise<void> => {
    service.meddle((body) => withHarm(body, harm));
    const { code, raw } = await at(words);
    expect(endings).toContain(code);
    expect(harmIn(raw)).toBeUndefined();
    expect(raw).not.toBe('');
  };

  test.each([...lists, ...views])('R36: controls in every string of the answer drive nothing (%s)', async (words) => {
    await expectHarmless(words, controls);
  });

  test.each([...lists, ...views])('R37: nothing is shown in another order than it is written (%s)', async (words) => {
    await expectHarmless(words, disorder);
  });

  test.each(['--csv', '--tsv', '-q', '--json', '--jsonl', '--fields ref,title,status'])(
    'R36: nor does what is meant for programs, where a person looks at it (tasks list %s)',
    async (format) => {
      service.meddle((body) => withHarm(body, controls + disorder));
      const { code, raw } = await at(`tasks list ${format}`);
      expect(code).toBe(0);
      expect(harmIn(raw.replaceAll('\t', ' '))).toBeUndefined();
      expect(raw).toContain('SCM-36');
    },
  );
});

describe.skipIf(!hasTerminal)('at a pseudo-terminal (needs @lydell/node-pty)', () => {
  test('R36: rows stay one line each, and aligned', async () => {
    const command = ['tracker', ...'tasks list --scope all --state all'.split(' ')];
    const shown = async () => {
      const { raw } = await startAtTerminal(home, command, { size, env: { ...service.env, NO_COLOR: '1' } }).ended;
      return toLines(raw);
    };
    service.meddle((body) => body);
    const calm = await shown();
    service.meddle((body) => withHarm(body, `${controls}\n\r\n\v\f`));
    const lines = await shown();
    expect(lines.map((line) => line.split(' ')[0])).toEqual(calm.map((line) => line.split(' ')[0]));
    const column = lines[0]?.indexOf('STATUS') ?? -1;
    expect(column).toBeGreaterThan(20);
    // The last line is about columns that do not fit.
    for (const line of lines.slice(1, -1)) expect(line.slice(column - 2, column)).toBe('  ');
  });
});

describe('in a pipe', () => {
  const asIs = 'prefs get theme';
  const read = [...lists, ...views].filter((words) => words !== asIs);

  test.each(read)('R36: each record stays one line without a control (%s)', async (words) => {
    service.meddle((body) => withHarm(body, controls + disorder));
    const { code, stdout, stderr } = await tracker(home, words, { env: service.env });
    expect(endings).toContain(code);
    expect(harmIn(stdout.replaceAll('\t', ' '))).toBeUndefined();
    expect(harmIn(stderr)).toBeUndefined();
  });
});
