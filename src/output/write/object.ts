import { type Sentence, TrackerError } from '../../contract/errors.js';
import { cleanText } from '../../contract/text/unsafe-characters.js';
import { knownFields, refuseUnknown } from '../columns/fields.js';
import { resultObject } from '../columns/identity.js';
import { refuseSteps, valueAt } from '../columns/path.js';
import { dataText } from '../data/json.js';
import { type Pair, printsValues, type Writer } from '../format.js';
import type { Show } from '../show.js';
import type { ObjectData, VerbResult } from '../shown.js';

/** Writes a plain object in the chosen format. Throws `usage` for an unknown field. */
export async function writeObject(writer: Writer, data: ObjectData): Promise<void> {
  const { format, fields } = writer;
  if (fields.length === 0) return await format.object(writer, data);
  await checkFields(fields, data);
  await format.pairs(writer, pairsOf(writer, data));
}

async function checkFields(fields: readonly string[], data: ObjectData): Promise<void> {
  try {
    const whole = resultObject(data);
    refuseUnknown(fields, knownFields({ columns: data.fields, fields: [] }, [whole]));
    const paths = fields.filter((field) => data.fields.every(({ key }) => key !== field));
    refuseSteps(paths, [whole]);
  } catch (error) {
    if (!data.onUnknown || !(error instanceof TrackerError)) throw error;
    await data.onUnknown(error);
  }
}

/** In JSON a name is looked up in the object first, in other formats among its fields. */
function pairsOf({ format, fields }: Writer, data: ObjectData): readonly Pair[] {
  const whole = resultObject(data);
  return fields.map((field): Pair => {
    const isSent = printsValues(format) && Object.hasOwn(whole, field);
    const own = isSent ? undefined : data.fields.find(({ key }) => key === field);
    return [field, own === undefined ? valueAt(whole, field) : own.value];
  });
}

type Result = Pick<ObjectData, 'object' | 'ref' | 'quiet'> & { readonly sentence: Sentence };

/** Writes what a command did; some formats have their own way to say that there was nothing to do. */
export async function writeResult(writer: Writer, result: Result, warn: Show['warn']): Promise<void> {
  const { format, fields: asked } = writer;
  const isEmpty = Object.values(result.object).every((value) => Array.isArray(value) && value.length === 0);
  if (isEmpty && format.nothing && asked.length === 0) return await format.nothing(writer, Object.keys(result.object));
  await writeCreated(writer, result, warn);
}

/** Writes what a command created. An unknown field is only a warning, because after an error people would run the command again. */
export async function writeCreated(writer: Writer, result: Result, warn: Show['warn']): Promise<void> {
  const { said } = writer.format;
  if (said && result.sentence && writer.fields.length === 0) return await said(writer, result.sentence, result.ref);
  const fields = Object.entries(resultObject(result)).map(([key, value]) => ({ key, label: key, value }));
  const onUnknown = async ({ message, hint }: TrackerError) => await warn(message, hint);
  await writeObject(writer, { ...result, fields, onUnknown });
}

/** Writes that there is nothing: `null` or `[]`, no line of JSON, or the sentence. */
export async function writeNone(
  writer: Writer,
  { sentence, isMany = false }: Extract<VerbResult, { readonly is: 'none' }>,
  say: Show['say'],
): Promise<void> {
  const { said, value, json } = writer.format;
  if (said) await said(writer, sentence);
  else if (value && json !== 'lines') await value(writer, isMany ? [] : null);
  else await say(sentence);
}

/** Writes a value whole where the format prints one, otherwise as text, made safe for a terminal. */
export async function writeValue(writer: Writer, value: unknown): Promise<void> {
  if (writer.format.value) return await writer.format.value(writer, value);
  const { stdout } = writer.io;
  const text = dataText(value);
  await stdout.write(`${stdout.isTerminal ? cleanText(text) : text}\n`);
}

/** Throws the error of what could not be printed after something was done, which people would do again. */
export function throwAfterDone(error: unknown): never {
  if (!(error instanceof TrackerError)) throw error;
  const { kind, message, cause } = error;
  throw new TrackerError(kind, message, { hint: 'it was done all the same: check before you run it again', cause });
}
