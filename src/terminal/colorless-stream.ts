import { Writable } from 'node:stream';

/**
 * A stream in front of a terminal that takes the colours out and lets cursor movements through. Inquirer colours its
 * prompts whatever NO_COLOR and `--color` say.
 */
export function withoutColors(target: NodeJS.WritableStream & { readonly columns?: number }): NodeJS.WritableStream {
  const stream = new Writable({
    decodeStrings: false,
    write: (text: unknown, _encoding, done) => {
      target.write(String(text).replace(/\u001b\[[\d;]*m/g, ''), done);
    },
  });
  return Object.defineProperty(stream, 'columns', { get: () => target.columns });
}
