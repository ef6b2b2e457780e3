import { refOf } from '../../contract/row.js';
import type { Writer } from '../format.js';
import type { RowWriter } from '../row-writer.js';
import type { JsonObject, ListView, Setting } from '../view.js';
import { writeList } from './list.js';
import { writeDocuments } from './long-documents.js';
import { writeRecords } from './long-records.js';

/** Opens the output of a long list: rows as bytes where the format allows it, otherwise in batches. */
export function openRowWriter(writer: Writer, view: ListView): RowWriter {
  const { frame, cells } = writer.format;
  if (cells !== undefined) return writeRecords(writer, view, cells);
  if (frame === undefined) return writeInBatches(writer, view);
  const ref = view.columns.find(({ key }) => key === 'ref');
  return writeDocuments(writer, view, { frame, isPlain: writer.fields.length === 0 && ref?.value === refOf });
}

/** Rows written at a time. */
const batchSize = 200;

function writeInBatches(writer: Writer, view: ListView): RowWriter {
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
    flush: async () => {
      if (rows.length >= batchSize) await write();
    },
    end: async () => {
      if (rows.length > 0 || !goesOn) await write();
    },
  };
}
