import { refOf } from '../../contract/row.js';
import { firstStep } from '../columns/path.js';
import type { Writer } from '../format.js';
import type { RowWriter } from '../row-writer.js';
import type { JsonObject, ListView, Setting } from '../view.js';
import { writeList } from './list.js';
import { writeDocuments } from './long-documents.js';
import { writeRecords } from './long-records.js';

/** Opens the output of a long list: rows as bytes where the format allows it, otherwise in batches. */
export function openRowWriter(writer: Writer, view: ListView): RowWriter {
  const needsPeople = !writer.format.isOnlyRefs && namesPeople(view, writer.fields);
  return { ...writerFor(writer, view), needsPeople };
}

/** Whether rows have people in them, or columns their names. */
function namesPeople({ columns }: ListView, fields: readonly string[]): boolean {
  const isName = (field: string): boolean =>
    firstStep(field) === 'people' || columns.some(({ key, namesPeople }) => key === field && namesPeople);
  return fields.length === 0 || fields.some(isName);
}

function writerFor(writer: Writer, view: ListView): Omit<RowWriter, 'needsPeople'> {
  const { frame, cells } = writer.format;
  if (cells !== undefined) return writeRecords(writer, view, cells);
  if (frame === undefined) return writeInBatches(writer, view);
  const ref = view.columns.find(({ key }) => key === 'ref');
  return writeDocuments(writer, view, { frame, isPlain: writer.fields.length === 0 && ref?.value === refOf });
}

/** Rows written at a time. */
const batchSize = 200;

function writeInBatches(writer: Writer, view: ListView): Omit<RowWriter, 'needsPeople'> {
  let setting: Setting | undefined;
  let rows: JsonObject[] = [];
  let goesOn = false;
  const write = async (): Promise<void> => {
    if (setting === undefined) return;
    await writeList(writer, view, { rows, setting, isDone: true }, goesOn);
    goesOn = true;
    rows = [];
  };
  return {
    takesPlain: false,
    begin(given) {
      setting = given;
    },
    plain: () => false,
    row: (row) => void rows.push(row),
    flush: async (isPause) => {
      if (rows.length >= (isPause ? 1 : batchSize)) await write();
    },
    end: async () => {
      if (rows.length > 0 || !goesOn) await write();
    },
  };
}
