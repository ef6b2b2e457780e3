import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { killAll } from '../support/computer/processes.js';
import { runHere } from '../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { type AtTerminal, hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';
import { until } from '../support/until.js';
import { triages } from './triage/processes.js';

/** Anything that moves the cursor, colours, or is otherwise no text. */
const escapeCode = '\u001b';

const plainly = [
  ['ACCESSIBLE=1', { ACCESSIBLE: '1', NO_COLOR: '1' }],
  ['TERM=dumb', { TERM: 'dumb' }],
] as const;

describe.skipIf(!hasTerminal)('where nothing may be drawn over (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  const begin = (words: string, env: Readonly<Record<string, string>>, rows = 200): AtTerminal => {
    return startAtTerminal(home, ['tracker', ...words.split(' ')], { size: { columns: 80, rows }, env });
  };

  describe.each(plainly)('%s', (_name, env) => {
    test('no escape code comes out of a list, a view or an error', async () => {
      const { raw } = await begin('tasks list', env).ended;
      expect(raw).not.toBe('');
      expect(raw).not.toContain(escapeCode);
      const here = { terminal: { columns: 80, rows: 200 }, env: { TERM: 'xterm-256color', ...env } };
      for (const words of ['tasks list', 'tasks view SCM-12', 'status', 'tasks view NOPE-1', 'help', 'tasks lst']) {
        const { stdout, stderr } = await runHere(home, words, here);
        expect([words, (stdout + stderr).includes(escapeCode)]).toEqual([words, false]);
        expect(stdout + stderr).not.toBe('');
      }
    });

    test('questions are lines, and choices are numbered', async () => {
      const session = begin('tasks create -t Rope --tag plain', env);
      await session.waitFor(
        /Project\s+1\. [\s\S]*Enter a number from 1 to \d+, or part of a name \(Ctrl-C cancels\): /,
      );
      expect(session.raw()).toMatch(/^1\. \S+ {2}\S/m);
      session.type('\r');
      await session.waitFor(/\nNumber from 1 to \d+: /);
      session.type('nothing such\r');
      await session.waitFor(/No matches\.[\s\S]*Number from 1 to \d+: /);
      session.type('operations\r');
      await session.waitFor(/^OPS[^\n]*\r\nDescription \(one line; e opens your editor; empty for none\): /m);
      session.type('\r');
      await session.waitFor(/Create this\?\s+1\. Yes, create it[\s\S]*Number from 1 to 3/);
      session.type('1\r');
      const { code, raw } = await session.ended;
      expect(code).toBe(0);
      expect(raw).toMatch(/^Yes, create it\r\n[\s\S]*^Created OPS-\d+/m);
      expect(raw).not.toContain(escapeCode);
    });

    test('yes and no are numbers or words', async () => {
      const isDumb = 'TERM' in env;
      const refusals = isDumb ? ['2\r', '\u0003'] : ['\r', '\u0004'];
      for (const typed of [...refusals, 'what\ryes\r']) {
        const session = begin(`tasks delete ${isDumb ? 'SCM-31' : 'SCM-30'}`, env);
        await session.waitFor(/Enter 1 for yes/);
        for (const part of typed.split(/(?<=\r)/)) {
          const asked = session.raw().match(/Enter 1 for yes/g)?.length ?? 0;
          session.type(part);
          if (part === 'what\r') await session.waitFor(new RegExp(`(?:Enter 1 for yes[\\s\\S]*){${asked + 1}}`));
        }
        const { code, raw } = await session.ended;
        expect([typed, code]).toEqual([typed, refusals.includes(typed) ? 130 : 0]);
        expect(raw).not.toContain(escapeCode);
      }
    });
  });

  test('CI neither asks nor draws', async () => {
    const { code, raw } = await begin('tasks create -t x', { CI: '1' }).ended;
    expect(code).toBe(2);
    expect(raw).not.toMatch(/\u001b\[(?:\d*[A-GJK]|\?)/);
  });

  test('triage in lines goes on where one was killed', async () => {
    const { uuid } = JSON.parse((await runHere(home, 'tickets view BERG-13 --json')).stdout);
    const killed = begin('triage --plain', { NO_COLOR: '1' });
    await killed.waitFor(/\n1 of \d+\r\nKey: $/);
    killed.type('BERG-13\r');
    await killed.waitFor(/\nBERG-13 [\s\S]*\nKey: $/);
    const places = join(home.folder, '.local', 'state', 'tracker', 'places');
    const isKept = (name: string): boolean => readFileSync(join(places, name), 'utf8').includes(`"at":"${uuid}"`);
    await until('the place', () => readdirSync(places).some((name) => name.endsWith('-triage.json') && isKept(name)));
    killAll(triages(home));
    await killed.ended;
    const session = begin('triage --plain', { NO_COLOR: '1' });
    await session.waitFor(/\nback where you left off\r\nBERG-13 [\s\S]*\nKey: $/);
    session.type('q\r');
    expect((await session.ended).code).toBe(0);
  });

  describe('the pager', () => {
    const pagerNamed = (name: string): string => home.write(name, `#!/bin/sh\ntouch "$0.used"\ncat\n`, 0o755);
    const wasUsed = (file: string): boolean => existsSync(`${file}.used`);

    test('TRACKER_PAGER goes before PAGER', async () => {
      const [first, second] = [pagerNamed('first'), pagerNamed('second')];
      expect((await begin('tasks list', { TRACKER_PAGER: first, PAGER: second }, 5).ended).code).toBe(0);
      expect([wasUsed(first), wasUsed(second)]).toEqual([true, false]);
      await begin('tasks list', { TRACKER_PAGER: '', PAGER: second }, 5).ended;
      expect(wasUsed(second)).toBe(true);
    });

    test('is never there for those who listen', async () => {
      const pager = pagerNamed('unheard');
      for (const words of ['tasks list', 'tasks view SCM-12', 'help'])
        expect((await begin(words, { ACCESSIBLE: '1', TRACKER_PAGER: pager }, 5).ended).code).toBe(0);
      expect(wasUsed(pager)).toBe(false);
      await begin('help', { TRACKER_PAGER: pager }, 5).ended;
      expect(wasUsed(pager)).toBe(true);
    });

    test('that is quit early ends quietly, with what the table left out', async () => {
      const { code, raw } = await begin('tasks list', { TRACKER_PAGER: 'head -2', NO_COLOR: '1' }, 5).ended;
      expect(code).toBe(0);
      expect(raw.trimEnd().split('\r\n')).toHaveLength(3);
    });
  });
});
