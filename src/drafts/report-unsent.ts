import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';
import { cleanText } from '../output/text/clean.js';
import { shellWord } from '../terminal/shell-word.js';
import type { Authored } from './save.js';
import { type Draft, openDrafts } from './store.js';
import { keepInTemporary } from './temporary-file.js';

/** Something that was written and not sent, or not surely. */
export interface Unsent {
  /** Undefined where no draft could be kept. */
  readonly draft: Draft | undefined;
  readonly authored: Authored;
  /** Why it was not sent; undefined where nobody tried. */
  readonly error?: unknown;
}

/** Names the draft and the command that sends it again; what cannot be a draft becomes a file (docs/requirements.md, R70). */
export async function tellKept(context: Context, { draft, authored, error }: Unsent): Promise<void> {
  if (draft === undefined) return await tellText(context, { draft, authored, error });
  const again = `tracker ${selection(context)}${commandOf(draft)} --from-draft ${draft.id}${remainder(authored)}`;
  const { attachName } = draft.flags;
  const isPiped = typeof attachName === 'string';
  const resend = isPiped ? `send it again, with ${shellWord(attachName)} on standard input` : 'send it again';
  const isTried = error !== undefined;
  await context.show.warn(
    `${isTried ? '' : 'nothing was sent; '}what you wrote is kept in ${openDrafts(context.settings.folders.state).path(draft.id)}`,
    mayHaveArrived(context, error) ? `look whether it has arrived; if not: ${again}` : `${resend}: ${again}`,
  );
}

async function tellText(context: Context, { authored, error }: Unsent): Promise<void> {
  const text = authored.flags.body;
  if (typeof text !== 'string') return;
  const file = keepWherePossible(text);
  if (file === undefined) return await printText(context, text);
  const again = `--body-file ${shellWord(file)}`;
  await context.show.warn(
    `what you wrote is kept in ${file}`,
    mayHaveArrived(context, error)
      ? `look whether it has arrived; if not, add ${again}`
      : `send it again with ${again}`,
  );
}

/** Undefined where there is no room for it: that must not hide what became of the command. */
function keepWherePossible(text: string): string | undefined {
  try {
    return keepInTemporary('text', text);
  } catch {
    return undefined;
  }
}

/** The last place for a text that no file takes: in JSON, one line as all of them are. */
async function printText({ io, show }: Context, text: string): Promise<void> {
  const nowhere = 'what you wrote could be kept in no file; here it is';
  if (show.isJson) return await show.warn(`${nowhere}: ${text}`);
  await show.warn(nowhere);
  await io.stderr.write(`${cleanText(text)}\n`);
}

/** Global flags that the command needs once more. */
function selection({ settings }: Context): string {
  const { target, insecureHttp } = settings;
  // The address of TRACKER_URL comes with a token of its own, which -I would leave behind.
  const isNamed = target.kind === 'named' && target.source !== 'TRACKER_URL';
  return `${isNamed ? `-I ${shellWord(target.text)} ` : ''}${insecureHttp ? '--insecure-http ' : ''}`;
}

/** Where the text was to come from, if it was not read any more. */
function remainder({ flags }: Authored): string {
  if (flags.body !== undefined) return '';
  if (typeof flags.bodyFile === 'string') return ` --body-file ${shellWord(flags.bodyFile)}`;
  return flags.editor === true ? ' --editor' : '';
}

function mayHaveArrived({ signal }: Context, error: unknown): boolean {
  if (error === undefined) return false;
  if (signal.aborted) return true;
  if (!(error instanceof TrackerError)) return false;
  const isUnknown = (each: unknown): boolean => each instanceof TrackerError && each.kind === 'unknown_outcome';
  return isUnknown(error) || isUnknown(error.cause) || error.status === 502 || error.status === 504;
}

/** The words of a draft as they are typed: a title with blanks stays one word. */
export function commandOf({ words }: Draft): string {
  return words.map(shellWord).join(' ');
}
