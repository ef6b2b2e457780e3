import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import { readGivenText } from '../files/read-input.js';
import { type Editing, writeInEditor } from './editor.js';
import { textInstead } from './text-flags.js';
import { isEmpty, nul, trimText } from './trim-text.js';

/** The values of `textFlags`. */
export interface TextSource {
  readonly body?: string | undefined;
  readonly bodyFile?: string | undefined;
  readonly editor?: boolean | undefined;
  /** The text of a draft that is to be changed in the editor. */
  readonly draftText?: string | undefined;
}

export interface TextWanted extends Omit<Editing, 'mayStay'> {
  /** True where the command makes no sense without a text: on a terminal the editor opens then. */
  readonly required: boolean;
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
  throw usageError(`no ${wanted.what} was given`, textInstead);
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

function notEmpty(text: string, what: string): string {
  if (!isEmpty(text)) return trimText(text);
  throw usageError(`the ${what} is empty; nothing was sent`);
}

async function readBodyFile(context: Context, file: string): Promise<string> {
  return await readGivenText(context, file, (why) => usageError(`cannot read ${file}: ${why}`));
}
