import type { Context } from '../../args/context.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { isEmpty, nul, trimText } from '../../contract/text/text.js';
import { readGivenText } from '../../files/read-input.js';

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

export interface TextNeed {
  readonly what: string;
  /** Whether the command cannot do without it, so that on a terminal the editor opens unasked. */
  readonly isRequired: boolean;
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
  const place = bodyFile === undefined || bodyFile === '-' ? '' : ` in ${bodyFile}`;
  if (text.includes(nul)) throw usageError(`the ${what}${place} contains a NUL character; nothing was sent`);
  if (isEmpty(text)) throw usageError(`the ${what} is empty; nothing was sent`);
  return trimText(text);
}

/** What the editor opens with may be combined; a text that is given leaves nothing to write. */
function requireOneSource({ body, bodyFile, editor, quote, template }: TextSource): void {
  const isName = (flag: unknown) => typeof flag === 'string';
  const texts = [body !== undefined && '--body', bodyFile !== undefined && '--body-file'].filter(isName);
  const starts = [editor && '--editor', quote && '--quote', template !== undefined && '--template'].filter(isName);
  if (texts.length > 1 || (texts.length > 0 && starts.length > 0))
    throw usageError(`${[...texts, ...starts].join(' and ')} cannot be used together`);
}
