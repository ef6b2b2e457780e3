import type { Context } from '../../../context.js';
import type { ComposeValues } from '../../../drafts/compose.js';
import type { EditorStart } from '../../../drafts/text/editor-note.js';
import { TrackerError, usageError } from '../../../errors.js';
import { readName } from '../../../references/find-entity.js';
import { findNamed } from '../../../references/find-named.js';
import { shellWord } from '../../../terminal/programs/shell-words.js';

/** What the editor says about a comment. */
export async function commentStart(context: Context, [first = '', second]: readonly string[]): Promise<EditorStart> {
  if (second !== undefined) return {};
  const { ref, title } = await findNamed(context, 'task', first);
  return { about: `A comment on ${ref} ${title}. Everyone who can see the task can read it.` };
}

/** Refuses a text in place of more references, as in `tasks comment SCM-12 hello`, before an editor opens. */
export async function refuseWords(
  context: Context,
  [ref = '', ...words]: readonly string[],
  { body, bodyFile, editor, fromDraft }: ComposeValues,
): Promise<void> {
  if ([body, bodyFile, fromDraft].some((each) => each !== undefined) || editor) return;
  const client = await context.client();
  const others = words.filter((word) => !['-', '@', '@branch'].includes(word)).flatMap((word) => word.split(','));
  try {
    for (const word of others) readName(client, 'task', word);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    throw usageError(
      error.message,
      `for text, use --body or tracker comment ${shellWord(ref)} ${shellWord(words.join(' '))}`,
    );
  }
}
