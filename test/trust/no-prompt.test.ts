import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { type Outcome, shell } from '../support/computer/program.js';
import { onBusy } from '../support/on-busy.js';
import { runHere } from '../support/run-here.js';
import { startMeddledService } from '../support/servers/meddled-service.js';
import { allTests } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);

/** Every command that would ask, and the flag that answers instead. */
const asking = [
  ['tasks create', '--title'],
  ['tasks create -t x', '--project'],
  ['tasks delete SCM-12', '--yes'],
  ['tickets delete BERG-9', '--yes'],
  ['tickets create', '--subject'],
  ['tickets create --subject x', '--org'],
  ['tasks comment SCM-12', '--body'],
  ['tickets reply BERG-9', '--body'],
  ['notes create', '--title'],
  ['chat create', '--title'],
  ['sandbox reset', '--yes'],
] as const;

/** Standard input as it is where nobody sits at it. */
const inputs = [
  ['is /dev/null', '< /dev/null'],
  ['is closed', '<&-'],
  ['is a pipe that ends', '< "$EMPTY"'],
] as const;

/** Runs it, and expects it to end at once, name the flag and write nothing. */
async function expectRefusal(run: () => Promise<Outcome>, flag: string): Promise<void> {
  const before = service.requests.filter(({ method }) => method !== 'GET').length;
  const started = performance.now();
  const { code, stdout, stderr } = await run();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(performance.now() - started).toBeLessThan(onBusy(3_000));
  expect(stderr).toMatch(/^error: .*\n(?:hint: .*\n)?$/);
  expect(stderr).toMatch(flagIn(flag));
  expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(before);
}

describe('standard input without a terminal', () => {
  test.each(asking)('R63: %s ends with 2 at once and names %s', async (words, flag) => {
    await expectRefusal(() => runHere(home, words, { env: service.env }), flag);
  });
});

describe.each(inputs)('standard input %s', (_what, input) => {
  /** A title, a confirmation, a text. */
  const each = asking.filter(([words]) => /^tasks (create|delete SCM-12|comment SCM-12)$/.test(words));
  test.each(each)('R63: %s ends with 2 at once and names %s', async (words, flag) => {
    const env = { ...service.env, EMPTY: home.write('empty', '') };
    await expectRefusal(() => shell(home, `tracker ${words} ${input}`, { env }), flag);
  });
});

/** A flag under either of its names. */
const flagIn = (flag: string): RegExp => new RegExp(`${flag}\\b|(?:^|\\s)-${flag[2]}\\b`);

describe.skipIf(!hasTerminal)('at a terminal (needs @lydell/node-pty)', () => {
  test.each([
    ['--no-input', {}],
    ['', { CI: 'true' }],
  ] as const)('R63: nor is anything asked where nobody wants it (%s %j)', async (more, env) => {
    const given = { ...service.env, ...env };
    for (const [at, [words, flag]] of asking.entries()) {
      const line = [...words.split(' '), ...(more === '' ? [] : [more])];
      const inProcess = async () => {
        const { code, stdout, stderr } = await runHere(home, line, {
          env: given,
          terminal: { columns: 100, rows: 30 },
        });
        return { code, raw: stdout + stderr };
      };
      // The program itself is asked once.
      const { code, raw } = await (at > 0
        ? inProcess()
        : startAtTerminal(home, ['tracker', ...line], { env: given }).ended);
      expect([words, code]).toEqual([words, 2]);
      expect(raw).toMatch(flagIn(flag));
      expect(raw).not.toContain('\u001b[?25l');
    }
  });
});
