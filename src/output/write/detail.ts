import type { Writer } from '../format.js';
import type { DetailData } from '../shown.js';

/** Writes an entity in the chosen format. Throws `usage` for an unknown field. */
export async function writeDetail(writer: Writer, data: DetailData): Promise<void> {
  const { format, fields } = writer;
  if (fields.length === 0) return await format.detail(writer, data);
  const { detailValues } = await import('../detail/values.js');
  await format.pairs(writer, detailValues(writer, data));
}
