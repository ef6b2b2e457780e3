import type { Client } from '../../client/client.js';
import { knownValues, type ValueKind } from '../../client/learn/rows.js';
import type { Context } from '../../context.js';
import { nearest } from '../../output/text/nearest.js';
import { isSameWord } from './value-word.js';

/** The words given to a filter, and the kind of value they should be. */
export interface WantedWords {
  readonly flag: string;
  readonly kind: ValueKind;
  readonly words: readonly string[];
}

/**
 * Warns about words that no response of this server has ever contained, with the nearest known one, or all of them. They are
 * never refused: which values exist is up to the server (docs/api.md, States and transitions).
 */
export async function warnUnseen(context: Context, client: Client, wanted: readonly WantedWords[]): Promise<void> {
  for (const { flag, kind, words } of wanted) {
    if (words.length === 0) continue;
    const known = knownValues(client.index, kind);
    if (known.length === 0) continue;
    for (const word of words.map((each) => each.replace(/^!/, ''))) {
      const isKnown = known.some((each) => isSameWord(kind, each, word)) || word.toLowerCase() === 'none';
      if (isKnown) continue;
      const near = nearest(word, known);
      const hint = near === undefined ? `known: ${known.join(', ')}` : `did you mean ${near}?`;
      await context.show.warn(`${flag} ${word} has not been seen on this server`, hint);
    }
  }
}
