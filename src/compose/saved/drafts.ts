import { basename } from 'node:path';
import type { Context, SentEntry } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { Declined, TrackerError } from '../../contract/errors.js';
import { isUuid, type Row } from '../../contract/row.js';
import { isWordField, shownWord } from '../../contract/server-word.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { type ClaimParts, claim, settled } from '../../ledger/claim.js';
import {
  type Account,
  argumentsOf,
  authorIn,
  commandOf,
  type Entry,
  isBlank,
  isFinished,
  isSameAccount,
  plainName,
  targetOf,
} from '../../ledger/entry.js';
import { type Ledger, noDraft, openLedger } from '../../ledger/store.js';
import { isWritten } from '../../ledger/written.js';
import type { EntityKind } from '../../references/find-entity.js';
import { type Reference, shown } from '../../references/read.js';

/** An entry of the ledger that has not been sent, with what sends it. */
export type Draft = Entry & { readonly flags: Row };

/** The ledger of this computer, and what claiming its entries takes. */
export function ledgerOf({ settings, signal, now, sending }: Context): ClaimParts {
  const { processes, folders } = settings;
  const { lockOf, accepted } = sending ?? {};
  return { ledger: openLedger(folders.state, now, authorIn(settings)), processes, signal, held: lockOf, accepted };
}

/** Whether this process may change or undo an entry: an agent that may not do everything only its own, until a person goes on with it. */
export function isFor(
  { settings }: Pick<Context, 'settings'>,
  { author, isProposal = false, state }: Pick<Entry, 'author' | 'isProposal' | 'state'>,
): boolean {
  const own = authorIn(settings);
  const isTakenOver = isProposal && state !== 'proposed' && !isFinished({ state });
  return own === undefined || (author === own && !isTakenOver);
}

/** Runs `work` with a claim on each of these drafts, which what it does shares. Throws like `claim`. */
export async function holding<T>(
  context: Context,
  [number, ...others]: readonly number[],
  work: (within: Context) => Promise<T>,
): Promise<T> {
  if (number === undefined) return await work(context);
  const lock = await claim(ledgerOf(context), { number });
  const { sending } = context;
  const lockOf = (each: number) => (each === number ? lock : sending?.lockOf(each));
  return await holding({ ...context, sending: { ...sending, lockOf } }, others, work).finally(lock.release);
}

export function isDraft(entry: Entry | undefined): entry is Draft {
  return isToBeSent(entry) && !entry.isRunning;
}

/** Whether it may become a draft if its process has ended, although it is none while that runs it as it was typed. */
function isToBeSent(entry: Entry | undefined): entry is Draft {
  return entry?.flags !== undefined && !isFinished(entry);
}

/** The draft with this number, whoever is writing or sending it; undefined if there is none. */
export function findDraft(ledger: Ledger, number: number | undefined): Draft | undefined {
  const entry = number === undefined ? undefined : ledger.find(number);
  return isDraft(entry) ? entry : undefined;
}

/** The draft that was named so. Throws `not_found` if there is none, and `failed` with its path if it is damaged. */
export async function readDraft(context: Context, name: string): Promise<Draft> {
  const parts = ledgerOf(context);
  const entry = parts.ledger.read(name);
  const now = (await settled(parts, entry)) ?? entry;
  if (isToBeSent(now)) return now;
  if (now.isProposal) {
    const { number, state } = now;
    const became = state === 'rejected' || state === 'deleted' ? state : 'sent';
    throw new TrackerError('not_found', `draft ${number} was ${became} already`, {
      hint: `to read it: tracker drafts view ${number}`,
    });
  }
  throw noDraft(name);
}

/**
 * All drafts, the newest first. What a process has left without ending it is settled first; what another one is writing or sending
 * now is among them, unless it is still blank; those that nobody is sending have flags only if `isWhole`. Throws `failed` if the
 * folder cannot be read.
 */
export async function allDrafts(context: Context, isWhole = true): Promise<readonly Draft[]> {
  const { ledger, ...parts } = ledgerOf(context);
  const entries = await settledIn({ ledger, ...parts }, isWhole ? ledger.entries() : ledger.outlines(), isToBeSent);
  return entries.filter(isDraft).filter((draft) => !isBlank(draft));
}

/** Those that are wanted, after finding out what became of those whose process has ended. */
async function settledIn(parts: ClaimParts, entries: readonly Entry[], isWanted: (entry: Entry) => boolean) {
  const found: Entry[] = [];
  for (const each of entries.filter(isWanted)) found.push((await settled(parts, each)) ?? each);
  return found.filter(isWanted);
}

/**
 * What this account has written from this computer, the one written last first, and among them what cannot be read; with
 * `isSettled`, after finding out what became of what a process has left. Throws `failed` if the ledger cannot be read.
 */
export async function writtenEntries(context: Context, client: Client, isSettled = false): Promise<readonly Entry[]> {
  // Asks whose a token from the environment is.
  await client.recorder();
  const account = await accountOf(client);
  const isOurs = (entry: Entry): boolean => isWritten(entry, account) && isFor(context, entry);
  const parts = ledgerOf(context);
  const entries = parts.ledger.entries();
  return isSettled ? await settledIn(parts, entries, isOurs) : entries.filter(isOurs);
}

/** Those of this user on this server, without the flags of what nobody is sending; none where they cannot be read, which stops no text. */
export async function ownDrafts(context: Context): Promise<readonly Draft[]> {
  const account = await accountOf(await context.client());
  try {
    return (await allDrafts(context, false)).filter((each) => isOwn(each, account));
  } catch (error) {
    // An interruption, too, as of a triage that has ended.
    if (!(error instanceof TrackerError)) throw error;
    return [];
  }
}

/** What people recognise a draft by: its title or subject, the first line of its text, or what it undoes, or else its flags. */
export function subjectOf(draft: Pick<Draft, 'flags' | 'words' | 'verbWords'>, ledger?: Pick<Ledger, 'find'>): string {
  const { flags } = draft;
  const isTurn = ['undo', 'redo'].includes(commandOf(draft));
  const turned = isTurn ? ledger?.find(Number(argumentsOf(draft)[0])) : undefined;
  if (turned) return `${commandOf(turned)} ${turned.writes.map(({ ref }) => ref).join(', ')}`;
  const given = Object.entries(flags).filter(([key]) => key !== 'body' && key !== 'attach');
  return firstWords(flags) || cleanLine(given.map(flagWords).join(', '));
}

/** All flags but the text, such as `status in progress, attach notes.txt`; empty if there are none. */
export function otherFlags({ flags }: Pick<Draft, 'flags'>): string {
  const isGiven = (value: unknown): boolean => value !== undefined && value !== false && String(value) !== '';
  const given = Object.entries(flags).filter(([key, value]) => key !== 'body' && isGiven(value));
  const words = given.map(([key, value]) => flagWords([key, isWordField(key) ? shownWord(String(value)) : value]));
  return cleanLine(words.join(', '));
}

/** `add-tag red` for the flag `addTag`; `note` for one without a value. */
function flagWords([key, value]: readonly [string, unknown]): string {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const values = [value].flat().map(String);
  return value === true
    ? name
    : `${name} ${(key === 'attach' ? values.map((path) => basename(path)) : values).join(', ')}`;
}

function firstWords(flags: Row): string {
  for (const text of [flags.title, flags.subject, flags.body]) {
    const line = typeof text === 'string' ? text.trim().split('\n')[0] : undefined;
    if (line) return cleanLine(line);
  }
  return '';
}

/** The kind of what a command writes to, if it is one that has references. */
export function kindOf(command: string): EntityKind | undefined {
  return (['task', 'ticket', 'project'] as const).find((kind) => command.startsWith(`${kind}s `));
}

/** Whose drafts are written with this client, and for which server. */
export async function accountOf(client: Client): Promise<Account> {
  const owner = (await client.owner()) ?? '';
  return { url: client.base.href.replace(/\/$/, ''), owner, userId: client.userId };
}

/**
 * Whether a draft was written for this server, and may be offered to this user: those of others are not, except proposals, which
 * are sent by whoever accepts them.
 */
export function isOwn(draft: Account & Partial<Pick<Draft, 'state'>>, account: Account): boolean {
  if (isSameAccount(draft, account)) return true;
  return draft.url === account.url && (draft.owner === '' || draft.state === 'proposed');
}

/**
 * The references by which this computer knows the targets of drafts, for people: where `@` was typed or an entity picked, a
 * draft has its uuid. An address may have any other reference in it, and so is never shown instead of what it was found to be.
 */
export async function targetNames(
  context: Context,
  drafts: readonly Pick<Draft, 'words' | 'verbWords' | 'targets'>[],
): Promise<ReadonlyMap<string, string>> {
  const isUnreadable = (name: string): boolean => isUuid(name) || /^https?:/.test(name);
  const targets = drafts.flatMap((draft) =>
    argumentsOf(draft).flatMap((word) => {
      const uuid = isUnreadable(plainName(word)) ? targetOf(draft, word) : undefined;
      return uuid === undefined ? [] : [[word, uuid] as const];
    }),
  );
  const client = targets.length === 0 ? undefined : await context.client().catch(() => undefined);
  const known = (['tasks', 'tickets', 'projects'] as const).flatMap((kind) => client?.index.all(kind) ?? []);
  const refs = new Map(known.map(({ uuid, ref }) => [uuid, ref]));
  return new Map(targets.map(([word, uuid]) => [word, refs.get(uuid) ?? (isUuid(plainName(word)) ? word : uuid)]));
}

/** The command of a draft with its arguments, as `targetNames` names them. */
export async function wordsOf(
  context: Context,
  draft: Pick<Draft, 'words' | 'verbWords' | 'targets'>,
): Promise<string> {
  const names = await targetNames(context, [draft]);
  return draft.words.map((word) => names.get(word) ?? word).join(' ');
}

/** Asks about a draft, and says that it is kept if the answer is no. */
export async function keeping(context: Context, draft: Draft, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    await sayKept(context, draft);
    throw new Declined();
  }
}

export async function sayKept({ show }: Context, { number }: Draft): Promise<void> {
  await show.say(`Not sent; kept as draft ${number}.`);
}

/** What a draft was written for, and the command that sends it with a uuid in place of a reference. */
export type DraftTargets = Pick<SentEntry, 'targets' | 'commandFor'>;

/** Called with a reference in lower case, and the uuid it was found to have; undefined if it names nothing of its kind. */
export type OnFound = (ref: string, uuid: string | undefined) => void;

/**
 * A reference of a draft: finding it throws `conflict` if it named something else when the draft was written, and otherwise
 * reports what it is now (docs/requirements.md, R79).
 */
export function inDraft(reference: Reference, meant: DraftTargets | undefined, onFound?: OnFound): Reference {
  const name = plainName(shown(reference));
  const stored = meant?.targets[name];
  const target = typeof stored === 'string' && isUuid(stored) ? stored : undefined;
  return {
    ...reference,
    uuid: target ?? reference.uuid,
    async check({ ref, uuid }) {
      await reference.check?.({ ref, uuid });
      if (target !== undefined && target !== uuid)
        throw new TrackerError(
          'conflict',
          `the draft was written for ${target}, but ${ref} is now ${uuid}; nothing was sent`,
          { hint: `specify the one you mean by its uuid: ${meant?.commandFor(name, target)}` },
        );
      // A uuid is always the same entity.
      if (!isUuid(name)) onFound?.(name, uuid);
    },
    onMissing() {
      // A draft that knows what it was written for goes on to know it.
      if (target === undefined) onFound?.(name, undefined);
    },
  };
}
