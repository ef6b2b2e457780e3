import { isRow, type Row } from '../row.js';
import { ByteTable } from './byte-table.js';
import { ascii, isDigit } from './characters.js';
import type { RowScanner } from './row-scanner.js';

/** How many values of a field are recognised. */
const mostValues = 1_000;

/** More fields have too many combinations to number. */
const mostFields = 5;

/** Recognises the values of some fields of plain rows by their bytes. */
export class RowValues {
  readonly #fields: readonly {
    readonly start: string;
    readonly slot: number;
    readonly isNumbered: boolean;
    readonly seen: ByteTable;
  }[];
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  #decoder: Buffer = Buffer.alloc(0);

  /** Of `numbered` keys, the number at the end of a string does not matter. */
  constructor(keys: readonly string[], { slot, from, to }: RowScanner, numbered: readonly string[] = []) {
    this.#fields = [...new Set(keys)].map((key) => ({
      start: `${JSON.stringify(key)}:`,
      slot: slot(key),
      isNumbered: numbered.includes(key),
      seen: new ByteTable(),
    }));
    this.#from = from;
    this.#to = to;
  }

  /** A number for the values of the row that the scanner has read; undefined if there are too many different ones. */
  code(bytes: Uint8Array): number | undefined {
    if (this.#fields.length > mostFields) return undefined;
    let code = 0;
    for (const { slot, isNumbered, seen } of this.#fields) {
      const start = this.#from[slot] as number;
      const whole = this.#to[slot] as number;
      const end = isNumbered ? beforeNumber(bytes, start, whole) : whole;
      let value = start === 0 ? 0 : seen.find(bytes, start, end) + 1;
      if (start !== 0 && value === 0) {
        if (seen.size === mostValues) return undefined;
        value = seen.add(bytes, start, end) + 1;
      }
      code = code * (mostValues + 1) + value;
    }
    return code;
  }

  /** The row with these fields alone. */
  decode(bytes: Uint8Array): Row {
    // A Buffer decodes fastest, but takes long to make.
    if (this.#decoder.buffer !== bytes.buffer) this.#decoder = Buffer.from(bytes.buffer);
    let text = '';
    for (const { start, slot } of this.#fields) {
      const from = this.#from[slot] as number;
      if (from !== 0)
        text += `${text === '' ? '{' : ','}${start}${this.#decoder.toString('utf8', bytes.byteOffset + from, bytes.byteOffset + (this.#to[slot] as number))}`;
    }
    const row: unknown = JSON.parse(text === '' ? '{}' : `${text}}`);
    return isRow(row) ? row : {};
  }
}

/** Where the number at the end of a JSON string begins; `end` if there is none. */
function beforeNumber(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== ascii.quote) return end;
  let at = end - 1;
  while (isDigit(bytes[at - 1] as number)) at -= 1;
  return at === end - 1 ? end : at;
}
