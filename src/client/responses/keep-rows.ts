import type { Row } from '../../contract/row.js';
import { megabytes } from '../../http/body/arriving.js';
import type { RowTaker } from './row-taker.js';
import { TooHeavy } from './too-large.js';
import { createScales } from './weight.js';

/** The most memory that the rows of a list may take (bytes; docs/requirements.md, R43). */
const mostMemory = 160 * 1024 * 1024;

/**
 * Keeps all rows of a list. Parsing them piece by piece takes much less memory than parsing the response at once. Throws
 * TooHeavy if they take too much.
 */
export function keepRows(): RowTaker {
  const kept: Row[] = [];
  const weightOf = createScales();
  let weight = 0;
  return {
    kept,
    takesPlain: false,
    needsPeople: false,
    begin: async () => undefined,
    plain: () => false,
    rows(rows) {
      for (const row of rows) {
        weight += weightOf(row);
        kept.push(row);
      }
      if (weight > mostMemory)
        throw new TooHeavy('failed', `the rows of the response take more than ${megabytes(mostMemory)} MB of memory`);
    },
    flush: async () => undefined,
  };
}
