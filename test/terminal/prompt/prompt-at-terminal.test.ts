import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { allTests } from '../../support/set-up.js';
import { until } from '../../support/until.js';
import { bundleProgram, type Ended, runAtTerminal, showsCursor } from '../pseudo-terminal.js';
import { askOn, terminated } from './questions.js';

const ctrlC = '\u0003';
const ctrlD = '\u0004';
const ctrlT = '\u0014';

const program = allTests(() => bundleProgram(join(import.meta.dirname, 'prompt-program.ts')));

/** Asks a question of a kind at a pseudo-terminal, and types keys or sends SIGTERM once it is on the screen. */
const askThere = (args: readonly string[], act: string, env: Record<string, string> = {}): Promise<Ended> =>
  runAtTerminal({
    file: program.file,
    args,
    env,
    until: /Which/,
    act: ({ type, kill }) => (act === 'SIGTERM' ? kill(act) : type(act)),
  });

/** What can be done while a question is asked. */
interface Asking {
  type(keys: string): void;
  waitFor(pattern: RegExp): Promise<unknown>;
}

/** The same in this process, for what a terminal has no part in; then does what comes `next`. */
async function ask(
  [kind = '', message = '', late = '0']: readonly string[],
  act: string,
  env: Record<string, string> = {},
  next?: (asking: Asking) => Promise<void>,
): Promise<Ended> {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 30 });
  const streams = { stdin: stream(), stdout: stream(), stderr: stream() };
  let screen = '';
  for (const each of [streams.stdout, streams.stderr]) each.on('data', (text) => (screen += String(text)));
  const cancel = new AbortController();
  const asked = askOn(streams, { kind, message, late: Number(late), env }, cancel.signal);
  const type = (keys: string): void => void streams.stdin.write(keys);
  const waitFor = (pattern: RegExp) => until(`${pattern} on the screen`, () => pattern.test(screen));
  await waitFor(/Which/);
  if (act === 'SIGTERM') cancel.abort(terminated());
  else type(act);
  await next?.({ type, waitFor });
  return { ...(await asked), screen };
}

describe('a hidden prompt', () => {
  test('gives what was typed without showing it', async () => {
    const { code, screen, result } = await askThere(['secret', 'Which token?'], 'canary-1\r');
    expect(result).toEqual({ answer: 'canary-1' });
    expect(code).toBe(0);
    expect(screen.match(/canary-1/g)).toHaveLength(1); // the program's own answer
    expect(screen).not.toContain('toggle');
  });

  test('does not show it on Ctrl-T either', async () => {
    const { screen } = await askThere(['secret', 'Which token?'], `canary-1${ctrlT}\r`);
    expect(screen.match(/canary-1/g)).toHaveLength(1);
  });

  test('shows nothing of what is pasted before it is there (R99)', async () => {
    const { screen, result } = await runAtTerminal({
      file: program.file,
      args: ['secret', 'Which token?'],
      until: /asking/,
      act: async ({ type, waitFor }) => {
        type('canary-0');
        await waitFor(/Which/);
        type('\u0015canary-1\r');
      },
    });
    expect(screen).not.toContain('canary-0');
    expect(result).toEqual({ answer: 'canary-1' });
  });

  test('takes more than a terminal line in cooked mode could hold', async () => {
    const token = 'x'.repeat(5000);
    expect((await askThere(['secret', 'Which token?'], `${token}\r`)).result).toEqual({ answer: token });
  });
});

describe.each([
  ['a hidden prompt', 'secret', {}],
  ['a plain hidden prompt', 'secret', { ACCESSIBLE: '1' }],
  ['a line', 'line', {}],
] as const)('%s', (_, kind, env) => {
  const pasted = 'x'.repeat(64 * 1024);

  test('takes a long paste at once (#10.12)', async () => {
    expect((await askThere([kind, 'Which?'], `${pasted}\r`, env)).result).toEqual({ answer: '65536 characters' });
  });

  test('ends by Ctrl-C after a long paste (#10.12)', async () => {
    expect((await askThere([kind, 'Which?'], `${pasted}${ctrlC}`, env)).code).toBe(130);
  });

  test('takes a character for one key, and leaves out keys that are no text', async () => {
    const keys = `${kind === 'secret' ? '\u001b[D' : ''}żx\u007fó\u001b[1;5Cł\r`;
    expect((await ask([kind, 'Which?'], keys, env)).result).toEqual({ answer: 'żół' });
  });
});

describe.each([{}, { ACCESSIBLE: '1' }])('answers of the terminal (%o, R99)', (env) => {
  const answers = [
    '\u001b]11;rgb:0000/0000/0000\u001b\\',
    '\u001b[?62;22c',
    '\u001b[?2026;2$y',
    '\u001b[<0;9;9M',
    '\u001b[5;1R',
  ];

  test.each([
    ['secret', 'canary', 'canary'],
    ['line', 'Ada', 'Ada'],
    ['confirm', 'y', true],
    ['search', 'sec', { id: 2 }],
  ])('are no text in a %s', async (kind, typed, answer) => {
    const keys = answers.flatMap((each, at) => [typed[at] ?? '', each]).join('') + typed.slice(answers.length);
    expect((await ask([kind, 'Which?'], `${keys}\r`, env)).result).toEqual({ answer });
  });
});

describe.each([{}, { ACCESSIBLE: '1' }])('what is typed before a question is drawn (%o, R99)', (env) => {
  test.each([
    ['confirm', 'y', 'n', false],
    ['choose', '2', '1', { id: 1 }],
    ['search', 'sec', 'fir', { id: 1 }],
  ])('is no answer to a %s', async (kind, early, typed, answer) => {
    const { result } = await runAtTerminal({
      file: program.file,
      args: [kind, 'Which?'],
      env,
      until: /^/,
      act: async ({ type, waitFor }) => {
        type(`${early}\r`);
        await waitFor(/Which/);
        type(`${typed}\r`);
      },
    });
    expect(result).toEqual({ answer });
  });

  test('stops at Ctrl-C', async () => {
    const { code } = await runAtTerminal({
      file: program.file,
      args: ['confirm', 'Which?'],
      env,
      until: /asking/,
      act: ({ type }) => type(ctrlC),
    });
    expect(code).toBe(130);
  });
});

describe('Enter that arrives together with a text (#10.18)', () => {
  test.each([
    ['chooses what the text has selected', 'sec\r'],
    ['chooses it after a Tab as well', 'seco\t\r'],
    ['leaves a text that selects nothing to be changed', 'seconds\r\u007f\r'],
  ])('%s', async (_, keys) => {
    expect((await ask(['search', 'Which?'], keys)).result).toEqual({ answer: { id: 2 } });
  });
});

describe('a search to which more choices come', () => {
  const soon = '300';

  test('takes a text and Enter as one that come at the same time', async () => {
    expect((await ask(['more', 'Which?'], 'sec\r')).result).toEqual({ answer: { id: 2 } });
  });

  test('takes Enter once it knows what the text finds', async () => {
    expect((await ask(['more', 'Which?', soon], 'thi\r')).result).toEqual({ answer: { id: 3 } });
  });

  test('chooses what was marked when they came, wherever it is among them', async () => {
    const { result } = await ask(['more', 'Which?', '100'], '\u001b[B', {}, async ({ type }) => {
      await pause(500);
      type('\r');
    });
    expect(result).toEqual({ answer: { id: 2 } });
  });

  test.each([
    ['a text that finds nothing', 'more', 'thirds\r', /No results/, '\u007f\r', 3],
    ['a text that goes on after it', 'more', 'thi\rx', /No results/, '\u007f\r', 3],
    ['no text, as long as nothing is shown', 'only-more', '\r', /zeroth/, '\u001b[B\r', 1],
  ])('takes no Enter after %s', async (_, kind, before, shown, after, id) => {
    const { result } = await ask([kind, 'Which?', soon], before, {}, async ({ type, waitFor }) => {
      await waitFor(shown);
      type(after);
    });
    expect(result).toEqual({ answer: { id } });
  });

  test.each([
    ['Ctrl-C', ctrlC],
    ['Esc', '\u001b'],
  ])('ends by %s while Enter waits', async (_, key) => {
    const { code } = await ask(['more', 'Which?', '20000'], 'thi\r', {}, async ({ type, waitFor }) => {
      await waitFor(/still reading/);
      type(key);
    });
    expect(code).toBe(130);
  });
});

test.each([{}, { ACCESSIBLE: '1' }])('a name is found with and without its accents (%o)', async (env) => {
  for (const typed of ['seco', 'SÉCO', 'se\u0301co'])
    expect((await ask(['search', 'Which?'], `${typed}\r`, env)).result).toEqual({ answer: { id: 2 } });
});

describe.each(['secret', 'line', 'confirm', 'choose', 'search'])('a cancelled %s', (kind) => {
  test.each([
    ['Ctrl-C', ctrlC, 130, 'interrupted'],
    ['Ctrl-D', ctrlD, 130, 'interrupted'],
    ['SIGTERM', 'SIGTERM', 143, 'terminated'],
  ])('by %s ends with its code and gives the cursor back', async (_, act, code, message) => {
    // The others are drawn like these two.
    for (const way of ['secret', 'search'].includes(kind) ? [ask, askThere] : [ask]) {
      const ended = await way([kind, 'Which?'], act);
      expect(ended.result).toEqual({ kind: 'interrupted', message });
      expect(ended.code).toBe(code);
      expect(showsCursor(ended.screen)).toBe(true);
    }
  });
});

describe('the other prompts', () => {
  test('a line is what was typed', async () => {
    expect((await ask(['line', 'Which name?'], 'Ada Lovelace\r')).result).toEqual({ answer: 'Ada Lovelace' });
  });

  test.each([
    ['\r', false],
    ['y\r', true],
  ])('a confirmation answered with %j is %s', async (keys, answer) => {
    expect((await ask(['confirm', 'Which?'], keys)).result).toEqual({ answer });
  });

  test('a choice gives its value', async () => {
    expect((await ask(['choose', 'Which?'], '\u001b[B\r')).result).toEqual({ answer: { id: 2 } });
  });

  test('control characters in a message or choice reach no terminal', async () => {
    const { screen } = await ask(['choose', 'Which\u0007\u001b[2J?'], '\r');
    expect(screen).toContain('Which^G^[[2J?');
    expect(screen).toContain('sécond^[[2J');
    expect(screen).not.toContain('\u001b[2J');
  });

  test('there are no colours under NO_COLOR', async () => {
    const { screen } = await askThere(['choose', 'Which?'], '\r', { NO_COLOR: '1' });
    expect(screen).not.toMatch(/\u001b\[[\d;]*m/);
    expect((await askThere(['choose', 'Which?'], '\r')).screen).toMatch(/\u001b\[[\d;]*m/);
  });
});
