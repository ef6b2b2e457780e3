import { createRowScanner } from '../../contract/bytes/row-scanner.js';
import { type ListRoute, rowFields } from '../../contract/routes.js';
import type { Row } from '../../contract/row.js';
import { maxWholeBytes, megabytes, TooLarge } from '../../http/body/arriving.js';
import { isTooHeavy, lightBytes, mostInPiece } from '../../http/body/json-weight.js';
import type { ArrivingBytes, HttpReply, HttpRequest } from '../../http/message.js';
import { NetworkFailure } from '../../http/network-failure.js';
import type { ReferenceIndex } from '../../state/references.js';
import { createLongLearner } from '../learn/long.js';
import { keepRows } from './keep-rows.js';
import { readRows, Unreadable } from './read-rows.js';
import type { RowTaker } from './row-taker.js';
import { unreadable } from './unreadable.js';

export interface LongList {
  readonly route: ListRoute;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly body: ArrivingBytes;
  readonly index: ReferenceIndex;
  /** If left out, the rows are kept. */
  readonly taker: RowTaker | undefined;
  /** The parsed JSON; undefined if it is invalid. `mayBeOdd` says whether it may have numbers JSON.parse would change. */
  readonly parse: (text: string, mayBeOdd: boolean) => Promise<unknown>;
}

/** The response if its rows were kept, or why the connection broke. */
type Taken = { readonly whole: Row | undefined } | { readonly broke: NetworkFailure };

/**
 * Passes the rows of a long response on piece by piece, and learns from them. Gives the failure if the connection broke before
 * a row was passed on for good, so that the request may be repeated (docs/requirements.md, R46).
 */
export async function takeLongList({
  route,
  request,
  reply,
  body,
  index,
  taker = keepRows(),
  parse,
}: LongList): Promise<Taken> {
  const scanner = taker.takesPlain ? createRowScanner() : undefined;
  const learner = createLongLearner(route, index, scanner);
  const tooLarge = (why: string): TooLarge => new TooLarge('failed', `the response ${why}`, { status: reply.status });
  let beside: Row = {};
  let hasBegun = false;
  try {
    beside = await readRows(body, {
      field: rowFields[route],
      other: 'users',
      needsOther: taker.needsPeople,
      scanner,
      parse: async (bytes, mayBeOdd) => {
        if (bytes.length > maxWholeBytes) throw tooLarge(`has a value larger than ${megabytes(maxWholeBytes)} MB`);
        if (bytes.length > lightBytes && isTooHeavy(bytes, mostInPiece))
          throw tooLarge('has a field or row with more than a million values');
        const parsed = await parse(bytes.toString('utf8'), mayBeOdd);
        if (parsed === undefined) throw new Unreadable('is not JSON');
        return parsed;
      },
      async begin(users) {
        hasBegun = true;
        await taker.begin(users, scanner);
      },
      plain(bytes, start, end) {
        if (!taker.plain(bytes, start, end)) return false;
        learner.plain(bytes, start, end);
        return true;
      },
      rows(rows) {
        taker.rows(rows);
        learner.rows(rows);
      },
      flush: (isPause) => taker.flush(isPause),
    });
  } catch (error) {
    if ((taker.kept || !hasBegun) && error instanceof NetworkFailure) return { broke: error };
    if (error instanceof Unreadable) throw unreadable(request, reply, error.message);
    throw error;
  } finally {
    // Even if the reader of the output is gone after the first row.
    reply.discard();
    learner.end(beside);
  }
  return { whole: taker.kept && { ...beside, [rowFields[route]]: taker.kept } };
}
