import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { TrackerError } from '../contract/errors.js';
import { type ClaimParts, settled } from './claim.js';
import {
  type Account,
  argumentsOf,
  commandOf,
  type Entry,
  isSameAccount,
  type Once,
  plainName,
  targetOf,
} from './entry.js';
import { knownMs } from './store.js';

/**
 * The entry that was last begun with this key by the same account, within 30 days, as it is once its process has ended; undefined if
 * there is none. Throws `conflict` if another process is still writing or sending it.
 */
export async function findOnce(
  parts: ClaimParts,
  { key, ...account }: Account & Pick<Once, 'key'>,
): Promise<Entry | undefined> {
  const { ledger } = parts;
  const since = ledger.now().getTime() - knownMs;
  const isMeant = ({ at, once }: Entry): boolean =>
    once?.key === key && isSameAccount(once, account) && Date.parse(at) > since;
  const all = ledger.outlines().filter(isMeant);
  // One that was begun later did not know of it.
  const number = (all.findLast((each) => !isFree(each)) ?? all.at(-1))?.number;
  const entry = number === undefined ? undefined : ledger.find(number);
  const now = entry && (await settledInTime(parts, entry));
  if (entry && !now)
    throw new TrackerError(
      'conflict',
      `draft ${number} has the same key, and is being written or sent; nothing was sent`,
    );
  return now;
}

/** The same entry once no process has it, which takes 2 s if that was killed as soon as it had begun it; undefined after 10 s. */
async function settledInTime(parts: ClaimParts, entry: Entry): Promise<Entry | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const now = await settled(parts, entry);
    if (now) return now;
    await pause(100, undefined, { signal: parts.signal });
  }
  return undefined;
}

/** Whether nothing has been sent, proposed or queued with the key of an entry, so that the key may be used. */
export function isFree({ state, isProposal = false }: Pick<Entry, 'state' | 'isProposal'>): boolean {
  return (state === 'unsent' || state === 'writing') && !isProposal;
}

/** Throws `conflict` if something else was sent with the key than is meant now. */
export function requireSame(before: Entry, meant: Pick<Entry, 'words' | 'targets'>, once: Once): void {
  const [old, now] = [argumentsOf(before), argumentsOf(meant)];
  const isSameTarget = (word: string, at: number): boolean => {
    const other = now[at] ?? '';
    const uuids = [targetOf(before, word), targetOf(meant, other)];
    return plainName(word) === plainName(other) || (uuids[0] !== undefined && isDeepStrictEqual(uuids[0], uuids[1]));
  };
  const isSame = before.once?.body === once.body && old.length === now.length && old.every(isSameTarget);
  if (isSame) return;
  const what = [commandOf(before), ...old].join(' ');
  throw new TrackerError(
    'conflict',
    `the key ${JSON.stringify(once.key)} was used for something else (${what}); nothing was sent`,
    {
      hint: 'only the same command can use it again; for anything else, use another key',
    },
  );
}
