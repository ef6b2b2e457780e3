import { TrackerError } from '../../errors.js';
import { knownFields, refuseUnknown } from '../columns/fields.js';
import { resultOf } from '../columns/identity.js';
import { valueAt } from '../columns/path.js';
import { refuseSteps } from '../columns/refuse-steps.js';
import { type Pair, printsValues, type Writer } from '../format.js';
import type { ObjectData } from '../shown.js';

/** Writes a plain object in the chosen format. Throws `usage` for an unknown field. */
export async function writeObject(writer: Writer, data: ObjectData): Promise<void> {
  const { format, fields } = writer;
  if (fields.length === 0) return await format.object(writer, data);
  await checkFields(fields, data);
  await format.pairs(writer, pairsOf(writer, data));
}

async function checkFields(fields: readonly string[], data: ObjectData): Promise<void> {
  try {
    const whole = resultOf(data);
    refuseUnknown(fields, knownFields({ columns: data.fields, fields: [] }, [whole]));
    refuseSteps(
      fields.filter((field) => data.fields.every(({ key }) => key !== field)),
      [whole],
    );
  } catch (error) {
    if (!data.onUnknown || !(error instanceof TrackerError)) throw error;
    await data.onUnknown(error);
  }
}

/** In JSON a name is looked up in the object first, in other formats among its fields. */
function pairsOf({ format, fields }: Writer, data: ObjectData): readonly Pair[] {
  const whole = resultOf(data);
  return fields.map((field): Pair => {
    const isSent = printsValues(format) && Object.hasOwn(whole, field);
    const own = isSent ? undefined : data.fields.find(({ key }) => key === field);
    return [field, own === undefined ? valueAt(whole, field) : own.value];
  });
}
