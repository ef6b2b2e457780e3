import { Document, isCollection, isScalar, Scalar, visit } from 'yaml';
import { TrackerError } from '../../contract/errors.js';
import { unsafe } from '../../contract/unsafe-characters.js';
import type { Writer } from '../format.js';
import { batchSize, pagedSize } from '../format.js';
import type { Pieces } from '../pager.js';
import type { JsonObject } from '../view.js';
import { documentFormat } from './json.js';

/** YAML 1.2 that YAML 1.1 parsers read the same way, for people to read and paste. */
export const format = documentFormat({
  isByPage: false,
  async array(writer, rows, shape) {
    const { isTerminal } = writer.io.stdout;
    if (rows.length === 0) await print(writer, ['[]\n']);
    else await print(writer, items(rows, shape, isTerminal ? pagedSize : batchSize));
  },
  value: async (writer, value) => await print(writer, [toYaml(value)]),
});

/** The rows as items, `size` at a time. */
function items(rows: readonly JsonObject[], shape: (row: JsonObject) => JsonObject, size: number): Pieces {
  return {
    async *[Symbol.asyncIterator]() {
      for (let start = 0; start < rows.length; start += size) {
        yield toYaml(rows.slice(start, start + size).map(shape));
      }
    },
  };
}

async function print({ io: { stdout }, page }: Writer, text: Pieces): Promise<void> {
  if (stdout.isTerminal) return await page(text);
  for await (const piece of text) await stdout.write(piece);
}

/** Deeper indentation is useless to a reader, and its cost is quadratic. */
const deepestBlock = 50;

/** `value` as one YAML document. Throws `failed` if it is nested too deeply (docs/requirements.md, F27 and R43). */
export function toYaml(value: unknown): string {
  try {
    // Quotes strings that YAML 1.1 reads as a boolean, a number or a date.
    const document = new Document(value ?? null, { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false });
    visit(document, (_, node, path) => {
      // The path has a pair and a collection for each level.
      if (isCollection(node) && path.length > 2 * deepestBlock) node.flow = true;
      if (isScalar(node) && isUnsafe(node, path.length === 1)) node.type = Scalar.QUOTE_DOUBLE;
    });
    const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
    return text.replace(unsafeInYaml, escapeCharacter);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new TrackerError('failed', 'the response is nested too deeply to print', { cause });
  }
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
