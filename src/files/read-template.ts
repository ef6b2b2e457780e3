import { TrackerError, usageError } from '../contract/errors.js';
import { type Macro, ownTexts, readMacro } from '../contract/macro.js';
import { decodeText, isEmpty, longestInput, nul, trimText } from '../contract/text/text.js';
import { codeOf } from '../disk/file-trouble.js';
import { readRegular, requireOwn } from '../disk/read-regular.js';
import { whyUnreadable } from './read-input.js';

/**
 * The head and the text of a template in a file, which errors call `called`, or of one that comes with the program. Throws
 * TrackerError.
 */
export function readTemplateFile(
  { name, path = '' }: { readonly name: string; readonly path?: string },
  called = path,
): { readonly macro?: Macro; readonly text: string } {
  const { macro, text } = readMacro(trimText(path === '' ? (ownTexts[name] ?? '') : readText(path, called)), called);
  if (isEmpty(text)) throw usageError(`the template ${name} ${macro ? 'has no text' : 'is empty'}: ${called}`);
  if (text.includes(nul)) throw usageError(`the template ${name} contains a NUL character: ${called}`);
  return { ...(macro && { macro }), text };
}

/** A pipe in place of a template is not waited for: its writer may never come. */
function readText(path: string, called: string): string {
  let text: string | undefined;
  try {
    text = decodeText(
      readRegular(path, (stats) => {
        requireOwn(path, stats);
        if (stats.size > longestInput) throw usageError(`${called} is larger than ${longestInput / 1024 / 1024} MB`);
      }),
    );
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : usageError(`cannot read ${called}: ${whyUnreadable(codeOf(cause))}`);
  }
  if (text === undefined) throw usageError(`${called} is not text in UTF-8`);
  return text;
}
