import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../../args/context.js';
import { type ErrorDetails, exitCodes, interruption, phrase, TrackerError } from '../../contract/errors.js';
import { isEmpty, trimText } from '../../contract/text/text.js';
import { withNote } from '../../ledger/editor-file.js';
import { firstSet } from '../../terminal/programs/first-set.js';
import { readLeft, type Unsendable } from './left-by-editor.js';
import { type FileContent, writeTemporaryFile } from './temporary-file.js';

export interface EditorParts {
  /** `comment`: what the text is called in messages, and the name of the editor's file. */
  readonly what: string;
  readonly initial?: string | undefined;
  /** To whom the text goes, as a note in the file. */
  readonly about?: string | undefined;
  readonly copyOf?: string | undefined;
  /** Whether that text may be sent unchanged. */
  readonly mayStay?: boolean;
  /** Where its file is, so that it outlives this process; without it, or where it cannot be written, a temporary folder. */
  readonly place?: EditorPlace | undefined;
  /** Saves what is not going to be sent, and says where; it may move the file. */
  readonly onUnsent: (left: string | Unsendable) => Promise<void>;
}

/** The editor was left without a text to send, as people do who change their mind. */
export class NothingToSend extends TrackerError {}

/** The draft that an editor writes. */
export interface EditorPlace {
  /** Writes the file that the editor opens; undefined where that is impossible. */
  readonly write: (what: string, content: FileContent) => string | undefined;
  /** Keeps what was written in the draft itself; false if that is impossible, and the file has to stay. */
  readonly keep: (text: string) => Promise<boolean> | boolean;
}

/**
 * Opens the editor on a file, which is removed afterwards. What it wrote goes to `onUnsent` if the
 * editor fails or if it cannot be sent, such as text that is not UTF-8 (docs/requirements.md, R70 and R82).
 */
export async function writeInEditor(context: Context, editing: EditorParts): Promise<string> {
  const { what, initial = '', about, copyOf, mayStay = false, place } = editing;
  const content = copyOf === undefined ? withNote(initial, about) : { copyOf };
  const file = place?.write(what, content) ?? writeTemporaryFile(what, content);
  const fail = async (message: TrackerError['message'], details: ErrorDetails = {}, Kind = TrackerError) => {
    const hint = (await keepLeft(context, file, editing)) ? undefined : 'set TRACKER_EDITOR to the editor you like';
    return new Kind('failed', message, { ...details, hint });
  };
  const { signal, settings } = context;
  const { TRACKER_EDITOR, VISUAL, EDITOR } = settings.env;
  const line = firstSet(TRACKER_EDITOR, VISUAL, EDITOR, settings.stored.editor) ?? 'vi';
  const [opened, savedAt] = [performance.now(), timeOf(file)];
  const code = await context.launch
    .foreground({ line, command: [file], env: settings.env, signal, toTerminal: true })
    .catch(async (error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
      throw await fail(phrase`the editor cannot be started: ${error.message}; nothing was sent`, { cause: error });
    });
  // On a terminal only the editor gets Ctrl-C, and it ends with this exit code unless it handles the key itself.
  if (signal.aborted || code === exitCodes.interrupted) {
    await keepLeft(context, file, editing);
    throw interruption(signal);
  }
  if (code !== 0) throw await fail(`the editor ended with exit code ${code}; nothing was sent`, {}, NothingToSend);
  const left = readLeft(file, about !== undefined);
  if (left.kind !== 'text') throw await fail(`the editor left ${left.problem}; nothing was sent`);
  const text = trimText(left.text);
  const isUnchanged = !mayStay && initial !== '' && left.text === initial;
  const isWanted = !isEmpty(text) && !isUnchanged;
  const cameBack = performance.now() - opened < atOnceMs && timeOf(file) === savedAt && !/--wait\b/.test(line);
  const details = cameBack ? { hint: waitHint } : {};
  if (!isWanted || !place || (await place.keep(text))) removeFile(file);
  if (isEmpty(text)) throw new NothingToSend('failed', 'nothing was written, so nothing was sent', details);
  if (isUnchanged) throw new NothingToSend('failed', 'nothing was changed, so nothing was sent', details);
  return text;
}

/** An editor that ends sooner has not been used: its window opens later, or elsewhere (milliseconds). */
const atOnceMs = 2_000;

const waitHint = `if your editor opens its own window, make it wait, as in TRACKER_EDITOR='code --wait'`;

/** When a file was last changed; undefined if it does not exist. */
function timeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Keeps what an editor left that is not going to be sent. Whether there was anything to keep. */
async function keepLeft(
  { show }: Context,
  path: string,
  { initial = '', about, onUnsent }: EditorParts,
): Promise<boolean> {
  const left = readLeft(path, about !== undefined);
  if (left.kind === 'folder') {
    const hint = 'send a file in it with --body-file FILE';
    await show.warn(`the editor left ${left.problem}, which cannot be kept as a draft: ${path}`, hint);
    return true;
  }
  const isNew = left.kind === 'file' || (left.kind === 'text' && !isEmpty(left.text) && left.text !== initial);
  if (left.kind === 'special') await show.warn(`the editor left ${left.problem}, so nothing could be kept`);
  if (isNew) await onUnsent(left.kind === 'text' ? trimText(left.text) : left.file);
  // What could not be moved to the draft stays.
  if (left.kind !== 'file' || !existsSync(path)) removeFile(path);
  return isNew;
}

function removeFile(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}
