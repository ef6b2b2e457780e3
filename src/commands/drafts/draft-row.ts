import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { InstanceEntry } from '../../auth/instances.js';
import {
  accountOf,
  allDrafts,
  type Draft,
  isOwn,
  ledgerOf,
  readDraft,
  subjectOf,
  wordsOf,
} from '../../compose/saved/drafts.js';
import { sendingCommand } from '../../compose/saved/report-unsent.js';
import { requireOwn } from '../../compose/saved/restore-flags.js';
import { attempt, TrackerError, undefinedIf } from '../../contract/errors.js';
import { parseServerUrl } from '../../contract/server-url.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { argumentsOf, commandOf, type Entry, isFinished } from '../../ledger/entry.js';
import { decidedState } from '../../ledger/proposals.js';
import { asLater, holderIn } from '../../ledger/send.js';
import { type Ledger, unreadable } from '../../ledger/store.js';
import { groupOf } from '../../ledger/written.js';
import type { JsonObject } from '../../output/view.js';

/** The account in use, as far as it is known, and all instances. */
export interface KnownAccounts extends Pick<Entry, 'owner' | 'userId'> {
  readonly url?: string | undefined;
  readonly instances: readonly Pick<InstanceEntry, 'name' | 'url' | 'userId'>[];
  /** The global flags of a command for it. */
  readonly flags: string;
  readonly ledger: Pick<Ledger, 'find'>;
}

/** Sends no request; needs no sign-in. */
export async function knownInstances(context: Context): Promise<KnownAccounts> {
  const { client, servers } = context;
  const { ledger } = ledgerOf(context);
  const all = { instances: await servers.vault.instances(), flags: selection(context), ledger };
  const signedIn = await client().catch(() => undefined);
  if (signedIn) return { ...all, ...(await accountOf(signedIn)) };
  const chosen = await undefinedIf(['sign_in_required', 'failed'], servers.chosen());
  const { url, userId } = chosen?.entry ?? {};
  return { ...all, url: url && parseServerUrl(url).key, owner: userId ?? '', userId };
}

/** Whether a draft belongs to the account in use; true if none is in use. */
export function isOfAccount(draft: Draft, { url, owner, userId }: KnownAccounts): boolean {
  return url === undefined || isOwn(draft, { url, owner, userId });
}

/**
 * A draft as a row of `drafts list`, and as `drafts view` prints it, with what it stays behind of `all`. What another account has
 * written is not shown.
 */
export function draftRow(draft: Draft, known: KnownAccounts, all: readonly Entry[]): JsonObject {
  const { number, at, url, state, notBefore, why, author, reason, group } = draft;
  const isOurs = isOfAccount(draft, known);
  const after = draft.after ?? (state === 'waiting' ? holderIn(all, asLater(draft))?.number : undefined);
  const [instance, elsewhere] = [instanceOf(draft, known), isElsewhere(draft, known)];
  return {
    id: String(number),
    createdAt: at,
    command: commandOf(draft),
    targets: argumentsOf(draft),
    subject: isOurs ? subjectOf(draft, known.ledger) : null,
    state,
    mayHaveArrived: state === 'doubtful' || state === 'sending',
    ...(after !== undefined && { after: String(after) }),
    ...(why !== undefined && { why }),
    ...(author !== undefined && { author }),
    ...(reason !== undefined && { reason }),
    ...(group !== undefined && state === 'proposed' && { partOf: String(group) }),
    ...(notBefore !== undefined && { notBefore: new Date(notBefore).toISOString() }),
    ...{ instance, isElsewhere: elsewhere, url },
    flags: isOurs ? draft.flags : null,
    send: isFinished(draft)
      ? null
      : `tracker ${elsewhere ? `-I ${shellWord(instance)} ` : known.flags}${sendingCommand(draft)}`,
  };
}

/** The name of the instance that a draft was written for, which is one user of a server, or else its address. */
export function instanceOf({ url, userId }: Draft, { instances }: KnownAccounts): string {
  return instances.find((each) => each.url === url && (!userId || each.userId === userId))?.name ?? url;
}

/** Whether a draft was written for another instance than the one in use. */
export function isElsewhere(draft: Draft, known: KnownAccounts): boolean {
  const isOfAnother = Boolean(draft.userId && known.userId && draft.userId !== known.userId);
  return draft.url !== known.url || isOfAnother;
}

/** The draft that was named, or else chosen. Throws `not_found` if there is none, and a usage error for another account's. */
export async function chosenDraft(context: Context, name: string | undefined): Promise<Draft> {
  return await readOwn(context, name ?? (await pickDraft(context)));
}

/** The same, or what became of what an agent has proposed. */
export async function chosenOrDecided(context: Context, name: string | undefined): Promise<Draft> {
  const entry = name === undefined ? undefined : attempt(() => ledgerOf(context).ledger.read(name));
  if (!entry?.isProposal || !isFinished(entry)) return await chosenDraft(context, name);
  const parts = groupOf(entry, ledgerOf(context).ledger.entries());
  return { ...entry, state: decidedState(entry, parts), flags: entry.flags ?? {} };
}

/** The same for one that was named. */
export async function readOwn(context: Context, name: string): Promise<Draft> {
  const draft = await readDraft(context, name);
  if (!isOfAccount(draft, await knownInstances(context))) await requireOwn(context, draft);
  return draft;
}

/** Names each draft that is damaged: nobody knows what it is, nor whether it waits. */
export async function nameDamaged(context: Context): Promise<void> {
  const { ledger } = ledgerOf(context);
  for (const { number } of ledger.entries().filter(({ words }) => words.length === 0)) {
    const { message, hint } = unreadable(number, ledger.path(number));
    await context.show.warn(message, hint);
  }
}

/** Asks which draft is meant; the newest comes first. Throws `not_found` if there are none. */
export async function pickDraft(context: Context): Promise<string> {
  const known = await knownInstances(context);
  const drafts = (await allDrafts(context)).filter((draft) => isOfAccount(draft, known));
  if (drafts.length === 0) throw new TrackerError('not_found', 'there are no drafts');
  const choiceOf = async (draft: Draft) => {
    const number = String(draft.number);
    const name = `${number}  ${await wordsOf(context, draft)}  ${subjectOf(draft, known.ledger)}`.trimEnd();
    return { name, short: number, value: number };
  };
  const choices = await Promise.all(drafts.map(choiceOf));
  return await context.prompt.search({ message: 'Which draft?', choices, instead: 'give its number' });
}
