import { createRowScanner, type RowScanner } from '../../contract/bytes/row-scanner.js';
import { type ListRoute, rowFields } from '../../contract/routes.js';
import type { Row } from '../../contract/row.js';
import { isTooHeavy, lightBytes } from '../../http/body/json-weight.js';
import { readBytes } from '../../http/body/read.js';
import type { HttpReply, HttpRequest } from '../../http/message.js';
import type { ReferenceIndex } from '../../state/references.js';
import { createLongLearner } from '../learn/long.js';
import { readRows, Unreadable } from './read-rows.js';
import { unreadable } from './unreadable.js';

/** Takes the rows of a long list in order, piece by piece. */
export interface RowTaker {
  /** False if it wants every row parsed. */
  readonly takesPlain: boolean;
  /** Called before the first row, with the people of the response. */
  begin(users: unknown, scanner: RowScanner | undefined): Promise<void>;
  /** Takes the plain row that the scanner has read. If it gives false, it wants the row parsed. */
  plain(bytes: Uint8Array, start: number, end: number): boolean;
  rows(rows: readonly Row[]): void;
  /** Called after every piece; the next rows wait until it is done. */
  flush(): Promise<void>;
}

export interface LongList {
  readonly route: ListRoute;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly index: ReferenceIndex;
  readonly taker: RowTaker;
  /** The parsed JSON; undefined if it is invalid. `mayBeOdd` says whether it may have numbers JSON.parse would change. */
  readonly parse: (text: string, mayBeOdd: boolean) => Promise<unknown>;
}

/** Passes the rows of a long response on piece by piece, and learns from them. */
export async function takeLongList({ route, request, reply, index, taker, parse }: LongList): Promise<void> {
  const scanner = taker.takesPlain ? createRowScanner() : undefined;
  const learner = createLongLearner(route, index, scanner);
  let beside: Row = {};
  try {
    beside = await readRows(await readBytes(reply), {
      field: rowFields[route],
      needs: 'users',
      scanner,
      parse: async (bytes, mayBeOdd) => {
        if (bytes.length > lightBytes && isTooHeavy(bytes)) throw new Unreadable('has more than 2.5 million values');
        const parsed = await parse(bytes.toString('utf8'), mayBeOdd);
        if (parsed === undefined) throw new Unreadable('is not JSON');
        return parsed;
      },
      begin: (users) => taker.begin(users, scanner),
      plain(bytes, start, end) {
        if (!taker.plain(bytes, start, end)) return false;
        learner.plain(bytes, start, end);
        return true;
      },
      rows(rows) {
        taker.rows(rows);
        learner.rows(rows);
      },
      flush: () => taker.flush(),
    });
  } catch (error) {
    if (error instanceof Unreadable) throw unreadable(request, reply, error.message);
    throw error;
  } finally {
    // Even if the reader of the output is gone after the first row.
    learner.end(beside);
  }
}
