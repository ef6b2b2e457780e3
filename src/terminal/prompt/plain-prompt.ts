import { Writable } from 'node:stream';
import { asText, usageError } from '../../contract/errors.js';
import { toPlainLetters } from '../../contract/text/plain-letters.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { KeySource } from '../read-keys.js';
import type { Io } from '../streams/io.js';
import type { Choice, LineQuestion, Lines, Option, Question, Questions, Search } from './prompt.js';
import { dropTyped, inputAnew, readLines, readTyped } from './prompt-input.js';

export interface AskParts {
  readonly io: Io;
  /** False with `--no-input`, and if `CI` is set. */
  readonly interactive: boolean;
  /** Ends every question, in addition to a question's own signal. */
  readonly signal?: AbortSignal;
}

const mostShown = 20;

/** Said only once. */
const howToChoose = ', or part of a name (Ctrl-C cancels)';

/** Prompts for screen readers and dumb terminals: each question is a line, choices are numbered (docs/requirements.md, R62 and R63). */
export function createPlainPrompt(parts: AskParts): Questions {
  const { io, signal } = parts;
  const say = async (text: string): Promise<void> => await io.stderr.write(text);
  const ask = async (question: Question, text: string): Promise<string> => (await askForLine(question, text)).answer;
  const askForLine = async (question: LineQuestion, text: string): Promise<PromptAnswer<string>> => {
    const { initial = '', refusesPaste = false } = question;
    const input = inputFor(parts, question);
    if (refusesPaste) await dropTyped(input);
    await say(text);
    const lines: string[] = [];
    await readTyped<void>({ io, input, signal: endOf(signal, question) }, (line, end) => {
      lines.push(line);
      end();
    });
    const [line = '', ...more] = lines;
    const isPasted = refusesPaste && (more.length > 0 || (await dropTyped(input)));
    return { answer: line || initial, isPasted };
  };
  let isTold = false;
  const choose = async <T>(question: Choice<T>): Promise<T> => {
    let known = question.choices;
    await dropTyped(inputFor(parts, question));
    for (;;) {
      const shown = known.slice(0, mostShown);
      await say(`${cleanLine(asText(question.message))}\n`);
      await say(shown.map(({ name }, at) => `${at + 1}. ${cleanLine(name)}\n`).join(''));
      if (known.length > shown.length) await say(`and ${known.length - shown.length} more\n`);
      let answer = '';
      while (answer.trim() === '') {
        answer = await ask(
          question,
          `${isTold ? 'Number' : 'Enter a number'} from 1 to ${shown.length}${isTold ? '' : howToChoose}: `,
        );
        isTold = true;
      }
      const found = question.choices.filter(isFoundBy(answer));
      const only = shown[Number(answer.trim()) - 1] ?? (found.length === 1 ? found[0] : undefined);
      if (only) {
        await say(`${cleanLine(only.short ?? only.name)}\n`);
        return only.value;
      }
      if (found.length === 0) await say('No matches.\n');
      known = found.length === 0 ? question.choices : found;
    }
  };
  return {
    async line(question) {
      const { initial = '', check } = question;
      const now = initial === '' ? '' : ` (Enter keeps ${cleanLine(initial)})`;
      for (;;) {
        const { answer, isPasted } = await askForLine(question, `${cleanLine(asText(question.message))}${now}: `);
        const problem = isPasted ? severalLines : check?.(answer);
        if (problem === undefined) return answer;
        await say(`${cleanLine(asText(problem))}\n`);
      }
    },
    lines: (question) => askForLines(parts, question),
    async secret(question) {
      const input = inputFor(parts, question);
      const text = `${cleanLine(asText(question.message))} (input is hidden): `;
      const output = new Writable({ write: (_text, _encoding, done) => done() });
      // Echo is off before the question appears.
      const reading = readTyped<string>({ io, input, output, signal: endOf(signal, question) }, (line, end) =>
        end(line),
      );
      const [answer] = await Promise.all([reading, say(text)]).finally(async () => await say('\n'));
      return answer;
    },
    async confirm(question) {
      await dropTyped(inputFor(parts, question));
      for (;;) {
        const given = await ask(
          question,
          `${cleanLine(asText(question.message))} Enter 1 for yes, 2 for no (default: 2): `,
        );
        const at = [/^(?:1|y(?:es)?)$/i, /^(?:2|no?)?$/i].findIndex((each) => each.test(given.trim()));
        if (at < 0) continue;
        await say(at === 0 ? 'Yes.\n' : 'No.\n');
        return at === 0;
      }
    },
    choose,
    // Nothing may be redrawn, so the whole list is awaited.
    search: async <T>({ more, ...question }: Search<T>) =>
      await choose({ ...question, choices: (await more) ?? question.choices }),
  };
}

export interface PromptAnswer<T> {
  readonly answer: T;
  /** Whether more lines came with it. */
  readonly isPasted: boolean;
}

/** Reads lines below the question, which can be edited if they are drawn on an `output`. */
export async function askForLines(parts: AskParts, question: Lines, output?: NodeJS.WritableStream): Promise<string> {
  const { io, signal } = parts;
  const input = inputFor(parts, question);
  await io.stderr.write(`${cleanLine(asText(question.message))}:\n`);
  return await readLines({ io, input, signal: endOf(signal, question), ...(output && { output }) }, question);
}

/** Aborted when a question is to end. */
export function endOf(signal: AbortSignal | undefined, question: Question): AbortSignal {
  return AbortSignal.any([signal, question.signal].filter((each) => each !== undefined));
}

/** What is wrong with a paste of several lines. */
export const severalLines = 'that was more than one line; nothing was chosen';

/** The input for a question. Throws a usage error if it cannot be asked, or if the input has ended. */
export function inputFor({ io, interactive }: AskParts, { message, instead }: Question): KeySource {
  if (!interactive || !io.stdin.isTerminal) throw usageError(`cannot ask here: ${cleanLine(asText(message))}`, instead);
  const input = inputAnew(io.stdin.stream());
  if (input.readableEnded)
    throw usageError(`cannot ask, as the input has ended: ${cleanLine(asText(message))}`, instead);
  return input;
}

/** What finds the options that contain all words of a text, whatever their case and accents. */
export function isFoundBy(text: string): (option: Option<unknown>) => boolean {
  const words = toPlainLetters(text).split(/\s+/);
  return ({ name, searched = name }) => words.every((word) => toPlainLetters(searched).includes(word));
}
