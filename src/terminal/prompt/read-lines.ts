import { createInterface } from 'node:readline';
import { interruption } from '../interruption.js';
import type { Lines } from './prompt.js';
import { type KeySource, pasteMs } from './prompt-input.js';

interface LinesParts extends Pick<Lines, 'ends' | 'onLine'> {
  readonly signal: AbortSignal;
  /** Where lines are drawn while they are edited; without it, the terminal's own line editing is used. */
  readonly output?: NodeJS.WritableStream;
}

/**
 * Reads lines up to one of `ends`, and gives that one. Where more follows it at once, it has been pasted with the rest, and is
 * text. Throws `interrupted` at the end of input.
 */
export async function readLines(input: KeySource, { ends, onLine, signal, output }: LinesParts): Promise<string> {
  const reader = createInterface({ input, terminal: output !== undefined, historySize: 0, ...(output && { output }) });
  let last: { readonly line: string; readonly timer: NodeJS.Timeout } | undefined;
  const passLast = (): void => {
    if (last) onLine(last.line);
    clearTimeout(last?.timer);
    last = undefined;
  };
  try {
    return await new Promise((resolve, reject) => {
      reader.on('line', (line) => {
        passLast();
        const end = ends.find((each) => each === line.trim());
        if (end === undefined) return onLine(line);
        last = { line, timer: setTimeout(() => (reader.line === '' ? resolve(end) : passLast()), pasteMs) };
      });
      for (const event of ['SIGINT', 'close']) reader.once(event, () => reject(interruption()));
      if (signal.aborted) reject(interruption(signal));
      signal.addEventListener('abort', () => reject(interruption(signal)), { once: true });
    });
  } finally {
    clearTimeout(last?.timer);
    reader.close();
  }
}
