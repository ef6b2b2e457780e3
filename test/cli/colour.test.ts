import { describe, expect, test } from 'vitest';
import { openWorld } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);

const colour = '\u001b[';
const line = 'tasks -L 2 -p urgent';

describe('colour', () => {
  test.each([
    ['a terminal', true, '', {}, true],
    ['a pipe', false, '', {}, false],
    ['a pipe with --color always', false, '--color always', {}, false],
    ['--color never', true, '--color never', {}, false],
    ['NO_COLOR', true, '', { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', true, '', { NO_COLOR: '' }, true],
    ['NO_COLOR and --color always', true, '--color always', { NO_COLOR: '1' }, true],
    ['NO_COLOR and FORCE_COLOR', true, '', { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['a dumb terminal', true, '', { TERM: 'dumb' }, false],
    ['a dumb terminal with FORCE_COLOR', true, '', { TERM: 'dumb', FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=1 in a pipe, for what is data', false, '', { FORCE_COLOR: '1' }, false],
    ['FORCE_COLOR=2', true, '', { TERM: 'dumb', FORCE_COLOR: '2' }, true],
    ['FORCE_COLOR=3', true, '', { TERM: 'dumb', FORCE_COLOR: '3' }, true],
    ['NO_COLOR=0, which is not empty', true, '', { NO_COLOR: '0' }, false],
    ['CLICOLOR_FORCE=0', true, '', { TERM: 'dumb', CLICOLOR_FORCE: '0' }, false],
    ['FORCE_COLOR=0', true, '', { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR=0 with CLICOLOR_FORCE', true, '', { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, false],
    ['CLICOLOR_FORCE', true, '', { TERM: 'dumb', CLICOLOR_FORCE: '1' }, true],
  ])('%s', async (_what, isTerminal, flags, env, colored) => {
    const how = isTerminal ? { terminal: { columns: 80 }, env } : { env };
    const { code, stdout } = await world.run(`${line} ${flags}`, how);
    expect(code).toBe(0);
    expect(stdout.includes(colour)).toBe(colored);
  });

  test('it changes nothing else but that headings keep their marks without it', async () => {
    const terminal = { columns: 120 };
    for (const each of [line, 'status', 'whoami', 'tasks view SCM-12', 'tickets view BERG-9', 'inbox', 'projects']) {
      const colored = await world.run(`${each} --color always`, { terminal });
      const plain = await world.run(`${each} --color never`, { terminal });
      expect(colored.stdout).toContain(colour);
      const bare = plain.stdout.replaceAll(/^#+ /gm, '');
      expect(colored.stdout.replaceAll(/\u001b\[\d+(;\d+)*m/g, '')).toBe(bare);
    }
  });

  test('data is never coloured', async () => {
    for (const format of ['--json', '--jsonl', '--csv', '--tsv', '--yaml', '-q']) {
      const { stdout } = await world.run(`${line} ${format}`, { terminal: { columns: 80 }, env: { FORCE_COLOR: '1' } });
      expect(stdout).not.toContain(colour);
    }
  });
});
