import { Writable } from 'node:stream';

/** The part of a terminal that a question is drawn on. */
export interface QuestionOutput {
  readonly stream: NodeJS.WritableStream;
  /** Clears what is below the answer, for the shell that takes the terminal over. */
  leave(): void;
  /** Draws the question again, where the cursor is now. */
  drawAgain(): void;
}

type Target = NodeJS.WritableStream & { readonly columns?: number };

/**
 * A stream that remembers what a question last drew. Without `hasColors` it removes colours and keeps cursor movements, because
 * inquirer colours its questions no matter what NO_COLOR and `--color` say.
 */
export function openQuestionOutput(target: Target, { hasColors }: { readonly hasColors: boolean }): QuestionOutput {
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
    leave: () => void target.write(`\n${clearBelow}${showCursor}`),
    drawAgain: () => void target.write(drawn),
  };
}

const colors = /\u001b\[[\d;]*m/g;

/** What moves the cursor or erases lines, at the beginning of what is drawn. */
const movements = /^(?:\u001b\[\d*[A-HJK])+/;

const clearBelow = '\u001b[J';

const showCursor = '\u001b[?25h';
