import type { Context } from '../../args/context.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { isEmpty, nul, trimText } from '../../contract/text/text.js';
import { readGivenText } from '../../files/read-input.js';
import { textInstead } from './text-flags.js';
import type { EditorParts, EditorPlace } from './write-in-editor.js';

/** The values of `textFlags`. */
export interface TextSource {
  readonly body?: string | undefined;
  readonly bodyFile?: string | undefined;
  readonly editor?: boolean | undefined;
  /** What it begins with. */
  readonly quote?: boolean | undefined;
  readonly template?: string | undefined;
  /** The text of a draft that is to be changed in the editor. */
  readonly draftText?: string | undefined;
  /** Its file instead, where the text cannot be sent as it is. */
  readonly draftFile?: string | undefined;
}

/** What the editor's file begins with, and what a note at its end says about it. */
interface EditorStart {
  readonly text?: string | undefined;
  /** To whom the text goes, in a sentence. */
  readonly about?: string | undefined;
}

/** The text a command needs. */
export interface TextNeed {
  /** Its name in messages, such as `comment`. */
  readonly what: string;
  /** Whether the command cannot do without it, so that on a terminal the editor opens unasked. */
  readonly isRequired: boolean;
}

export interface EditorNeed extends TextNeed, Pick<EditorParts, 'onUnsent' | 'mayStay'> {
  /** Runs before the editor opens and says what its file begins with. */
  readonly start?: (() => Promise<EditorStart>) | undefined;
  /** Runs the editor with the place for its file. */
  readonly inPlace: (edit: (place?: EditorPlace) => Promise<string>) => Promise<string>;
}

/**
 * The text of `--body` or `--body-file`; undefined if neither is given. Throws a usage error for an empty text and for several
 * sources (docs/requirements.md, R70).
 */
export async function readGiven(context: Context, source: TextSource, what: string): Promise<string | undefined> {
  requireOneSource(source);
  const { body, bodyFile } = source;
  const refuse = (why: string): TrackerError => usageError(`cannot read ${bodyFile || '""'}: ${why}`);
  const text = body ?? (bodyFile === undefined ? undefined : await readGivenText(context, bodyFile, refuse));
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
  { draftText, draftFile, editor, quote, template }: TextSource,
  { what, isRequired, start, inPlace, onUnsent, mayStay = template !== undefined && !quote }: EditorNeed,
): Promise<string | undefined> {
  if (draftText === undefined && draftFile === undefined && !editor && !(isRequired && context.prompt.possible)) {
    if (!isRequired) return undefined;
    throw usageError(`no ${what} was given`, textInstead);
  }
  const { text: initial, about } = (await start?.()) ?? {};
  const { writeInEditor } = await import('./write-in-editor.js');
  return await inPlace(async (place) => {
    const editing = { what, onUnsent, place };
    // A draft may be sent unchanged, and so may a template, which has nothing to fill in.
    if (draftFile !== undefined) return await writeInEditor(context, { ...editing, copyOf: draftFile, mayStay: true });
    if (draftText === undefined) return await writeInEditor(context, { ...editing, initial, about, mayStay });
    return await writeInEditor(context, { ...editing, initial: `${draftText}\n`, mayStay: true });
  });
}

function placeOf(file: string | undefined): string {
  return file === undefined || file === '-' ? '' : ` in ${file}`;
}

/** What the editor opens with may be combined; a text that is given leaves nothing to write. */
function requireOneSource({ body, bodyFile, editor, quote, template }: TextSource): void {
  const isName = (flag: unknown) => typeof flag === 'string';
  const texts = [body !== undefined && '--body', bodyFile !== undefined && '--body-file'].filter(isName);
  const starts = [editor && '--editor', quote && '--quote', template !== undefined && '--template'].filter(isName);
  if (texts.length > 1 || (texts.length > 0 && starts.length > 0))
    throw usageError(`${[...texts, ...starts].join(' and ')} cannot be used together`);
}
