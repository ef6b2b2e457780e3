import type { RowScanner } from '../contract/bytes/row-scanner.js';
import type { JsonObject, Setting } from './view.js';

/** Writes the rows of a long list piece by piece. */
export interface RowWriter {
  /** False if it wants every row parsed. */
  readonly takesPlain: boolean;
  /** Whether the rows cannot be written without the people of the response. */
  readonly needsPeople: boolean;
  /** Called before the first row. */
  begin(setting: Setting, scanner: RowScanner | undefined): void;
  /** Takes the plain row that the scanner has read. If it gives false, it wants the row parsed. */
  plain(bytes: Uint8Array, start: number, end: number): boolean;
  row(row: JsonObject): void;
  /** Writes what was taken; only a little is kept, unless it may be some time until there is more. */
  flush(isPause: boolean): Promise<void>;
  /** Writes the rest. Until then, a JSON document is incomplete. */
  end(): Promise<void>;
}
