import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { attempt, Declined } from '../../contract/errors.js';
import { isUuid } from '../../contract/row.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { cleanText } from '../../contract/text/unsafe-characters.js';
import { mayHaveArrived } from '../../ledger/send.js';
import { OtherKind } from '../../references/find-named.js';
import type { Text } from '../writing.js';
import { type Draft, ledgerOf, sayKept } from './drafts.js';

interface UnsentText {
  /** Undefined if none could be saved. */
  readonly draft: Draft | undefined;
  readonly text: Text;
  /** Why it was not sent; undefined if sending was not tried. */
  readonly error?: unknown;
}

/**
 * Warns, naming the file of the draft and the command that sends it again. A text that could not be saved as a draft is written
 * to a temporary file (docs/requirements.md, R70).
 */
export async function reportUnsent(context: Context, { draft, text, error }: UnsentText): Promise<void> {
  if (context.sending?.entry) return;
  if (draft === undefined) return await reportText(context, text.values, error);
  if (error instanceof Declined) return await sayKept(context, draft);
  const { lead, command } = error instanceof OtherKind ? sendingTo(error, context, draft) : resending(context, draft);
  // The editor had not opened yet.
  const isUnwritten = text.values.body === undefined && text.values.editor === true;
  // The uuid that `@` or a list stood for would only be in the way.
  const isLong = draft.words.some((word) => isUuid(word.replace(/^[a-z]+:/, '')) && !isUuid(word));
  const short = `tracker ${selection(context)}drafts send ${draft.number}`;
  const again = isUnwritten ? `${command} --editor` : isLong ? short : command;
  await context.show.warn(
    `${error === undefined ? 'nothing was sent; ' : ''}what you wrote is kept in ${ledgerOf(context).ledger.path(draft.number)}`,
    draft.state === 'doubtful' ? `check whether it has arrived; if not: ${again}` : `${lead}: ${again}`,
  );
}

/** The command that sends a draft again, whether it reads an attachment from standard input, and what goes before it: `send it again`. */
export function resending(context: Context, draft: Draft) {
  const { attachName } = draft.flags;
  const isPiped = typeof attachName === 'string';
  return {
    lead: isPiped ? `send it again, with ${shellWord(attachName)} on standard input` : 'send it again',
    command: `tracker ${selection(context)}${sendingCommand(draft)}`,
    isPiped,
  };
}

/** A draft belongs to its command, but its text can go to another one. */
function sendingTo(error: OtherKind, context: Context, draft: Draft) {
  const takesText = error.takesText && typeof draft.flags.body === 'string';
  if (!takesText) return { lead: 'read it', command: `tracker ${selection(context)}drafts view ${draft.number}` };
  const text = `tracker ${selection(context)}drafts view ${draft.number} --jq .flags.body`;
  return {
    lead: 'send it there',
    command: `${text} | tracker ${selection(context)}${error.command} -F -`,
  };
}

/** Names the temporary file of a text that is in no draft. Where none can be written, the text is printed: it must not be lost. */
async function reportText(context: Context, { body }: Text['values'], error: unknown): Promise<void> {
  if (body === undefined) return;
  const { io, show } = context;
  const { writeTemporaryFile } = await import('../text/temporary-file.js');
  const file = attempt(() => writeTemporaryFile('text', body));
  if (file === undefined) {
    const nowhere = 'what you wrote could not be saved; here it is';
    if (show.isJson) return await show.warn(`${nowhere}: ${body}`);
    await show.warn(nowhere);
    await io.stderr.write(`${cleanText(body)}\n`);
    return;
  }
  const again = `--body-file ${shellWord(file)}`;
  const hint = mayHaveArrived(context, error)
    ? `check whether it has arrived; if not, add ${again}`
    : `send it again with ${again}`;
  await show.warn(`what you wrote is kept in ${file}`, hint);
}

/** The command that sends a draft: of several tickets, to the first, after which it names the next. */
export function sendingCommand(draft: Draft): string {
  const [noun, verb] = draft.words;
  if (draft.verbWords !== undefined || draft.state === 'proposed') return `drafts send ${draft.number}`;
  const isForOne = noun === 'tickets' && (verb === 'reply' || verb === 'note');
  const words = isForOne ? draft.words.slice(0, 3) : draft.words;
  return `${words.map(shellWord).join(' ')} --from-draft ${draft.number}`;
}
