import type { Client } from '../client/client.js';
import { knownValues, type ValueKind } from '../client/learn/rows.js';
import { usageError } from '../errors.js';

/**
 * A status, a priority or the like as this server spells it: `in-progress` is `in_progress` where that was seen. Any other
 * word is left as it is; which values exist is the server's business (docs/api.md, States and transitions).
 */
export function spelled(client: Client, kind: ValueKind, word: string): string {
  return knownValues(client.index, kind).find((known) => plain(known) === plain(word)) ?? word;
}

/** A word for a field of one value, and the kind of value it should be. */
export interface GivenWord {
  readonly flag: string;
  readonly kind: ValueKind;
  readonly word: string | undefined;
}

/** Throws a usage error for words joined by commas where one value is taken; one that was seen with its comma is one. */
export function requireOneWord(client: Client, given: readonly GivenWord[]): void {
  for (const { flag, kind, word } of given) {
    if (!word?.includes(',')) continue;
    const settled = spelled(client, kind, word);
    if (!knownValues(client.index, kind).includes(settled))
      throw usageError(`${flag} takes one value, not ${JSON.stringify(word.slice(0, 80))}`);
  }
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s-]+/g, '_');
}
