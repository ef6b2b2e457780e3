import type { Context } from '../../../args/context.js';
import { cleanLine } from '../../../contract/unsafe-characters.js';
import { confirmSending } from '../../../terminal/prompt/prompt.js';
import type { MessageKind, WrittenText } from './message.js';

/** Asks whether to send a message, after showing the text of a template. Throws Declined for a no. */
export async function confirmMessage(
  context: Context,
  { what, readers, body, isTemplate }: WrittenText & Pick<MessageKind, 'what'> & { readonly readers: string },
): Promise<void> {
  const { settings, prompt, show } = context;
  if (isTemplate && prompt.possible && !settings.yes && !settings.dryRun) await showText(context, body);
  // With an output format, nothing has been said yet; and of a note, only here.
  const question = `Send this ${what}?`;
  const isSaid = what === 'reply' && !show.isAsked;
  await confirmSending(context, isSaid ? question : `${cleanLine(readers)} ${question}`);
}

/** Shows a text on stderr, indented, before a question about it. */
async function showText({ io: { stderr } }: Context, text: string): Promise<void> {
  const { indentText } = await import('../../../output/text/wrap.js');
  await stderr.write(`\n${await indentText(text, 2, stderr.columns())}\n\n`);
}
