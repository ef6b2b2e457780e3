import { PassThrough } from 'node:stream';
import { TrackerError, usageError } from '../../../src/contract/errors.js';
import type { Prompt, Question } from '../../../src/terminal/prompt/prompt.js';
import { createIo } from '../../../src/terminal/streams/create-io.js';
import type { Io } from '../../../src/terminal/streams/io.js';

/** Streams of which standard input holds a text, or is a terminal when it is left out. */
export function ioWithInput(text?: string): Io {
  const stdin = Object.assign(new PassThrough(), { isTTY: text === undefined });
  stdin.end(text);
  return createIo({ stdin, stdout: new PassThrough(), stderr: new PassThrough() });
}

/** A person at the terminal who gives these answers to hidden questions, and then none. */
export function promptWith(
  answers: readonly string[] | undefined,
): Prompt & { readonly asked: Question[]; open: number } {
  const rest = [...(answers ?? [])];
  const asked: Question[] = [];
  const unused = (): never => {
    throw new Error('not asked in these tests');
  };
  const prompt = {
    possible: answers !== undefined,
    asked,
    open: 0,
    secret: async (question: Question) => {
      asked.push(question);
      if (answers === undefined) throw usageError('cannot ask here', question.instead);
      const answer = rest.shift();
      if (answer !== undefined) return answer;
      prompt.open += 1;
      return await new Promise<never>((_, reject) => {
        question.signal?.addEventListener('abort', () => {
          prompt.open -= 1;
          reject(new TrackerError('interrupted', 'interrupted'));
        });
      });
    },
    line: unused,
    lines: unused,
    confirm: unused,
    choose: unused,
    search: unused,
  };
  return prompt;
}
