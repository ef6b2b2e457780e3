import { ByteBuilder } from '../../contract/bytes/byte-builder.js';
import { ByteTable } from '../../contract/bytes/byte-table.js';
import { ascii } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import type { ListRoute } from '../../contract/routes.js';
import { type Row, refKeys, refOf, textOf, textsOf, titleOf, uuidKeys, uuidOf } from '../../contract/row.js';
import { mergeLines } from '../../state/merge-lines.js';
import { lineOf, maxEntries, type ReferenceIndex } from '../../state/references.js';
import { learnOrgs, learnPeople, learnValues, valueFields } from './rows.js';

/** Learns from the rows of a long list piece by piece. */
export interface LongLearner {
  plain(bytes: Buffer, start: number, end: number): void;
  rows(rows: readonly Row[]): void;
  /** Passes on what was learned; `beside` are the other fields of the response. */
  end(beside: Row): void;
}

const titleKeys = ['title', 'subject', 'name'];
const entities = { 'GET /tasks': 'task', 'GET /tickets': 'ticket' } as const;

const orgKeys = ['orgSlug', 'orgId', 'orgName'];

/** Keeps no more references than the index holds; values and people are learned from all rows. */
export function createLongLearner(
  route: ListRoute,
  index: ReferenceIndex,
  scanner: RowScanner | undefined,
): LongLearner {
  const entity = entities[route];
  const wordKeys = [
    ...valueFields[entity].filter((field) => field !== 'tag'),
    ...['tags', 'labels', ...(entity === 'ticket' ? orgKeys : [])],
  ];
  const lines = new ByteBuilder();
  let lineCount = 0;
  /** The first row with each value. */
  const novel: Row[] = [];
  const words = wordKeys.map((key) => ({ raw: new ByteTable(), slot: scanner?.slot(key) ?? -1 }));
  /** Tags and values seen, with the name of their field; organisations whole. */
  const seen = new Set<string>();
  const isNew = (word: string): boolean => seen.size < seen.add(word).size;
  const noteRow = (row: Row): void => {
    const fields = valueFields[entity].map((field) =>
      field === 'tag' ? textsOf(row.tags ?? row.labels) : [textOf(row[field])],
    );
    const found = fields.flatMap((values, index) => values.filter((value) => isNew(`${index} ${value}`)));
    const org = orgKeys.map((key) => textOf(row[key]) ?? '').join('\n');
    if (isNew(org) || found.length > 0) novel.push(Object.fromEntries(wordKeys.map((key) => [key, row[key]])));
  };
  const addLine = (row: Row): void => {
    const [ref, uuid] = [refOf(row), uuidOf(row)];
    if (lineCount === maxEntries || ref === '' || uuid === '' || uuid === ref) return;
    const line = lineOf({ ref, uuid, title: titleOf(row) });
    if (line === undefined) return;
    lines.text(line);
    lineCount += 1;
  };
  const slotsOf = (keys: readonly string[]): readonly number[] => keys.map((key) => scanner?.slot(key) ?? -1);
  const [refSlots, uuidSlots, titleSlots] = [slotsOf(refKeys), slotsOf(uuidKeys), slotsOf(titleKeys)];
  const { from, to } = scanner ?? { from: new Int32Array(0), to: new Int32Array(0) };
  /** The first of these fields that the row has. */
  const present = (slots: readonly number[]): number => {
    for (const slot of slots) if (from[slot] !== 0) return slot;
    return -1;
  };
  const addCell = (bytes: Buffer, slot: number, separator: number): boolean => {
    const start = (from[slot] as number) + 1;
    const end = (to[slot] as number) - 1;
    if (slot < 0 || !isSimple(bytes, start, end)) return false;
    lines.copy(bytes, start, end);
    lines.byte(separator);
    return true;
  };
  const isSameValue = (bytes: Buffer, one: number, other: number): boolean =>
    bytes.compare(bytes, from[one], to[one], from[other], to[other]) === 0;
  /** Adds a line from the bytes of a row, if they need not be decoded. */
  const addRawLine = (bytes: Buffer): boolean => {
    const before = lines.length;
    const [ref, uuid] = [present(refSlots), present(uuidSlots)];
    if (!isSameValue(bytes, ref, uuid) && addCell(bytes, ref, 0x09) && addCell(bytes, uuid, 0x09)) {
      if (addCell(bytes, present(titleSlots), 0x0a)) return true;
    }
    lines.cut(before);
    return false;
  };
  return {
    plain(bytes, start, end) {
      let isNovel = false;
      for (const { raw, slot } of words) {
        const at = from[slot] as number;
        if (at === 0 || raw.find(bytes, at, to[slot] as number) >= 0) continue;
        raw.add(bytes, at, to[slot] as number);
        isNovel = true;
      }
      const isDone = lineCount === maxEntries || addRawLine(bytes);
      if (isDone && lineCount < maxEntries) lineCount += 1;
      if (!isNovel && isDone) return;
      const row = JSON.parse(bytes.toString('utf8', start, end)) as Row;
      if (isNovel) noteRow(row);
      if (!isDone) addLine(row);
    },
    rows(rows) {
      for (const row of rows) {
        noteRow(row);
        addLine(row);
      }
    },
    end({ users }) {
      index.learnLines(`${entity}s`, lines.bytes, mergeLines);
      learnValues(entity, novel, index);
      if (entity === 'ticket') learnOrgs(novel, index);
      learnPeople(users, index);
    },
  };
}

/** Whether a value is a string, not empty, that the index stores as it is in a plain row. */
function isSimple(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start - 1] !== ascii.quote || end === start || end - start > 200) return false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    // Some characters that the index replaces begin with these; plain rows do not contain the others.
    if (byte === ascii.backslash || byte === 0xef || (byte === 0xe2 && bytes[at + 1] === 0x81)) return false;
  }
  return true;
}
