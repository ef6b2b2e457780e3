import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { createPrompt } from '../../../src/terminal/prompt/create-prompt.js';
import type { Questions } from '../../../src/terminal/prompt/prompt.js';
import { createIo } from '../../../src/terminal/streams/create-io.js';
import { until } from '../../support/until.js';

function promptAt(isTTY: boolean, interactive: boolean): { prompt: Questions; stderr: PassThrough } {
  const stderr = new PassThrough();
  const io = createIo({ stdin: Object.assign(new PassThrough(), { isTTY }), stdout: new PassThrough(), stderr });
  return { prompt: createPrompt({ io, interactive }), stderr };
}

describe.each([
  ['standard input is no terminal', false, true],
  ['prompts are switched off', true, false],
])('where %s', (_, isTerminal, interactive) => {
  test('every question is a usage error that names the way out, and nothing is drawn', async () => {
    const { prompt, stderr } = promptAt(isTerminal, interactive);
    const question = { message: 'Delete SCM-12?', instead: 'pass --yes', choices: [{ name: 'a', value: 1 }] };
    const refused = { kind: 'usage', exitCode: 2, message: 'cannot ask here: Delete SCM-12?', hint: 'pass --yes' };
    await expect(prompt.secret(question)).rejects.toMatchObject(refused);
    await expect(prompt.line(question)).rejects.toMatchObject(refused);
    await expect(prompt.lines({ ...question, ends: ['.'], onLine: () => undefined })).rejects.toMatchObject(refused);
    await expect(prompt.confirm(question)).rejects.toMatchObject(refused);
    await expect(prompt.choose(question)).rejects.toMatchObject(refused);
    await expect(prompt.search(question)).rejects.toMatchObject(refused);
    expect(stderr.read()).toBeNull();
  });
});

test('a question whose signal was aborted before is interrupted', async () => {
  const { prompt } = promptAt(true, true);
  const question = { message: 'Name?', instead: 'pass --name', signal: AbortSignal.abort() };
  await expect(prompt.line(question)).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
});

test('a question is interrupted when its input ends', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const io = createIo({ stdin, stdout: new PassThrough(), stderr: new PassThrough() });
  const asking = createPrompt({ io, interactive: true }).line({ message: 'Name?', instead: 'pass --name' });
  stdin.end();
  await expect(asking).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
});

test.each([
  ['', false],
  ['\n', false],
  ['\n\n', false],
  ['', true],
  ['\n\n', true],
])(
  'nothing more is asked once the input has ended after %j (plain: %s)',
  async (typed, isPlain) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const io = createIo({ stdin, stdout: new PassThrough(), stderr: new PassThrough() });
    const prompt = createPrompt({ io, interactive: true, plain: isPlain });
    const question = { message: 'Title', instead: 'add --title TEXT' };
    stdin.end(typed);
    const outcomes: unknown[] = [];
    while (outcomes.length < 5) {
      const outcome: unknown = await prompt.line(question).catch((error: unknown) => error);
      outcomes.push(outcome);
      if (outcome instanceof TrackerError && outcome.kind === 'usage') break;
    }
    expect(outcomes.at(-1)).toMatchObject({
      kind: 'usage',
      message: 'cannot ask, as the input has ended: Title',
      hint: 'add --title TEXT',
    });
  },
  5_000,
);

test.each([true, false])('R36: a text to change is shown without control characters (plain: %s)', async (isPlain) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  const io = createIo({ stdin, stdout: new PassThrough(), stderr });
  const prompt = createPrompt({ io, interactive: true, plain: isPlain });
  const initial = 'one\u001b]52;c;eA==\u0007\u009b\u2028two\nthree';
  const asking = prompt.line({ message: 'Title', instead: 'add --title TEXT', initial });
  await until('a question', () => stderr.readableLength > 0);
  stdin.write('\n');
  expect(await asking).toBe(initial);
  expect(String(stderr.read())).not.toMatch(/\u001b\]|\u0007|\u009b|\u2028/);
});

describe.each([false, true])('text that is pasted (plain: %s)', (isPlain) => {
  const open = () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = new PassThrough();
    const seen: string[] = [];
    stderr.on('data', (chunk: Buffer) => seen.push(chunk.toString('utf8')));
    const io = createIo({ stdin, stdout: new PassThrough(), stderr });
    return { stdin, prompt: createPrompt({ io, interactive: true, plain: isPlain }), shown: () => seen.join('') };
  };

  test('is no answer to a question with choices, whether it comes before or as several lines', async () => {
    const { stdin, prompt, shown } = open();
    stdin.write('1\n');
    const asking = prompt.line({ message: 'Number', instead: '', refusesPaste: true });
    await until('it is shown', () => shown().includes('Number'));
    stdin.write('2\n3\n');
    await until('it is shown', () => shown().includes('that was more than one line; nothing was chosen'));
    await until('it is shown', () => /chosen[\s\S]*Number/.test(shown()));
    stdin.write('4\n');
    expect(await asking).toBe('4');
  });

  test('is text to its end, even with a line in it that would end what is typed', async () => {
    const { stdin, prompt, shown } = open();
    const lines: string[] = [];
    const reading = prompt.lines({ message: 'Text', instead: '', ends: ['.'], onLine: (line) => lines.push(line) });
    await until('it is shown', () => shown().includes('Text'));
    stdin.write('one\n\n.\ntwo\n');
    await until('it is shown', () => lines.length === 4);
    stdin.write('.\n');
    expect([await reading, lines]).toEqual(['.', ['one', '', '.', 'two']]);
  });
});
