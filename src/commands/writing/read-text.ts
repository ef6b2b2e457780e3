import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../../context.js';
import { type ErrorDetails, exitCodes, TrackerError, usageError } from '../../errors.js';
import { interruption } from '../../terminal/interruption.js';
import { splitCommand } from '../../terminal/split-command.js';
import { readGiven } from './given-bytes.js';
import { keepInTemporary } from './temporary-text.js';

/** The values of `textFlags`. */
export interface TextSource {
  readonly body?: string | undefined;
  readonly bodyFile?: string | undefined;
  readonly editor?: boolean | undefined;
  /** The text of a draft that is to be changed in the editor. */
  readonly draftText?: string | undefined;
}

export interface TextWanted {
  /** `comment`: how the text is called in messages, and the name of the editor's file. */
  readonly what: string;
  /** What the editor begins with. */
  readonly initial?: string;
  /** True where the command makes no sense without a text: on a terminal the editor opens then. */
  readonly required: boolean;
  /** Keeps what an editor holds that failed or was interrupted, and says where. */
  readonly onUnsent: (body: string) => Promise<void> | void;
}

/**
 * The same source with the text of `--body-file` read: before anything is asked, since a question may be cancelled and
 * standard input is there once. Throws a usage error for an empty text and for several sources.
 */
export async function withGivenText<S extends TextSource>(context: Context, source: S, what: string): Promise<S> {
  requireOneSource(source);
  const { body, bodyFile } = source;
  if (body === undefined && bodyFile === undefined) return source;
  return { ...source, body: await givenText(context, source, what), bodyFile: undefined };
}

/**
 * The text of a body, from the one source that is given; undefined where none is and none is needed. An empty one, and an
 * editor that fails or leaves nothing, is an error, so that nothing is sent (docs/requirements.md, R70).
 */
export async function readText(context: Context, source: TextSource, wanted: TextWanted): Promise<string | undefined> {
  requireOneSource(source);
  const given = await givenText(context, source, wanted.what);
  if (given !== undefined) return given;
  // A draft may be sent as it is, also where nothing was changed in it.
  if (source.draftText !== undefined)
    return await writeInEditor(context, { ...wanted, initial: `${source.draftText}\n`, mayStay: true });
  if (source.editor || (wanted.required && context.prompt.possible)) return await writeInEditor(context, wanted);
  if (!wanted.required) return undefined;
  throw usageError(
    `no ${wanted.what} was given`,
    'use --body TEXT, --body-file FILE, or --body-file - for standard input',
  );
}

function requireOneSource({ body, bodyFile, editor }: TextSource): void {
  const given = [body !== undefined && '--body', bodyFile !== undefined && '--body-file', editor && '--editor'].filter(
    (each) => each !== false && each !== undefined,
  );
  if (given.length > 1) throw usageError(`${given.join(' and ')} exclude each other`);
}

async function givenText(context: Context, { body, bodyFile }: TextSource, what: string): Promise<string | undefined> {
  const text = body ?? (bodyFile === undefined ? undefined : await readBodyFile(context, bodyFile));
  if (text === undefined) return undefined;
  if (text.includes(nul)) throw usageError(`the ${what} contains a NUL character; nothing was sent`);
  return notEmpty(text, what);
}

/** No server keeps it, and some fail over it. */
const nul = '\0';

function notEmpty(text: string, what: string): string {
  if (text.trim() !== '') return text.replace(/\r\n/g, '\n').replace(/\n+$/, '');
  throw usageError(`the ${what} is empty; nothing was sent`);
}

async function readBodyFile(context: Context, file: string): Promise<string> {
  const bytes = await readGiven(context, file, (code) =>
    usageError(`cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}`),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`${file === '-' ? 'standard input' : file} is not text in UTF-8`);
  }
}

/** Opens the editor on a file of its own, which is gone afterwards: what it holds when the editor fails is kept by `onUnsent`. */
async function writeInEditor(
  context: Context,
  { what, initial = '', onUnsent, mayStay = false }: TextWanted & { readonly mayStay?: boolean },
): Promise<string> {
  const command = splitCommand(editorOf(context));
  const file = keepInTemporary(what, initial);
  const read = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const remove = (): void => rmSync(dirname(file), { recursive: true, force: true });
  const keep = async (): Promise<boolean> => {
    const written = read();
    const isWorth = written.trim() !== '' && written !== initial;
    if (isWorth) await onUnsent(notEmpty(written, what));
    remove();
    return isWorth;
  };
  const fail = async (message: string, details: ErrorDetails = {}): Promise<TrackerError> => {
    const hint = (await keep()) ? undefined : 'set TRACKER_EDITOR to the editor you like';
    return new TrackerError('failed', message, { ...details, hint });
  };
  const { signal, settings } = context;
  const code = await context.launch
    .foreground({ command: [...command, file], env: settings.env, signal, toTerminal: true })
    .catch(async (error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
      throw await fail(`the editor cannot be started: ${error.message}; nothing was sent`, { cause: error });
    });
  // At a terminal Ctrl-C reaches the editor alone, which ends by it if it has no other use for it.
  if (signal.aborted || code === exitCodes.interrupted) {
    await keep();
    throw interruption(signal);
  }
  if (code !== 0) throw await fail(`the editor ended with exit code ${code}; nothing was sent`);
  const text = read();
  if (text.includes(nul)) throw await fail(`the ${what} contains a NUL character; nothing was sent`);
  remove();
  if (text.trim() === '') throw new TrackerError('failed', 'nothing was written, so that nothing was sent');
  if (!mayStay && initial !== '' && text === initial)
    throw new TrackerError('failed', 'nothing was changed, so that nothing was sent');
  return notEmpty(text, what);
}

function editorOf({ settings }: Context): string {
  const { TRACKER_EDITOR, VISUAL, EDITOR } = settings.env;
  return TRACKER_EDITOR || VISUAL || EDITOR || settings.stored.editor || 'vi';
}
