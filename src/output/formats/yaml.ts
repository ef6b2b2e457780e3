import { Document, isCollection, isScalar, Scalar, visit } from 'yaml';
import { unsafe } from '../../contract/text/unsafe-characters.js';
import { unlessTooDeep } from '../data/json.js';
import { inPieces } from '../format.js';
import { documentFormat } from './json.js';

/** YAML 1.2 that YAML 1.1 parsers read the same way, for people to read and paste. */
export const format = documentFormat({
  isByPage: false,
  array: (writer, rows, shape) =>
    writer.page(rows.length === 0 ? ['[]\n'] : inPieces(writer, rows, (batch) => toYaml(batch.map(shape)))),
  value: (writer, value) => writer.page([toYaml(value)]),
});

/** Deeper indentation is useless to a reader, and its cost is quadratic. */
const deepestBlock = 50;

/** `value` as one YAML document. Throws `failed` if it is nested too deeply (docs/requirements.md, F27 and R43). */
export function toYaml(value: unknown): string {
  return unlessTooDeep(() => {
    // Quotes strings that YAML 1.1 reads as a boolean, a number or a date.
    const document = new Document(value ?? null, { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false });
    visit(document, (_, node, path) => {
      // The path has a pair and a collection for each level.
      if (isCollection(node) && path.length > 2 * deepestBlock) node.flow = true;
      if (isScalar(node) && isUnsafe(node, path.length === 1)) node.type = Scalar.QUOTE_DOUBLE;
    });
    const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
    return text.replace(unsafeInYaml, escapeCharacter);
  });
}

/** What YAML cannot hold raw, besides. */
const unsafeInYaml = new RegExp(`(?![\\t\\n])[${unsafe}\\ufeff]`, 'gu');

/** Strings that other YAML parsers misread when bare, or in a block with several lines. */
const misread = /^(?:=|---|\.\.\.)|^[^\n\t]*\t[^\n]*$|^\s[\s\S]*\n|\n[ \t]+(?:\n|$)|\n\n$/;

/** Whether a string needs double quotes that the library would not add. */
function isUnsafe({ value }: Scalar, isWhole: boolean): boolean {
  if (typeof value !== 'string') return false;
  return value.search(unsafeInYaml) !== -1 || misread.test(value) || (isWhole && value.includes('\n'));
}

/** A YAML escape. Strings that need one are always double-quoted. */
function escapeCharacter(found: string): string {
  const code = (found.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
