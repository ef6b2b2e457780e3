import type { Client } from '../../client/client.js';
import { knownValues, type ValueKind } from '../../client/learn/rows.js';
import { usageError } from '../../errors.js';

/**
 * A status, priority or similar as this server spells it: `in-progress` becomes `in_progress` if that was seen. Other words are
 * left unchanged, because only the server knows which values exist (docs/api.md, States and transitions).
 */
export function spelled(client: Client, kind: ValueKind, word: string): string {
  return knownValues(client.index, kind).find((known) => plain(known) === plain(word)) ?? word;
}

/** A word for a field that takes one value, and the kind of value it should be. */
export interface GivenWord {
  readonly flag: string;
  readonly kind: ValueKind;
  readonly word: string | undefined;
}

/** Throws a usage error for several words joined with commas, unless the whole is a known value that contains a comma. */
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
