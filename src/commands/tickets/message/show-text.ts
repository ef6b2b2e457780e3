import type { Context } from '../../../args/context.js';

/** Shows a text on stderr, indented, before a question about it. */
export async function showText({ io: { stderr } }: Context, text: string): Promise<void> {
  const { indentText } = await import('../../../output/text/wrap.js');
  await stderr.write(`\n${await indentText(text, 2, stderr.columns())}\n\n`);
}
