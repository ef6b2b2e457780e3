import type { RowScanner } from '../contract/bytes/row-scanner.js';
import type { JsonObject, Setting } from './view.js';

/** Writes the rows of a long list piece by piece. */
export interface RowWriter {
  /** False if it wants every row parsed. */
  readonly takesPlain: boolean;
  /** Called before the first row. */
  begin(setting: Setting, scanner: RowScanner | undefined): void;
  /** Takes the plain row that the scanner has read. If it gives false, it wants the row parsed. */
  plain(bytes: Uint8Array, start: number, end: number): boolean;
  row(row: JsonObject): void;
  /** Writes what was taken, unless it is only a little. */
  flush(): Promise<void>;
  /** Writes the rest. Until then, a JSON document is incomplete. */
  end(): Promise<void>;
}
