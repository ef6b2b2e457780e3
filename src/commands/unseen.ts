import type { Client } from '../client/client.js';
import { knownValues, type ValueKind } from '../client/learn/rows.js';
import type { Context } from '../context.js';

/** The words given to a filter, and the kind of value they should be. */
export interface WantedWords {
  readonly flag: string;
  readonly kind: ValueKind;
  readonly words: readonly string[];
}

/**
 * Warns about words this server has never sent, listing the known ones. Called only if a filter left no rows. Such words are
 * never refused, because only the server knows which values exist (docs/api.md, States and transitions).
 */
export async function warnUnseen(context: Context, client: Client, wanted: readonly WantedWords[]): Promise<void> {
  for (const { flag, kind, words } of wanted) {
    if (words.length === 0) continue;
    const known = knownValues(client.index, kind);
    const unseen = words.filter(
      (word) => !known.includes(word.toLowerCase().replaceAll('-', '_')) && word.toLowerCase() !== 'none',
    );
    if (unseen.length === 0 || known.length === 0) continue;
    await context.show.warn(`${flag} ${unseen.join(', ')} was never seen on this server; known: ${known.join(', ')}`);
  }
}
