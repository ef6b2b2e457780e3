import type { TrackerError } from '../../errors.js';
import { resultOf } from '../columns/identity.js';
import type { Writer } from '../format.js';
import type { Show } from '../show.js';
import type { ObjectData } from '../shown.js';
import { writeObject } from './object.js';

type Result = Pick<ObjectData, 'object' | 'ref' | 'quiet'>;

/** Writes what a command did; some formats have their own way to say that there was nothing to do. */
export async function writeResult(writer: Writer, result: Result, warn: Show['warn']): Promise<void> {
  const { format, fields: asked } = writer;
  const isEmpty = Object.values(result.object).every((value) => Array.isArray(value) && value.length === 0);
  if (isEmpty && format.nothing && asked.length === 0) return await format.nothing(writer, Object.keys(result.object));
  await writeCreated(writer, result, warn);
}

/**
 * Writes what a command created. An unknown field is only a warning, because after an error people would run the command again.
 */
export async function writeCreated(writer: Writer, result: Result, warn: Show['warn']): Promise<void> {
  const fields = Object.entries(resultOf(result)).map(([key, value]) => ({ key, label: key, value }));
  const onUnknown = async ({ message, hint }: TrackerError) => await warn(message, hint);
  await writeObject(writer, { ...result, fields, onUnknown });
}
