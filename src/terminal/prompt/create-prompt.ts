import type { Key } from 'node:readline';
import { Writable } from 'node:stream';
import type { Separator } from '@inquirer/prompts';
import { asText, interruption } from '../../contract/errors.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { AskParts, PromptAnswer } from './plain-prompt.js';
import { askForLines, createPlainPrompt, endOf, inputFor, isFoundBy, severalLines } from './plain-prompt.js';
import type { Choice, LineQuestion, Option, Question, Questions, Search } from './prompt.js';
import { dropTyped, openKeys } from './prompt-input.js';

interface PromptParts extends AskParts {
  /** True if nothing may be redrawn: questions are lines, choices are numbered. */
  readonly plain?: boolean;
  readonly color?: boolean;
}

type Inquirer = typeof import('@inquirer/prompts');

/** What inquirer needs in addition to the question. */
interface Surroundings {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  readonly pageSize: number;
}

const mostShown = 12;

/** The lines left for the question, its help, and what is above it. */
const roomForRest = 8;

/**
 * Creates the prompts for a terminal; they write to stderr. A question that is cancelled (Ctrl-C, Ctrl-D, the end of input,
 * its signal) throws TrackerError `interrupted`, with echo and cursor restored (docs/requirements.md, R62). If prompting is
 * not possible, or the input has already ended, each throws a usage error at once (docs/requirements.md, R63).
 */
export function createPrompt(parts: PromptParts): Questions {
  if (parts.plain) return createPlainPrompt(parts);
  const ask = async <T>(question: Question, show: Show<T>): Promise<T> => await askAtTerminal(parts, question, show);
  return {
    // No mask, because it would show the length; no toggle, because it would show the secret.
    secret: (question) => ask(question, ({ password }, message, at) => password({ message, toggleMask: false }, at)),
    lines: (question) => askForLines(parts, question, parts.io.promptStream()),
    line: (question) =>
      ask(question, async ({ input }, message, at) => {
        const { initial = '', check, refusesPaste } = question;
        const theme = { validationFailureMode: refusesPaste ? 'clear' : 'keep' } as const;
        const validate = (text: string): string | true => asText(check?.(text) ?? '') || true;
        const shown = cleanLine(initial);
        const typed = await input({ message, default: shown, prefill: 'editable', validate, theme }, at);
        return typed === shown ? initial : typed;
      }),
    confirm: (question) => ask(question, ({ confirm }, message, at) => confirm({ message, default: false }, at)),
    choose: <T>(question: Choice<T>) =>
      ask<T>(question, (inquirer, message, at) => choose(inquirer, message, question, at)),
    search: <T>(question: Search<T>) =>
      ask<T>(question, (inquirer, message, at) => search(inquirer, message, question, at)),
  };
}

type Show<T> = (inquirer: Inquirer, message: string, at: Surroundings) => Promise<T>;

async function choose<T>(by: Inquirer, message: string, { choices, initial }: Choice<T>, at: Surroundings): Promise<T> {
  const first = choices.find(({ value }) => value === initial);
  const marked = first && { default: first };
  const { pageSize } = at;
  return (await by.select({ message, choices: choices.map(toNamed), ...marked, pageSize, loop: false }, at)).value;
}

interface NamedChoice<T> {
  readonly name: string;
  readonly short: string;
  /** Not the choice's own value: inquirer would mistake some for its own objects. */
  readonly value: Option<T>;
}

function toNamed<T>(option: Option<T>): NamedChoice<T> {
  const { name, short = name } = option;
  return { name: cleanLine(name), short: cleanLine(short), value: option };
}

/**
 * What a text finds is given to inquirer at once, and again when more choices have come: while it waits for results, it still
 * takes Enter for the row that an earlier text has marked.
 */
async function search<T>(inquirer: Inquirer, message: string, { more, choices }: Search<T>, at: Surroundings) {
  let [known, isComplete] = [choices, more === undefined];
  let [typed, found]: [string, readonly NamedChoice<T>[]] = ['', []];
  let [isTouched, isEntered] = [false, false];
  const source = (text = ''): readonly (NamedChoice<T> | Separator)[] => {
    [typed, found] = [text, known.filter(isFoundBy(text)).map(toNamed)];
    return found.length > 0 || isComplete ? found : [new inquirer.Separator('still reading the list …')];
  };
  at.input.on('keypress', (_text, { name }: Key) => {
    isTouched = true;
    isEntered = name === 'return' || name === 'enter';
  });
  const press = (text: string, name: string): unknown => at.input.emit('keypress', text, { name });
  void more?.then((all) => {
    [known, isComplete] = [all, true];
    // A list that is being used must not move; it is complete from the next key on.
    if (isTouched && found.length > 0) return;
    const isWaiting = isEntered && typed !== '';
    // Inquirer asks for choices only when the text changes.
    press(' ', 'space');
    press('', 'backspace');
    isEntered = isWaiting;
    // Unless another key was faster.
    setImmediate(() => isEntered && press('', 'return'));
  });
  return (await inquirer.search({ message, source, pageSize: at.pageSize }, at)).value;
}

type PromptQuestion = Question & Pick<LineQuestion, 'refusesPaste'>;

async function askAtTerminal<T>(parts: PromptParts, question: PromptQuestion, show: Show<T>): Promise<T> {
  for (;;) {
    const { answer, isPasted } = await askOnce(parts, question, show);
    if (!isPasted) return answer;
    await parts.io.stderr.write(`\n${severalLines}\n`);
  }
}

async function askOnce<T>(parts: PromptParts, question: PromptQuestion, show: Show<T>): Promise<PromptAnswer<T>> {
  const { io, color, signal } = parts;
  const input = inputFor(parts, question);
  const { refusesPaste = false } = question;
  // Loading takes a moment, in which somebody may paste a token.
  input.setRawMode?.(true);
  const inquirer = await import('@inquirer/prompts');
  await dropTyped(input);
  const output = openQuestionOutput(io.promptStream(), { hasColors: color !== false });
  const keys = openKeys(io, input, { onStop: output.leave, onContinue: output.drawAgain });
  const cancelled = AbortSignal.any([keys.ended, endOf(signal, question)]);
  try {
    const answer = await show(inquirer, cleanLine(asText(question.message)), {
      input: keys.stream,
      signal: cancelled,
      pageSize: Math.max(3, Math.min(mostShown, io.stderr.rows() - roomForRest)),
      output: output.stream,
    });
    return { answer, isPasted: refusesPaste && input.isTTY === true && (keys.isPasted() || (await dropTyped(input))) };
  } catch (error) {
    const isCancellation = error instanceof Error && /^(?:Exit|Abort|Cancel)PromptError$/.test(error.name);
    throw isCancellation ? interruption(cancelled.aborted ? cancelled : undefined) : error;
  } finally {
    keys.stop();
  }
}

type Target = NodeJS.WritableStream & { readonly columns?: number };

/** A stream that remembers what a question last drew; without `hasColors` it removes colours, which inquirer gives every question. */
export function openQuestionOutput(target: Target, { hasColors }: { readonly hasColors: boolean }) {
  let drawn = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (given: unknown, _encoding, done) => {
      const text = hasColors ? String(given) : String(given).replace(colors, '');
      const content = text.replace(movements, '');
      // Anything that only moves the cursor leaves the question as it is.
      drawn = content === '' ? drawn + text : content;
      // Not waited for, so that what follows the answer is written after it. The terminal may be gone; whoever asks learns that
      // from its input.
      target.write(text);
      done();
    },
  });
  return {
    stream: Object.defineProperty(stream, 'columns', { get: () => target.columns }),
    /** Clears what is below the answer, for the shell that takes the terminal over. */
    leave: () => void target.write(`\n${clearBelow}${showCursor}`),
    /** Draws the question again, where the cursor is now. */
    drawAgain: () => void target.write(drawn),
  };
}

const colors = /\u001b\[[\d;]*m/g;

/** What moves the cursor or erases lines, at the beginning of what is drawn. */
const movements = /^(?:\u001b\[\d*[A-HJK])+/;

const [clearBelow, showCursor] = ['\u001b[J', '\u001b[?25h'];
