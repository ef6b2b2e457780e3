import type { Client } from '../client/client.js';
import { knownValues, type ValueKind } from '../client/learn.js';

/**
 * A status, a priority or the like as this server spells it: `in-progress` is `in_progress` where that was seen. Any other
 * word is left as it is; which values exist is the server's business (docs/api.md, States and transitions).
 */
export function spelled(client: Client, kind: ValueKind, word: string): string {
  return knownValues(client.index, kind).find((known) => plain(known) === plain(word)) ?? word;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s-]+/g, '_');
}
