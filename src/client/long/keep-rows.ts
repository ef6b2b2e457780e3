import { rowFields } from '../../contract/routes.js';
import type { Row } from '../../contract/row.js';
import { megabytes } from '../../http/body/read.js';
import type { LongReply } from '../client.js';
import { TooHeavy } from '../responses/refusal.js';
import { takeLong } from './take-long.js';

/** The most memory that the rows of a list may take (bytes; docs/requirements.md, R43). */
const mostMemory = 160 * 1024 * 1024;

/** Gives a long list with all its rows, parsed in batches to save memory. Throws TooHeavy if they still take too much. */
export async function keepRows(long: LongReply): Promise<Row> {
  const kept: Row[] = [];
  const weightOf = createScales();
  let weight = 0;
  const beside = await takeLong(long, {
    takesByteText: false,
    needsPeople: false,
    isRepeatable: true,
    begin: async () => undefined,
    async take({ rows }) {
      for (const row of rows) {
        weight += weightOf(row);
        kept.push(row);
      }
      if (weight > mostMemory)
        throw new TooHeavy('failed', `the rows of the response take more than ${megabytes(mostMemory)} MB of memory`);
    },
  });
  return { ...beside, [rowFields[long.route]]: kept };
}
/** Adds up about how much memory parsed JSON takes (bytes; docs/requirements.md, R43). */
function createScales(): (value: unknown) => number {
  const known = new Set<string>();
  const weightOf = (value: unknown): number => {
    if (typeof value === 'string') return 24 + value.length * bytesEach(value);
    if (typeof value !== 'object' || value === null) return 12;
    let weight = Array.isArray(value) ? 48 : 100;
    if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
    else
      for (const [key, field] of Object.entries(value)) {
        weight += 8 + weightOf(field);
        if (known.has(key)) continue;
        // What objects share is kept once; beyond that, a key takes about fifteen times as much.
        if (known.size < mostKeys) known.add(key);
        else weight += 120;
      }
    return weight;
  };
  return weightOf;
}

/** How many keys objects may share. */
const mostKeys = 500;

/** A few characters take two bytes each, and a very long string is copied several times until it is printed. */
function bytesEach(text: string): number {
  if (text.length > 1024 * 1024) return 8;
  return text.length > 40 && /[^\x00-\xff]/.test(text) ? 2 : 1;
}
