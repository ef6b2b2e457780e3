import { Writable } from 'node:stream';

/**
 * A stream that removes colours on the way to a terminal and keeps cursor movements. Inquirer colours its prompts no matter
 * what NO_COLOR and `--color` say.
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
