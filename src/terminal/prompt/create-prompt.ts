import { toPlainLetters } from '../../contract/plain-letters.js';
import { usageError } from '../../errors.js';
import { interruption } from '../interruption.js';
import type { Io } from '../streams/io.js';
import { type Answered, createPlainPrompt, endOf, inputFor, plain, severalLines } from './plain-prompt.js';
import type { Choice, Line, Prompt, Question, Search } from './prompt.js';
import { dropTyped, openKeys } from './prompt-input.js';
import { openQuestionOutput, type QuestionOutput } from './question-output.js';
import { readLines } from './read-lines.js';

interface PromptParts {
  readonly io: Io;
  /** False with `--no-input`, and if `CI` is set. */
  readonly interactive: boolean;
  /** True if nothing may be redrawn: questions are lines, choices are numbered. */
  readonly plain?: boolean;
  /** False to remove colours. */
  readonly color?: boolean;
  /** Ends every question, in addition to a question's own signal. */
  readonly signal?: AbortSignal;
}

type Inquirer = typeof import('@inquirer/prompts');

/** What inquirer needs in addition to the question. */
interface Surroundings {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** How many choices are shown at once. */
  readonly pageSize: number;
}

/** The most choices shown at once. */
const mostShown = 12;

/** The lines left for the question, its help, and what is above it. */
const roomForRest = 8;

/**
 * Creates the prompts for a terminal; they write to stderr. A question that is cancelled (Ctrl-C, Ctrl-D, the end of input,
 * its signal) throws TrackerError `interrupted`, with echo and cursor restored (docs/requirements.md, R62). If prompting is
 * not possible, or the input has already ended, each throws a usage error at once (docs/requirements.md, R63).
 */
export function createPrompt(parts: PromptParts): Prompt {
  const isPossible = (): boolean => parts.interactive && parts.io.stdin.isTerminal;
  const ask = async <T>(question: Question, show: Show<T>): Promise<T> => {
    if (!isPossible()) throw usageError(`cannot ask "${plain(question.message)}" here`, question.instead);
    return await askAtTerminal(parts, question, show);
  };
  if (parts.plain) return createPlainPrompt({ ...parts, isPossible });
  return {
    get possible() {
      return isPossible();
    },
    // No mask, because it would show the length; no toggle, because it would show the secret.
    secret: (question) => ask(question, ({ password }, message, at) => password({ message, toggleMask: false }, at)),
    async lines(question) {
      if (!isPossible()) throw usageError(`cannot ask "${plain(question.message)}" here`, question.instead);
      const { io, signal } = parts;
      await io.stderr.write(`${plain(question.message)}:\n`);
      const { ends, onLine } = question;
      const output = io.promptStream();
      return await readLines(inputFor(io, question), { ends, onLine, output, signal: endOf(signal, question) });
    },
    line: (question) =>
      ask(question, async ({ input }, message, at) => {
        const { initial = '', check, refusesPaste } = question;
        const theme = { validationFailureMode: refusesPaste ? 'clear' : 'keep' } as const;
        const validate = (text: string): string | true => check?.(text) ?? true;
        const shown = plain(initial);
        const typed = await input({ message, default: shown, prefill: 'editable', validate, theme }, at);
        return typed === shown ? initial : typed;
      }),
    confirm: (question) => ask(question, ({ confirm }, message, at) => confirm({ message, default: false }, at)),
    choose: <T>(question: Choice<T>) =>
      ask<T>(question, (inquirer, message, at) => choose(inquirer, { ...question, message }, at)),
    search: <T>(question: Search<T>) =>
      ask<T>(question, (inquirer, message, at) => search(inquirer, { ...question, message }, at)),
  };
}

type Show<T> = (inquirer: Inquirer, message: string, at: Surroundings) => Promise<T>;

async function choose<T>({ select }: Inquirer, { message, choices, initial }: Choice<T>, at: Surroundings): Promise<T> {
  // Indices instead of values: inquirer would mistake some values for its own objects.
  const names = toNames(choices);
  const first = Math.max(
    0,
    choices.findIndex(({ value }) => value === initial),
  );
  const question = { message, choices: names, default: first, pageSize: at.pageSize, loop: false };
  const chosen = choices[await select(question, at)];
  if (!chosen) throw interruption();
  return chosen.value;
}

function toNames<T>(choices: Choice<T>['choices']): readonly Named[] {
  return choices.map(({ name, short = name, searched = name }, index) => ({
    name: plain(name),
    short: plain(short),
    searched: toPlainLetters(searched),
    value: index,
  }));
}

interface Named {
  readonly name: string;
  readonly short: string;
  readonly searched: string;
  readonly value: number;
}

async function search<T>(inquirer: Inquirer, { more, ...question }: Search<T>, at: Surroundings): Promise<T> {
  let { choices } = question;
  let typed: string | undefined;
  const arrived = new AbortController();
  const isTouched = untouchedUntil(at.input);
  const complete = more?.then((all) => {
    choices = all;
    // A list that is being used must not move; it is complete from the next key on.
    if (!isTouched()) arrived.abort();
  });
  const find = (): readonly Named[] => {
    const words = toPlainLetters(typed ?? '').split(/\s+/);
    return toNames(choices).filter(({ searched }) => words.every((word) => searched.includes(word)));
  };
  const source = async (text: string | undefined): Promise<readonly Named[]> => {
    typed = text;
    if (find().length === 0) await complete;
    return find();
  };
  const show = async (surroundings: Surroundings & { readonly clearPromptOnDone?: boolean }): Promise<number> =>
    await inquirer.search({ message: question.message, source, pageSize: at.pageSize }, surroundings);
  const first = {
    ...at,
    signal: AbortSignal.any([at.signal, arrived.signal]),
    // Read when the prompt ends.
    get clearPromptOnDone() {
      return arrived.signal.aborted;
    },
  };
  const index = await show(first).catch(async (error: unknown) => {
    if (!arrived.signal.aborted || at.signal.aborted) throw error;
    return await show(at);
  });
  const chosen = choices[index];
  if (!chosen) throw interruption();
  return chosen.value;
}

/** Says whether a key was pressed since. */
function untouchedUntil(input: NodeJS.ReadableStream): () => boolean {
  let isTouched = false;
  input.once('keypress', () => {
    isTouched = true;
  });
  return () => isTouched;
}

type Asked = Question & Pick<Line, 'refusesPaste'>;

async function askAtTerminal<T>(parts: PromptParts, question: Asked, show: Show<T>): Promise<T> {
  for (;;) {
    const { answer, isPasted } = await askOnce(parts, question, show);
    if (!isPasted) return answer;
    await parts.io.stderr.write(`\n${severalLines}\n`);
  }
}

async function askOnce<T>({ io, color, signal }: PromptParts, question: Asked, show: Show<T>): Promise<Answered<T>> {
  const inquirer = await import('@inquirer/prompts');
  const input = inputFor(io, question);
  const { refusesPaste = false } = question;
  if (refusesPaste) await dropTyped(input);
  let output: QuestionOutput | undefined;
  const keys = openKeys(input, {
    dropsEarlier: input.isTTY === true,
    onStop: () => output?.leave(),
    onContinue: () => output?.drawAgain(),
  });
  const signals = [keys.ended, signal, question.signal].filter((each) => each !== undefined);
  const cancelled = AbortSignal.any(signals);
  try {
    const answer = await show(inquirer, plain(question.message), {
      input: keys.stream,
      signal: cancelled,
      pageSize: Math.max(3, Math.min(mostShown, io.stderr.rows() - roomForRest)),
      // Anew for each prompt, which ends it.
      get output() {
        output = openQuestionOutput(io.promptStream(), { hasColors: color !== false });
        return output.stream;
      },
    });
    return { answer, isPasted: refusesPaste && input.isTTY === true && (keys.isPasted() || (await dropTyped(input))) };
  } catch (error) {
    if (isCancellation(error)) throw interruption(cancelled.aborted ? cancelled : undefined);
    throw error;
  } finally {
    keys.stop();
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof Error && ['ExitPromptError', 'AbortPromptError', 'CancelPromptError'].includes(error.name);
}
