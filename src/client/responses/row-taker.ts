import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import type { Row } from '../../contract/row.js';

/** Takes the rows of a long list in order, piece by piece. */
export interface RowTaker {
  /** False if it wants every row parsed. */
  readonly takesPlain: boolean;
  /** Whether no row can be taken before the people of the response are known. */
  readonly needsPeople: boolean;
  /** Called before the first row, with the people of the response. */
  begin(users: unknown, scanner: RowScanner | undefined): Promise<void>;
  /** Takes the plain row that the scanner has read. If it gives false, it wants the row parsed. */
  plain(bytes: Uint8Array, start: number, end: number): boolean;
  rows(rows: readonly Row[]): void;
  /** Called after every piece, and before waiting for more (`isPause`); the next rows wait until it is done. */
  flush(isPause: boolean): Promise<void>;
  /** The rows, if all it does is keep them. */
  readonly kept?: readonly Row[];
}
