import type { Client } from '../client/client.js';
import { knownValues, type ValueKind } from '../client/learn/rows.js';
import type { Context } from '../context.js';

/** Words given to a filter, and the kind of value they should be. */
export interface WantedWords {
  readonly flag: string;
  readonly kind: ValueKind;
  readonly words: readonly string[];
}

/**
 * Warns of words that no answer of this server has ever held, naming those that were seen; for a filter that left no rows,
 * since rows that came say enough. They are never refused: which values exist is the server's business (docs/api.md, States
 * and transitions).
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
