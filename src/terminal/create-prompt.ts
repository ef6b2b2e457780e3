import { usageError } from '../errors.js';
import { withoutColors } from './colorless-stream.js';
import { interruption } from './interruption.js';
import type { Io } from './io.js';
import { createPlainPrompt, plain } from './plain-prompt.js';
import type { Choice, Prompt, Question } from './prompt.js';
import { hasEnded, inputAnew, openKeys } from './prompt-input.js';

interface PromptParts {
  readonly io: Io;
  /** False for `--no-input` and where `CI` is set. */
  readonly interactive: boolean;
  /** True where nothing may be drawn over: questions are lines, choices are numbered. */
  readonly plain?: boolean;
  /** False where output has no colours; they are on when left out. */
  readonly color?: boolean;
  /** Ends every question, besides the one a question brings itself. */
  readonly signal?: AbortSignal;
}

type Inquirer = typeof import('@inquirer/prompts');

/** What inquirer needs to know besides the question. */
interface Surroundings {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/**
 * Makes the prompts of a terminal; all they draw goes to stderr. A question that is cancelled (Ctrl-C, Ctrl-D, the end of
 * input, its signal) throws TrackerError `interrupted`, with echo and cursor restored (docs/requirements.md, R62). Where
 * nobody can be asked, or the input had ended before, each throws a usage error at once (docs/requirements.md, R63).
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
    // Without a mask nothing shows how long the secret is; the toggle would show all of it on one key.
    secret: (question) => ask(question, ({ password }, message, at) => password({ message, toggleMask: false }, at)),
    line: (question) => ask(question, ({ input }, message, at) => input({ message }, at)),
    confirm: (question) => ask(question, ({ confirm }, message, at) => confirm({ message, default: false }, at)),
    choose: <T>(question: Choice<T>) =>
      ask<T>(question, (inquirer, message, at) => choose(inquirer, { ...question, message }, at)),
    search: <T>(question: Choice<T>) =>
      ask<T>(question, (inquirer, message, at) => search(inquirer, { ...question, message }, at)),
  };
}

type Show<T> = (inquirer: Inquirer, message: string, at: Surroundings) => Promise<T>;

async function choose<T>({ select }: Inquirer, { message, choices }: Choice<T>, at: Surroundings): Promise<T> {
  // Indices instead of values: inquirer takes a value that looks like one of its own objects for one.
  const names = choices.map(({ name }, index) => ({ name: plain(name), value: index }));
  const chosen = choices[await select({ message, choices: names, loop: false }, at)];
  if (!chosen) throw interruption();
  return chosen.value;
}

async function search<T>(inquirer: Inquirer, { message, choices }: Choice<T>, at: Surroundings): Promise<T> {
  const names = choices.map(({ name }, index) => ({ name: plain(name), value: index }));
  const source = (typed: string | undefined): readonly { name: string; value: number }[] => {
    const words = (typed ?? '').toLowerCase().split(/\s+/);
    return names.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  };
  const chosen = choices[await inquirer.search({ message, source }, at)];
  if (!chosen) throw interruption();
  return chosen.value;
}

async function askAtTerminal<T>({ io, color, signal }: PromptParts, question: Question, show: Show<T>): Promise<T> {
  const inquirer = await import('@inquirer/prompts');
  const input = inputAnew(io.stdin.stream());
  if (hasEnded(input))
    throw usageError(`cannot ask "${plain(question.message)}": the input has ended`, question.instead);
  const keys = openKeys(input, { dropsEarlier: input.isTTY === true });
  const output = color === false ? withoutColors(io.promptStream()) : io.promptStream();
  const signals = [keys.ended, signal, question.signal].filter((each) => each !== undefined);
  const cancelled = AbortSignal.any(signals);
  try {
    return await show(inquirer, plain(question.message), { input: keys.stream, output, signal: cancelled });
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
