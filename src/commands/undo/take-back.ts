import type { Context } from '../../args/context.js';
import { accountOf, ownDrafts, wordsOf } from '../../compose/saved/drafts.js';
import { withClaim } from '../../ledger/claim.js';
import { type Entry, placeOf } from '../../ledger/entry.js';
import { undoable } from '../../ledger/written.js';
import { openHistory } from './history.js';

/**
 * Takes back the entry with this number, if it waits to be sent; without a number, the last one that waits, if nothing was written
 * after it. A text stays as a draft. False if there is no such entry.
 */
export async function takeBack(context: Context, number: number | undefined): Promise<boolean> {
  const client = await context.client();
  const history = await openHistory(context, client);
  const waiting = (await ownDrafts(context, await accountOf(client))).filter(({ state }) => state === 'waiting');
  const [written] = undoable(history.entries());
  const isNext = (each: Entry): boolean =>
    number === undefined ? !written || placeOf(each) > placeOf(written) : each.number === number;
  const last = waiting.find(isNext)?.number;
  if (last === undefined) return false;
  if (context.settings.dryRun) return true;
  return await withClaim(history, { number: last, undone: 'it was not taken back' }, async () => {
    if (history.ledger.find(last)?.state !== 'waiting') return false;
    const entry = history.ledger.step(last, 'leave');
    const { flags } = entry;
    const isText = typeof flags?.body === 'string' || flags?.bodyFile !== undefined;
    if (!isText) history.ledger.step(last, 'delete');
    const kept = isText ? `; the text is kept as draft ${last}` : '';
    await context.show.say(`${await wordsOf(context, entry)} no longer waits to be sent${kept}.`);
    return true;
  });
}
