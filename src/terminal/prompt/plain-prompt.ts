import { createInterface, type Key } from 'node:readline';
import { interruption, usageError } from '../../contract/errors.js';
import { toPlainLetters } from '../../contract/plain-letters.js';
import { unsafe } from '../../contract/unsafe-characters.js';
import type { Io } from '../streams/io.js';
import type { Choice, LineQuestion, Prompt, Question, Search } from './prompt.js';
import { dropTyped, inputAnew, inputHasEnded, type KeySource, type Keys, openKeys, readLines } from './prompt-input.js';

interface PlainParts {
  readonly io: Io;
  /** Ends every question, in addition to a question's own signal. */
  readonly signal?: AbortSignal;
  readonly isPossible: () => boolean;
}

/** The most choices shown at once. */
const mostShown = 20;

/**
 * Prompts for screen readers and dumb terminals: each question is a line, choices are numbered, and nothing is redrawn.
 * They throw the same errors as other prompts (docs/requirements.md, R62 and R63).
 */
export function createPlainPrompt({ io, signal, isPossible }: PlainParts): Prompt {
  const say = async (text: string): Promise<void> => await io.stderr.write(text);
  const ask = async (question: Question, text: string, isHidden = false): Promise<string> => {
    if (!isPossible()) throw usageError(`cannot ask "${plain(question.message)}" here`, question.instead);
    const input = inputFor(io, question);
    const ended = endOf(signal, question);
    if (isHidden) return await readHidden(io, input, { question: text, ended });
    await say(text);
    const [line = ''] = await readLine(input, ended);
    return line;
  };
  const askForLine = async (question: LineQuestion, text: string): Promise<Answered<string>> => {
    if (!isPossible()) throw usageError(`cannot ask "${plain(question.message)}" here`, question.instead);
    const { initial = '', refusesPaste = false } = question;
    const input = inputFor(io, question);
    if (refusesPaste) await dropTyped(input);
    await say(text);
    const [line = '', ...more] = await readLine(input, endOf(signal, question));
    const isPasted = refusesPaste && (more.length > 0 || (await dropTyped(input)));
    return { answer: line || initial, isPasted };
  };
  const choose = async <T>(question: Choice<T>): Promise<T> => {
    let known = question.choices;
    for (;;) {
      const shown = known.slice(0, mostShown);
      await say(`${plain(question.message)}\n`);
      await say(shown.map(({ name }, at) => `${at + 1}. ${plain(name)}\n`).join(''));
      if (known.length > shown.length) await say(`and ${known.length - shown.length} more\n`);
      let answer = '';
      while (answer.trim() === '')
        answer = await ask(question, `Enter a number from 1 to ${shown.length}, or part of a name (Ctrl-C cancels): `);
      const chosen = shown[Number(answer.trim()) - 1];
      if (chosen) return chosen.value;
      const words = toPlainLetters(answer).split(/\s+/);
      const found = question.choices.filter(({ name, searched = name }) =>
        words.every((word) => toPlainLetters(searched).includes(word)),
      );
      const [only, second] = found;
      if (only && !second) return only.value;
      if (found.length === 0) await say('No matches.\n');
      known = found.length === 0 ? question.choices : found;
    }
  };
  return {
    get possible() {
      return isPossible();
    },
    async line(question) {
      const { initial = '', check } = question;
      const now = initial === '' ? '' : ` (Enter keeps ${plain(initial)})`;
      for (;;) {
        const { answer, isPasted } = await askForLine(question, `${plain(question.message)}${now}: `);
        const problem = isPasted ? severalLines : check?.(answer);
        if (problem === undefined) return answer;
        await say(`${plain(problem)}\n`);
      }
    },
    async lines(question) {
      if (!isPossible()) throw usageError(`cannot ask "${plain(question.message)}" here`, question.instead);
      await say(`${plain(question.message)}:\n`);
      const { ends, onLine } = question;
      return await readLines(inputFor(io, question), { ends, onLine, signal: endOf(signal, question) });
    },
    secret: async (question) => await ask(question, `${plain(question.message)} (input is hidden): `, true),
    async confirm(question) {
      for (;;) {
        const answer = await ask(question, `${plain(question.message)} Enter yes or no (default: no): `);
        if (/^\s*y(?:es)?\s*$/i.test(answer)) return true;
        if (/^\s*(?:no?)?\s*$/i.test(answer)) return false;
      }
    },
    choose,
    // Nothing may be redrawn, so the whole list is awaited.
    search: async <T>({ more, ...question }: Search<T>) =>
      await choose({ ...question, choices: (await more) ?? question.choices }),
  };
}

export interface Answered<T> {
  readonly answer: T;
  /** Whether more lines came with it. */
  readonly isPasted: boolean;
}

/** Aborted when a question is to end. */
export function endOf(signal: AbortSignal | undefined, question: Question): AbortSignal {
  return AbortSignal.any([signal, question.signal].filter((each) => each !== undefined));
}

/** What is wrong with a paste of several lines. */
export const severalLines = 'that was more than one line; nothing was chosen';

/** The input for a question. Throws a usage error if it has ended. */
export function inputFor(io: Io, question: Question): KeySource {
  const input = inputAnew(io.stdin.stream());
  if (inputHasEnded(input))
    throw usageError(`cannot ask "${plain(question.message)}": the input has ended`, question.instead);
  return input;
}

/** One line without characters that can control a terminal. Most callers clean text from elsewhere themselves. */
export function plain(text: string): string {
  return text.replace(hazards, ' ');
}

const hazards = new RegExp(`[${unsafe}]+`, 'gu');

/** A line, edited with the terminal's own line editing, and what came with it. Throws `interrupted` at the end of input. */
async function readLine(input: KeySource, ended: AbortSignal): Promise<readonly string[]> {
  const lines: string[] = [];
  const reader = createInterface({ input, terminal: false });
  try {
    return await new Promise((resolve, reject) => {
      reader.on('line', (line) => {
        lines.push(line);
        resolve(lines);
      });
      reader.once('close', () => reject(interruption()));
      onAbort(ended, reject);
    });
  } finally {
    reader.close();
  }
}

/** A line that is not echoed. Echo is off before the question appears, and on again in every case. */
async function readHidden(
  io: Io,
  input: KeySource,
  { question, ended }: { readonly question: string; readonly ended: AbortSignal },
): Promise<string> {
  input.setRawMode?.(true);
  let keys: Keys | undefined;
  let typed = '';
  try {
    await io.stderr.write(question);
    keys = openKeys(input);
    const { stream, ended: noMore } = keys;
    return await new Promise((resolve, reject) => {
      stream.on('keypress', (text: string, { name = '', ctrl }: Key) => {
        if (name === 'return' || name === 'enter') resolve(typed);
        else if (ctrl && (name === 'c' || name === 'd')) reject(interruption());
        else if (name === 'backspace') typed = typed.slice(0, -1);
        else if (text >= ' ') typed += text;
      });
      onAbort(AbortSignal.any([ended, noMore]), reject);
    });
  } finally {
    keys?.stop();
    input.setRawMode?.(false);
    input.pause();
    await io.stderr.write('\n');
  }
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(interruption(signal));
  signal.addEventListener('abort', () => reject(interruption(signal)), { once: true });
}
