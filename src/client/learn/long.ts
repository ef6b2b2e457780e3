import { ByteTable } from '../../contract/bytes/byte-table.js';
import { textBetween } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import type { ListRoute } from '../../contract/routes.js';
import { type Row, refKeys, refOf, textOf, textsOf, titleOf, uuidKeys, uuidOf } from '../../contract/row.js';
import { mergeLines } from '../../state/merge-lines.js';
import { lineOf, maxEntries, type ReferenceIndex } from '../../state/references.js';
import { LineList, type Place } from './line-list.js';
import { learnOrgs, learnPeople, learnValues, valueFields } from './rows.js';

/** Learns from the rows of a long list piece by piece. */
export interface LongLearner {
  plain(bytes: Uint8Array, start: number, end: number): void;
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
  const lines = new LineList(index.lines(`${entity}s`));
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
    if (lines.count === maxEntries || ref === '' || uuid === '' || uuid === ref) return;
    const line = lineOf({ ref, uuid, title: titleOf(row) });
    if (line !== undefined) lines.add(line);
  };
  const slotsOf = (keys: readonly string[]): readonly number[] => keys.map((key) => scanner?.slot(key) ?? -1);
  const [tags, labels] = slotsOf(['tags', 'labels']) as [number, number];
  const [refSlots, uuidSlots, titleSlots] = [slotsOf(refKeys), slotsOf(uuidKeys), slotsOf(titleKeys)];
  const { from, to } = scanner ?? { from: new Int32Array(0), to: new Int32Array(0) };
  // Made once, since this runs for every row.
  const [ref, uuid, title]: [Place, Place, Place] = [
    { from: 0, to: 0 },
    { from: 0, to: 0 },
    { from: 0, to: 0 },
  ];
  /** Finds the value of the first of these fields that the row has. */
  const find = (slots: readonly number[], place: Place): boolean => {
    for (const slot of slots) {
      if (from[slot] === 0) continue;
      place.from = from[slot] as number;
      place.to = to[slot] as number;
      return true;
    }
    return false;
  };
  /** Adds a line from the bytes of a row, if they need not be decoded. */
  const addRawLine = (bytes: Uint8Array): boolean =>
    find(refSlots, ref) &&
    find(uuidSlots, uuid) &&
    find(titleSlots, title) &&
    !isSame(bytes, ref, uuid) &&
    lines.addCells(bytes, ref, uuid, title);
  return {
    plain(bytes, start, end) {
      // Labels count only where there are no tags.
      const hasBoth = from[tags] !== 0 && from[labels] !== 0;
      let isNovel = hasBoth;
      for (const { raw, slot } of words) {
        const at = from[slot] as number;
        if (at === 0 || (hasBoth && slot === labels) || raw.find(bytes, at, to[slot] as number) >= 0) continue;
        raw.add(bytes, at, to[slot] as number);
        isNovel = true;
      }
      const isDone = lines.count === maxEntries || addRawLine(bytes);
      if (!isNovel && isDone) return;
      const row = JSON.parse(textBetween(bytes, start, end)) as Row;
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
      if (lines.changed) index.learnLines(`${entity}s`, lines.changed, mergeLines);
      learnValues(entity, novel, index);
      if (entity === 'ticket') learnOrgs(novel, index);
      learnPeople(users, index);
    },
  };
}

function isSame(bytes: Uint8Array, one: Place, other: Place): boolean {
  const length = one.to - one.from;
  if (length !== other.to - other.from) return false;
  for (let at = 0; at < length; at += 1) if (bytes[one.from + at] !== bytes[other.from + at]) return false;
  return true;
}
