import type { Context, NamedEntity } from '../../args/context.js';
import { accountOf, isDraft, isOwn, ledgerOf } from '../../compose/saved/drafts.js';
import { attempt } from '../../contract/errors.js';
import { oneAfterAnother } from '../../contract/in-turn.js';
import { isFree, isHeld, settled } from '../../ledger/claim.js';
import {
  argumentsOf,
  type Entry,
  isFinished,
  isSameSubject,
  placeOf,
  subjectsOf,
  targetOf,
  unanswered,
} from '../../ledger/entry.js';
import { heldBy, type Later } from '../../ledger/send.js';
import type { Ledger } from '../../ledger/store.js';
import { mayBe, unmark } from '../../ledger/waiting.js';
import { settle } from '../../ledger/written.js';
import { isAgain, type Run } from './ran.js';

/** What is asked or said of an entry, which seldom happens. */
const asking = () => import('./ask-about.js');

/**
 * Gives what a command does with each thing it names. One that writes asks about an entry of the ledger that comes first, or throws
 * HeldBack (docs/requirements.md, R93); what it has asked about once it does not ask about again. Of anything else that is unsent,
 * the newest is named.
 */
export function watchNamed(context: Context, ran: Run): (found: NamedEntity, onlyReads?: boolean) => Promise<void> {
  const parts = ledgerOf(context);
  const { state } = context.settings.folders;
  if (mayBe('unsent', state))
    unmark('unsent', state, () => attempt(() => parts.ledger.outlines().some(isDraft)) ?? true);
  const said = new Set([draftOf(ran)]);
  // Questions about several come one after another.
  const inTurn = oneAfterAnother();
  const look = async ({ kind, uuid, ref }: NamedEntity, isWrite: boolean): Promise<void> => {
    const client = await context.client();
    const account = await accountOf(client);
    const subject = { kind, name: ref.toLowerCase(), uuid };
    // What this command itself notes grows with every write.
    const { isOurs } = isWrite ? await client.recorder() : {};
    const all = attempt(() => parts.ledger.outlines(isOurs)) ?? [];
    const about: Entry[] = [];
    for (const each of all.filter((one) => isOwn(one, account) && !isFinished(one))) {
      if (!subjectsOf(unanswered(each)).some((one) => isSameSubject(one, subject))) continue;
      const now = isWrite ? ((await settled(parts, each)) ?? each) : each;
      if (!isFinished(now)) about.push(now);
    }
    if (isWrite && about.some(({ state }) => state !== 'unsent' && state !== 'writing')) {
      const doubtful = about.filter(({ state }) => state === 'doubtful');
      for (const each of doubtful.filter((one) => isAgain(ran, one))) {
        said.add(each.number);
        ran.again.push(() => settleFor(parts.ledger, each.number, uuid));
      }
      // What it names is looked at while it already writes to the others.
      const later = (): Later => {
        const own = (isOurs && attempt(() => parts.ledger.outlines().filter(({ number }) => isOurs(number)))) ?? [];
        for (const { number } of own) said.add(number);
        const entry = own.toSorted((one, other) => placeOf(one) - placeOf(other))[0];
        return { ...account, subjects: [subject], entry };
      };
      if (await askAhead(context, later, said)) return;
    }
    for (const each of about.filter((draft) => isDraft(draft) && !said.has(draft.number))) {
      said.add(each.number);
      const draft = await settled(parts, each);
      if (isDraft(draft) && !isHeld(draft) && (await isFree(parts, draft.number)))
        return await (await asking()).mention(context, draft);
    }
  };
  return async (found, onlyReads = false) => {
    const isWrite = ran.verb.writes !== undefined && !onlyReads && !context.settings.dryRun;
    if (!isWrite && !mayBe('unsent', context.settings.folders.state)) return;
    await inTurn(async () => await look(found, isWrite));
  };
}

/** The number of the draft that a command goes on with; NaN if there is none. */
function draftOf({ command, args, flags }: Run): number {
  return Number(command === 'drafts send' ? args[0] : flags.fromDraft);
}

/**
 * Asks about each entry behind which something stays, and adds it to what is passed over; gives whether there was one. Throws
 * HeldBack for a no, and where nobody is asked.
 */
export async function askAhead(context: Context, later: () => Later, over: Set<number>): Promise<boolean> {
  if (context.settings.yes) return false;
  const before = over.size;
  for (;;) {
    const holder = await heldBy(ledgerOf(context), later, (number) => over.has(number));
    if (!holder) return over.size > before;
    await (await asking()).askAbout(context, holder);
    over.add(holder.number);
  }
}

/** Takes something out of an entry that may have been done, as its command was typed again. */
function settleFor(ledger: Ledger, number: number, uuid: string): void {
  const entry = ledger.find(number);
  const words = entry?.words.filter((word) => targetOf(entry, word) !== uuid) ?? [];
  const isLeft = entry && argumentsOf({ ...entry, words }).some((word) => targetOf(entry, word) !== undefined);
  attempt(() => (isLeft ? ledger.replace({ ...entry, words }) : entry && settle(ledger, entry)));
}
