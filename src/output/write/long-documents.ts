import { ByteBuilder } from '../../contract/bytes/byte-builder.js';
import { ByteTable } from '../../contract/bytes/byte-table.js';
import { ascii } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { refKeys, uuidKeys } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import { pickColumns } from '../columns/fields.js';
import { personIn } from '../columns/identity.js';
import { toJson } from '../data/json.js';
import type { Frame, Writer } from '../format.js';
import type { RowWriter } from '../row-writer.js';
import type { JsonObject, ListView, Setting } from '../view.js';
import { rowShape } from './list.js';

/** Bytes written at a time. */
const batchBytes = 128 * 1024;

/** Keys that are printed before the row's own fields, and replace them. */
const ownKeys = ['ref', 'uuid', 'people'];

/** Writes rows as JSON; plain ones as the bytes that arrived, after `ref`, `uuid` and `people`. */
export function writeDocuments(
  writer: Writer,
  view: ListView,
  { frame, isPlain }: { readonly frame: Frame; readonly isPlain: boolean },
): Omit<RowWriter, 'needsPeople'> {
  const out = new ByteBuilder(2 * batchBytes);
  const [open, between] = [Buffer.from(frame.open), Buffer.from(frame.between)];
  let hasRows = false;
  let shape: ((row: JsonObject) => JsonObject) | undefined;
  let addPlain: ((bytes: Uint8Array, start: number, end: number) => void) | undefined;
  const beginRow = (): void => {
    out.add(hasRows ? between : open);
    hasRows = true;
  };
  const write = async (): Promise<void> => {
    await writer.io.stdout.write(out.bytes);
    out.cut(0);
  };
  return {
    takesPlain: isPlain,
    begin(setting, scanner) {
      shape = rowShape(view, pickColumns(view, [], writer.fields, setting), writer.fields, setting);
      addPlain = scanner && plainRows(setting, scanner, out);
    },
    plain(bytes, start, end) {
      if (addPlain === undefined) return false;
      beginRow();
      addPlain(bytes, start, end);
      return true;
    },
    row(row) {
      beginRow();
      out.text(toJson(shape?.(row)));
    },
    flush: async (isPause) => {
      if (out.length >= (isPause ? 1 : batchBytes)) await write();
    },
    async end() {
      out.text(hasRows ? frame.close : frame.empty);
      await write();
    },
  };
}

/** Adds plain rows; undefined if the people of this response cannot be put in as bytes. */
function plainRows(
  { people }: Setting,
  scanner: RowScanner,
  out: ByteBuilder,
): ((bytes: Uint8Array, start: number, end: number) => void) | undefined {
  const known = findablePeople(people);
  if (known === undefined) return undefined;
  scanner.expect(known.lengths);
  const slotsOf = (keys: readonly string[]): readonly number[] => keys.map((key) => scanner.slot(key));
  const [refSlots, uuidSlots] = [slotsOf(refKeys), slotsOf(uuidKeys)];
  const { from, to, texts } = scanner;
  const replaced = ownKeys.map((key) => ({ slot: scanner.slot(key), width: key.length + 3 }));
  const always = replaced.slice(0, 2);
  let named: number[] = [];
  const findPeople = (bytes: Uint8Array): void => {
    named = [];
    for (let at = 0; at < scanner.textCount(); at += 2) {
      const person = known.ids.find(bytes, texts[at] as number, texts[at + 1] as number);
      if (person >= 0 && !named.includes(person)) named.push(person);
    }
  };
  /** The first of these fields that names the row, as a JSON string. */
  const addName = (bytes: Uint8Array, slots: readonly number[]): void => {
    for (const slot of slots) {
      const start = from[slot] as number;
      const end = to[slot] as number;
      const first = bytes[start] as number;
      if (
        start === 0 ||
        (first !== ascii.quote && first !== ascii.minus && (first < ascii.zero || first > ascii.zero + 9))
      )
        continue;
      if (first === ascii.quote && end - start === 2) continue;
      if (first !== ascii.quote) out.byte(ascii.quote);
      out.copy(bytes, start, end);
      if (first !== ascii.quote) out.byte(ascii.quote);
      return;
    }
    out.add(pieces.null);
  };
  /** The next own field of the row that is left out. */
  const nextCut = (at: number): (typeof replaced)[number] | undefined => {
    let first: (typeof replaced)[number] | undefined;
    for (const cut of named.length > 0 ? replaced : always) {
      const place = from[cut.slot] as number;
      if (place > at && (first === undefined || place < (from[first.slot] as number))) first = cut;
    }
    return first;
  };
  return (bytes, start, end) => {
    findPeople(bytes);
    out.add(pieces.ref);
    addName(bytes, refSlots);
    out.add(pieces.uuid);
    addName(bytes, uuidSlots);
    let separator = pieces.people;
    for (const person of named) {
      out.add(separator);
      out.add(known.fragment(person));
      separator = pieces.comma;
    }
    if (named.length > 0) out.byte(ascii.closeObject);
    out.byte(ascii.comma);
    let at = start + 1;
    for (let cut = nextCut(at); cut !== undefined; cut = nextCut(at)) {
      out.copy(bytes, at, (from[cut.slot] as number) - cut.width);
      at = (to[cut.slot] as number) + 1;
    }
    if (at < end) out.copy(bytes, at, end - 1);
    if (out.endsWith(ascii.comma)) out.cut(out.length - 1);
    out.byte(ascii.closeObject);
  };
}

const pieces = {
  ref: Buffer.from('{"ref":'),
  uuid: Buffer.from(',"uuid":'),
  people: Buffer.from(',"people":{'),
  comma: Buffer.from(','),
  null: Buffer.from('null'),
};

interface KnownPeople {
  readonly ids: ByteTable;
  /** Of the ids, in bytes. */
  readonly lengths: ReadonlySet<number>;
  /** The id with its display data, as in `people` of a row. */
  readonly fragment: (person: number) => Buffer;
}

/** The people of a response by the bytes of their ids; undefined for ids that JSON would reorder, or too long to look for. */
function findablePeople(people: People): KnownPeople | undefined {
  const ids = new ByteTable();
  const lengths = new Set<number>();
  const names = Object.keys(people);
  for (const id of names) {
    const quoted = Buffer.from(JSON.stringify(id));
    if (/^\d+$/.test(id) || quoted.length > 257) return undefined;
    ids.add(quoted, 1, quoted.length - 1);
    lengths.add(quoted.length - 2);
  }
  const fragments: Buffer[] = [];
  const make = (id = ''): Buffer => Buffer.from(toJson({ [id]: personIn(people, id) }).slice(1, -1));
  return { ids, lengths, fragment: (person) => (fragments[person] ??= make(names[person])) };
}
