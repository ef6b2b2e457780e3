import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import { readGivenText } from '../files/read-input.js';
import { textInstead } from './text-flags.js';
import { isEmpty, nul, trimText } from './trim-text.js';
import { type Editing, writeInEditor } from './write-in-editor.js';

/** The values of `textFlags`. */
export interface TextSource {
  readonly body?: string | undefined;
  readonly bodyFile?: string | undefined;
  readonly editor?: boolean | undefined;
  /** The text of a draft that is to be changed in the editor. */
  readonly draftText?: string | undefined;
  /** Its file instead, where the text cannot be sent as it is. */
  readonly draftFile?: string | undefined;
}

/** The text a command needs. */
export interface TextWanted {
  /** Its name in messages, such as `comment`. */
  readonly what: string;
  /** Whether the command cannot do without it, so that on a terminal the editor opens unasked. */
  readonly isRequired: boolean;
}

export interface EditorWanted extends TextWanted, Pick<Editing, 'onUnsent'> {
  /** Runs before the editor opens and returns its initial text. */
  readonly beforeEditor: () => Promise<string | undefined>;
}

/**
 * The text of `--body` or `--body-file`; undefined if neither is given. Throws a usage error for an empty text and for several
 * sources (docs/requirements.md, R70).
 */
export async function readGiven(context: Context, source: TextSource, what: string): Promise<string | undefined> {
  requireOneSource(source);
  const { body, bodyFile } = source;
  const text = body ?? (bodyFile === undefined ? undefined : await readBodyFile(context, bodyFile));
  if (text === undefined) return undefined;
  if (text.includes(nul))
    throw usageError(`the ${what}${placeOf(bodyFile)} contains a NUL character; nothing was sent`);
  if (isEmpty(text)) throw usageError(`the ${what} is empty; nothing was sent`);
  return trimText(text);
}

/**
 * The text from the editor, if it was requested or is needed; otherwise undefined. It is an error if the editor fails or leaves
 * an empty text, so that nothing is sent (docs/requirements.md, R70).
 */
export async function readFromEditor(
  context: Context,
  { draftText, draftFile, editor }: TextSource,
  { what, isRequired, beforeEditor, onUnsent }: EditorWanted,
): Promise<string | undefined> {
  if (draftText === undefined && draftFile === undefined && !editor && !(isRequired && context.prompt.possible)) {
    if (!isRequired) return undefined;
    throw usageError(`no ${what} was given`, textInstead);
  }
  const initial = await beforeEditor();
  // A draft may be sent unchanged.
  if (draftFile !== undefined)
    return await writeInEditor(context, { what, copyOf: draftFile, mayStay: true, onUnsent });
  if (draftText === undefined) return await writeInEditor(context, { what, initial, onUnsent });
  return await writeInEditor(context, { what, initial: `${draftText}\n`, mayStay: true, onUnsent });
}

function placeOf(file: string | undefined): string {
  return file === undefined || file === '-' ? '' : ` in ${file}`;
}

function requireOneSource({ body, bodyFile, editor }: TextSource): void {
  const given = [body !== undefined && '--body', bodyFile !== undefined && '--body-file', editor && '--editor'].filter(
    (each) => each !== false && each !== undefined,
  );
  if (given.length > 1) throw usageError(`${given.join(' and ')} cannot be used together`);
}

async function readBodyFile(context: Context, file: string): Promise<string> {
  return await readGivenText(context, file, (why) => usageError(`cannot read ${file}: ${why}`));
}
