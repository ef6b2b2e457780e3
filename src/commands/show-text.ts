import type { Context } from '../context.js';
import { cleanText } from '../output/text/clean.js';

/** Shows a text on stderr, indented, before a question about it. */
export async function showText({ io }: Context, text: string): Promise<void> {
  const lines = cleanText(text).split('\n');
  await io.stderr.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`);
}
