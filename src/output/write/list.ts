import { attempt } from '../../contract/errors.js';
import { refOf, uuidOf } from '../../contract/row.js';
import { knownFields, type PickedColumn, pickColumns, refuseUnknown } from '../columns/fields.js';
import { createIdentify } from '../columns/identity.js';
import { refuseListSteps } from '../columns/path.js';
import { dataText } from '../data/json.js';
import type { Rows, Writer } from '../format.js';
import type { ListData } from '../shown.js';
import type { Column, JsonObject, ListView, Setting } from '../view.js';

/** Writes a list in the chosen format. Throws `usage` for an unknown field. Pages after the first are not checked and have no header. */
export async function writeList(writer: Writer, view: ListView, data: ListData, goesOn = false): Promise<void> {
  const { rows, allRows = rows, setting, total = rows.length, hidden = 0 } = data;
  const { refusesUndeclared = false, format } = writer;
  const fields = format.isBrief && writer.fields.length === 0 ? (view.brief ?? []) : writer.fields;
  if (refusesUndeclared && rows.length === 0) refuseUnknown(fields, new Set([...knownFields(view, allRows), 'people']));
  const isChecked = goesOn || data.isDone === true || rows.length === 0;
  const columns = pickColumns(view, isChecked ? [] : allRows, fields, setting);
  if (!isChecked) refuseListSteps(fields, view.columns, { rows: allRows, setting });
  const ref = refColumnOf(view);
  await writer.format.list(writer, {
    ...{ ...data, rows, columns, goesOn, total, hidden },
    ...{ noun: view.noun, isWhole: view.isWhole, sectionOf: view.sectionOf },
    shape: rowShape(view, columns, fields, setting),
    refOf: (row) => dataText(ref === undefined ? refOf(row) : ref.value(row, setting)),
  });
}

/** A row as a value: whole, after `ref`, `uuid` and `people`, or with exactly the named fields. */
export function rowShape(
  view: ListView,
  columns: readonly PickedColumn[],
  fields: readonly string[],
  setting: Setting,
): Rows['shape'] {
  if (fields.length > 0) return (row) => Object.fromEntries(columns.map(({ key, sent }) => [key, sent(row) ?? null]));
  const [ref, identify] = [refColumnOf(view), createIdentify(setting.people, view.sideOf)];
  if (ref === undefined) return (row) => identify(row);
  return (row) => identify(row, { ref: dataText(ref.value(row, setting)) || null, uuid: uuidOf(row) || null });
}

/**
 * Writes a list whose rows come in pages. Formats with a row per line write each page as it arrives, others the whole list at
 * the end. A field is known as soon as a page has it; until then, rows are held back, unless they are live. Throws `usage` for a
 * field that no page has.
 */
export async function writePages(writer: Writer, view: ListView, pages: AsyncIterable<ListData>): Promise<void> {
  const { isByPage } = writer.format;
  let waiting: JsonObject[] = [];
  let last: ListData | undefined;
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

function refColumnOf({ columns }: ListView): Column | undefined {
  return columns.find(({ key }) => key === 'ref');
}

function isKnown(writer: Writer, view: ListView, { rows, setting }: ListData): boolean {
  const check = (): true => {
    pickColumns(view, rows, writer.fields, setting);
    refuseListSteps(writer.fields, view.columns, { rows, setting });
    return true;
  };
  return attempt(check) ?? false;
}
