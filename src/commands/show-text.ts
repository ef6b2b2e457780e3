import type { Context } from '../context.js';
import { indentText } from '../output/text/indent-text.js';

/** Shows a text on stderr, indented, before a question about it. */
export async function showText({ io: { stderr } }: Context, text: string): Promise<void> {
  await stderr.write(`\n${await indentText(text, 2, stderr.columns())}\n\n`);
}
