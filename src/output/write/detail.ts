import type { DetailData } from '../show.js';
import type { Writer } from './writer.js';

/** Writes an entity in the chosen format. Throws `usage` for an unknown field. */
export async function writeDetail(writer: Writer, data: DetailData): Promise<void> {
  const { format, choice } = writer;
  if (choice.fields.length === 0) return await format.detail(writer, data);
  const { detailValues } = await import('../detail/values.js');
  await format.pairs(writer, detailValues(writer, data));
}
