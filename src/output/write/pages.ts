import { TrackerError } from '../../contract/errors.js';
import { pickColumns } from '../columns/fields.js';
import { refuseListSteps } from '../columns/path.js';
import type { Writer } from '../format.js';
import type { ListData } from '../shown.js';
import type { JsonObject, ListView } from '../view.js';
import { writeList } from './list.js';

/**
 * Writes a list whose rows come in pages. Formats with a row per line write each page as it arrives, others the whole list at
 * the end. A field is known as soon as a page has it; until then, rows are held back, unless they are live. Throws `usage` for a
 * field that no page has.
 */
export async function writePages<Row extends JsonObject>(
  writer: Writer,
  view: ListView<Row>,
  pages: AsyncIterable<ListData<Row>>,
): Promise<void> {
  const { isByPage } = writer.format;
  let waiting: Row[] = [];
  let last: ListData<Row> | undefined;
  let goesOn = false;
  for await (const page of pages) {
    for (const row of page.rows) waiting.push(row);
    last = page;
    if (!isByPage || waiting.length === 0) continue;
    if (!goesOn && !page.isLive && !isKnown(writer, view, { ...page, rows: waiting })) continue;
    await writeList(writer, view, { ...page, rows: waiting }, goesOn);
    goesOn = true;
    waiting = [];
  }
  if (last && !goesOn) await writeList(writer, view, { ...last, rows: waiting });
}

function isKnown<Row extends JsonObject>(
  writer: Writer,
  view: ListView<Row>,
  { rows, setting }: ListData<Row>,
): boolean {
  try {
    pickColumns(view, rows, writer.fields, setting);
    refuseListSteps(writer.fields, view.columns, { rows, setting });
    return true;
  } catch (error) {
    if (error instanceof TrackerError) return false;
    throw error;
  }
}
