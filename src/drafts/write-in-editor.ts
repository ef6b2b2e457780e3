import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.js';
import { type ErrorDetails, exitCodes, TrackerError } from '../errors.js';
import { decodeText, longestInput } from '../files/read-input.js';
import { codeOf } from '../lock/file-trouble.js';
import { interruption } from '../terminal/interruption.js';
import { splitCommand } from '../terminal/split-command.js';
import { writeTemporaryFile } from './temporary-file.js';
import { isEmpty, nul, trimText } from './trim-text.js';

export interface Editing {
  /** `comment`: what the text is called in messages, and the name of the editor's file. */
  readonly what: string;
  /** The text the editor opens with. */
  readonly initial?: string | undefined;
  /** Whether that text may be sent unchanged. */
  readonly mayStay?: boolean;
  /** Saves the text of an editor that failed or was interrupted, and says where. */
  readonly onUnsent: (body: string) => Promise<void>;
}

/**
 * Opens the editor on a temporary file, which is removed afterwards. The text of an editor that fails goes to `onUnsent`;
 * anything else it leaves, such as a file that is not UTF-8, stays where it is, and a warning names it
 * (docs/requirements.md, R70).
 */
export async function writeInEditor(context: Context, editing: Editing): Promise<string> {
  const { what, initial = '', mayStay = false } = editing;
  const file = writeTemporaryFile(what, initial);
  const fail = async (message: string, details: ErrorDetails = {}): Promise<TrackerError> => {
    const hint = (await keepLeft(context, file, editing)) ? undefined : 'set TRACKER_EDITOR to the editor you like';
    return new TrackerError('failed', message, { ...details, hint });
  };
  const { signal, settings } = context;
  const command = [...splitCommand(editorOf(context)), file];
  const code = await context.launch
    .foreground({ command, env: settings.env, signal, toTerminal: true })
    .catch(async (error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
      throw await fail(`the editor cannot be started: ${error.message}; nothing was sent`, { cause: error });
    });
  // On a terminal only the editor gets Ctrl-C, and it ends with this exit code unless it handles the key itself.
  if (signal.aborted || code === exitCodes.interrupted) {
    await keepLeft(context, file, editing);
    throw interruption(signal);
  }
  if (code !== 0) throw await fail(`the editor ended with exit code ${code}; nothing was sent`);
  const left = readLeft(file);
  if ('problem' in left) throw await fail(`the editor left ${left.problem}; nothing was sent`);
  removeFile(file);
  if (isEmpty(left.text)) throw new TrackerError('failed', 'nothing was written, so that nothing was sent');
  if (!mayStay && initial !== '' && left.text === initial)
    throw new TrackerError('failed', 'nothing was changed, so that nothing was sent');
  return trimText(left.text);
}

function editorOf({ settings }: Context): string {
  const { TRACKER_EDITOR, VISUAL, EDITOR } = settings.env;
  return TRACKER_EDITOR || VISUAL || EDITOR || settings.stored.editor || 'vi';
}

/** Keeps what an editor left that is not going to be sent. Whether there was anything to keep. */
async function keepLeft(context: Context, file: string, { initial = '', onUnsent }: Editing): Promise<boolean> {
  const left = readLeft(file);
  if ('problem' in left && left.remedy !== undefined) {
    await context.show.warn(`what the editor left is kept in ${file}`, left.remedy);
    return true;
  }
  const isNew = 'text' in left && !isEmpty(left.text) && left.text !== initial;
  if (isNew) await onUnsent(trimText(left.text));
  removeFile(file);
  return isNew;
}

function removeFile(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}

/** What the editor left in place of its file; `remedy` says what to do with it where it may hold what was written. */
type Left = { readonly text: string } | { readonly problem: string; readonly remedy?: string };

/** Follows links, as some editors save that way. Only an ordinary file is opened: reading anything else might never end. */
function readLeft(file: string): Left {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return { text: '' };
    if (stat.isDirectory()) return { problem: 'a folder', remedy: 'send a file in it with --body-file FILE' };
    if (!stat.isFile()) return { problem: 'something that is not an ordinary file' };
    if (stat.size > longestInput)
      return {
        problem: `more than ${longestInput / 1024 / 1024} MB`,
        remedy: 'shorten it and send it with --body-file FILE',
      };
    const text = decodeText(readFileSync(file));
    if (text === undefined)
      return { problem: 'text that is not UTF-8', remedy: 'convert it to UTF-8 and send it with --body-file FILE' };
    if (text.includes(nul))
      return { problem: 'text with NUL characters', remedy: 'remove them and send it with --body-file FILE' };
    return { text };
  } catch (cause) {
    return { problem: `a file that cannot be read (${codeOf(cause)})`, remedy: 'send it with --body-file FILE' };
  }
}
