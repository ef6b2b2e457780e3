import { uuidOf } from '../contract/row.js';
import { TrackerError, usageError } from '../errors.js';
import { knownFields, refuseUnknown } from './columns/fields.js';
import { withIdentity } from './columns/identity.js';
import { valueAt } from './columns/path.js';
import { refuseSteps } from './columns/refuse-steps.js';
import { csvLine, tsvLine } from './data/delimited.js';
import { dataText, toJson } from './data/json.js';
import type { ObjectData } from './show.js';
import { cleanText } from './text/clean.js';
import type { JsonObject } from './view.js';
import type { Writer } from './writer.js';

/** A key and its value, in every format. */
export type Pair = readonly [key: string, value: unknown];

/** Writes one plain object in the chosen format. Throws `usage` for a field nobody knows. */
export async function writeObject(writer: Writer, data: ObjectData): Promise<void> {
  const { stdout } = writer.io;
  if (writer.format === 'refs') {
    const quiet = data.quiet ?? data.ref;
    if (quiet === undefined) throw usageError('there is no reference that --quiet could print here');
    return await stdout.write(quiet === '' ? '' : tsvLine([quiet]));
  }
  if (writer.choice.fields.length > 0) {
    await checkFields(writer.choice.fields, data);
    return await writePairs(writer, objectValues(writer.choice.fields, data));
  }
  if (writer.format === 'json' || writer.format === 'jsonl') return await writeDocument(writer, asResult(data));
  if (writer.format !== 'table') {
    return await writePairs(
      writer,
      data.fields.map(({ key, value }) => [key, value]),
    );
  }
  const [{ createPaint }, { drawObject }] = await Promise.all([
    import('./text/colour.js'),
    import('./detail/draw-object.js'),
  ]);
  const paint = await createPaint(writer.color);
  const lines = await drawObject(data, { width: stdout.columns(), words: writer.words });
  await writer.page(lines.map((line) => `${paint(line)}\n`).join(''));
}

/** One JSON document: indented for a person at a terminal, else one line. */
export async function writeDocument(writer: Writer, document: JsonObject): Promise<void> {
  const { stdout } = writer.io;
  const isPretty = writer.format === 'json' && stdout.isTerminal;
  if (isPretty) await writer.page(`${toJson(document, 2)}\n`);
  else await stdout.write(`${toJson(document)}\n`);
}

/** Keys and values: a JSON object, a CSV header with one record, or one `key<TAB>value` line each. */
export async function writePairs(writer: Writer, pairs: readonly Pair[]): Promise<void> {
  const { stdout } = writer.io;
  switch (writer.format) {
    case 'json':
    case 'jsonl':
      return await writeDocument(writer, Object.fromEntries(pairs.map(([key, value]) => [key, value ?? null])));
    case 'csv': {
      const columns = new Map<string, unknown>();
      for (const [key, value] of pairs) columns.set(key, columns.has(key) ? below(columns.get(key), value) : value);
      return await stdout.write(
        csvLine([...columns.keys()], stdout.isTerminal) + csvLine([...columns.values()], stdout.isTerminal),
      );
    }
    case 'table':
      return await writer.page(await alignedPairs(writer, pairs));
    default:
      return await stdout.write(pairs.map(tsvLine).join(''));
  }
}

/** A key that comes several times is one column of CSV, its values a line each. */
function below(before: unknown, value: unknown): string {
  return `${dataText(before)}\n${dataText(value)}`;
}

async function alignedPairs(writer: Writer, pairs: readonly Pair[]): Promise<string> {
  const { createPaint } = await import('./text/colour.js');
  const paint = await createPaint(writer.color);
  const width = pairs.reduce((widest, [key]) => Math.max(widest, key.length), 0);
  return pairs
    .map(([key, value]) => {
      const label = paint([{ text: cleanText(key).padEnd(width + 2), styles: ['dim'] }]);
      return `${label}${cleanText(dataText(value)).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}\n`;
    })
    .join('');
}

async function checkFields(fields: readonly string[], data: ObjectData): Promise<void> {
  try {
    const whole = asResult(data);
    refuseUnknown(fields, knownFields({ columns: data.fields, fields: [] }, [whole]));
    refuseSteps(
      fields.filter((field) => data.fields.every(({ key }) => key !== field)),
      [whole],
    );
  } catch (error) {
    if (!data.tellUnknown || !(error instanceof TrackerError)) throw error;
    await data.tellUnknown(error);
  }
}

function objectValues(fields: readonly string[], data: ObjectData): readonly Pair[] {
  const whole = asResult(data);
  return fields.map((field): Pair => {
    const own = data.fields.find(({ key }) => key === field);
    return [field, own === undefined ? valueAt(whole, field) : own.value];
  });
}

/** A result that names an entity carries `ref` and `uuid` first, as rows do. */
export function asResult({
  object,
  ref,
  uuid = uuidOf(object),
}: Pick<ObjectData, 'object' | 'ref' | 'uuid'>): JsonObject {
  if (ref === undefined) return object;
  return withIdentity(object, uuid === '' ? { ref } : { ref, uuid }, {});
}
