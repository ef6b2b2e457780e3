import { isDeepStrictEqual } from 'node:util';
import type { Access } from '../contract/access.js';
import type { Change } from '../contract/change.js';
import type { Sentence } from '../contract/errors.js';
import type { WriteRoute } from '../contract/routes.js';
import { isReference, isUuid, type Row, textsOf } from '../contract/row.js';

/** How far something that is to be written has come. */
export type EntryState =
  /** Being typed; a process holds it. */
  | 'writing'
  /** A text that nobody is sending. */
  | 'unsent'
  /** To be sent when it can be, or at a time. */
  | 'waiting'
  /** Its request has left, or is about to; a process holds it. */
  | 'sending'
  /** It may have arrived: a person decides what becomes of it. */
  | 'doubtful'
  /** An agent has written it, and a person decides whether it is sent. */
  | 'proposed'
  /** A person has rejected what was proposed. */
  | 'rejected'
  /** The server has it. */
  | 'done'
  /** The server had it, and it was put back. */
  | 'undone'
  /** Nobody wants it any longer; only its number is kept, so that nothing else gets it. */
  | 'deleted';

export type EntryEvent =
  /** A person goes on with the text. */
  | 'write'
  /** The text is put aside, what waits is taken back, or the process that was writing has ended. */
  | 'leave'
  /** It is to be sent as soon as that is possible. */
  | 'queue'
  | 'send'
  | 'accept'
  /** The server has certainly not taken it, and would not take it later either. */
  | 'refuse'
  /** The server has certainly not taken it: it is sent again later. */
  | 'postpone'
  /** Nobody can say whether the server has taken it. */
  | 'lose'
  /** Its author may not send it: a person decides on it. */
  | 'propose'
  | 'reject'
  | 'delete'
  | 'undo'
  | 'redo';

/** The only ways from one state to another. */
export const steps: Readonly<Record<EntryState, Readonly<Partial<Record<EntryEvent, EntryState>>>>> = {
  writing: { queue: 'waiting', send: 'sending', leave: 'unsent', delete: 'deleted' },
  unsent: { write: 'writing', queue: 'waiting', send: 'sending', propose: 'proposed', delete: 'deleted' },
  waiting: { queue: 'waiting', send: 'sending', leave: 'unsent' },
  sending: { accept: 'done', refuse: 'unsent', postpone: 'waiting', lose: 'doubtful', propose: 'proposed' },
  proposed: { write: 'writing', send: 'sending', queue: 'waiting', reject: 'rejected', delete: 'deleted' },
  rejected: {},
  doubtful: { send: 'sending', accept: 'done', delete: 'deleted', undo: 'undone' },
  done: { undo: 'undone' },
  undone: { redo: 'done' },
  deleted: {},
};

/** What a write replaced in one task or ticket, by the fields of its body. */
export interface EntryWrite {
  readonly kind: 'task' | 'ticket';
  readonly uuid: string;
  readonly ref: string;
  readonly from: Row;
  readonly to: Row;
  readonly isPutBack?: boolean | undefined;
}

/** How something is sent only once, however often its command runs (docs/requirements.md, R100), and for which account. */
export interface Once extends Account {
  readonly key: string;
  /** A hash of all that is sent, apart from the references it is sent to. */
  readonly body: string;
  /** Whether something is changed once it has arrived. */
  readonly follows: boolean;
  /** What the server has answered; undefined until it has. */
  readonly answer?: OnceAnswer | undefined;
  /** What the command has given back; undefined if it was killed before that. */
  readonly result?: Row | undefined;
}

/** The answer to the request that is sent only once, and the reference of what is in its path. */
export interface OnceAnswer {
  readonly route: WriteRoute;
  readonly id: string;
  readonly ref?: string | undefined;
  readonly reply: Row;
}

/**
 * Something that is meant to be written to a server, from the first character that is typed until it can no longer be undone. It
 * never contains a token (docs/requirements.md, R70).
 */
export interface Entry extends Change {
  /** Names it on this computer: no other entry ever gets the same. */
  readonly number: number;
  readonly state: EntryState;
  /** When it was begun (ISO 8601). */
  readonly at: string;
  /** The address of the server, without a slash at the end. */
  readonly url: string;
  /** Whose it is: the id of the user, or what stands for a token from the environment; empty if not known. */
  readonly owner: string;
  /** The id of the user; undefined if only the server knows it. */
  readonly userId?: string | undefined;
  /** What was last read of its tasks and tickets when it was queued: by uuid, the `values` of fields, and when (`at`, ISO 8601). */
  readonly seen?: Row | undefined;
  /** Whether a person runs it, as it was typed or by its number, and it did not wait: nobody but a person sends it again. */
  readonly isRunning?: boolean | undefined;
  /** Not to be sent before this time (milliseconds since 1970). */
  readonly notBefore?: number | undefined;
  /** The number of the entry that it was to follow, which was refused: it is not sent until a person says so. */
  readonly after?: number | undefined;
  /** How often it was sent although it may have arrived: who confirms that once more has looked after the last time. */
  readonly retries?: number | undefined;
  /** Why it was refused, or may not have arrived. */
  readonly why?: Sentence | undefined;
  /** The agent that has proposed it, whoever goes on with it. */
  readonly author?: string | undefined;
  /** Whether it was proposed, or a person has gone on with it, whatever has become of it since. */
  readonly isProposal?: boolean | undefined;
  /** Why a person has rejected it. */
  readonly reason?: string | undefined;
  /** What triage shows of it. */
  readonly decision?: Row | undefined;
  /** The number of the first of those that were decided together, which are undone together. */
  readonly group?: number | undefined;
  /** Its place among what was written, if that is not its number: a number that was taken when it was sent. */
  readonly turn?: number | undefined;
  /** The number that was taken when it was undone. */
  readonly undoneAt?: number | undefined;
  /** When it was last undone or done again, or was rejected (ISO 8601). */
  readonly turnedAt?: string | undefined;
  /** The number that was taken when `undo` said that it cannot be undone, or that others have already put it back. */
  readonly passedAt?: number | undefined;
  /** What it has replaced, one for each task or ticket. */
  readonly writes: readonly EntryWrite[];
  /** The uuids of those of its writes that have arrived; nothing stays behind these while the others are being sent. */
  readonly arrived?: readonly string[] | undefined;
  /** What it has done that cannot be undone, such as `a reply to CASA-16`. */
  readonly final: readonly string[];
  readonly once?: Once | undefined;
  /** Whether some of it cannot be read. */
  readonly isDamaged?: boolean | undefined;
}

/** Who writes, where that is an agent that may not do everything; whatever it begins is known to be its own. */
export function authorIn({ access }: { readonly access: Access }): string | undefined {
  return access.level === 'full' ? undefined : (access.agent ?? 'agent');
}

/**
 * What happens to an entry once the process that held it has ended; undefined if nothing does. What cannot be sent again counts as
 * done, which does no harm: `undo` compares before it writes.
 */
export function eventAfterEnd(entry: Entry): EntryEvent | undefined {
  const { state, isRunning, flags, once, author, isProposal, writes, final } = entry;
  if (state === 'writing') return 'leave';
  if (state !== 'sending') return undefined;
  if (once?.answer) return 'accept';
  // Without a note, nothing is sent that has a key; nor at all what its author could only propose, and had not proposed yet.
  const isNoted = writes.length + final.length > 0;
  if (!isNoted && (once || (author !== undefined && !isProposal))) return 'refuse';
  if (flags === undefined || (isRunning && unanswered(entry).words.length === 0)) return 'accept';
  return 'lose';
}

/** An entry without what it has written already; without words, if nothing is left of what it names. */
export function unanswered(entry: Entry): Entry {
  const { words, targets = {}, writes, arrived } = entry;
  if (!arrived) return entry;
  const answered = new Set<unknown>(arrived);
  const isAnswered = (uuid: unknown): boolean => answered.has(uuid);
  const named = argumentsOf(entry).flatMap((word) => targetOf(entry, word) ?? []);
  const isDone = (named.length > 0 ? named : Object.values(targets)).every(isAnswered);
  return {
    ...entry,
    words: isDone ? [] : words.filter((word) => !isAnswered(targetOf(entry, word))),
    targets: Object.fromEntries(Object.entries(targets).filter(([, uuid]) => !isAnswered(uuid))),
    writes: writes.filter(({ uuid }) => !isAnswered(uuid)),
  };
}

/** What an entry loses that is not to be sent any more. */
export const ended = {
  ...{ flags: undefined, targets: undefined, seen: undefined, decision: undefined, arrived: undefined },
  ...{ notBefore: undefined, isRunning: undefined },
} as const satisfies Partial<Entry>;

/**
 * What an entry loses that has arrived; one that is sent only once is still compared by its targets, and an agent can still read what it
 * has proposed.
 */
export function endOf({ once, targets, flags, isProposal }: Entry): Partial<Entry> {
  return { ...ended, ...((once || isProposal) && { targets }), ...(isProposal && { flags }) };
}

/** Of one user of one server: by their ids where both are known, or else by what stands for a token. */
export function isSameAccount(one: Account, other: Account): boolean {
  const isKnown = one.userId !== undefined && other.userId !== undefined;
  return one.url === other.url && (isKnown ? one.userId === other.userId : one.owner === other.owner);
}

export type Account = Pick<Entry, 'url' | 'owner' | 'userId'>;

/** Whether it is a text of which nothing has been written, or all was deleted. */
export function isBlank({ flags }: Pick<Entry, 'flags'>): boolean {
  if (flags?.body === undefined || flags.bodyFile !== undefined || textsOf(flags.attach).length > 0) return false;
  return [flags.title, flags.subject, flags.body].every((text) => String(text ?? '').trim() === '');
}

/** Whether nothing of it will be sent any more, so that it is kept only to be undone or done again. */
export function isFinished({ state }: Pick<Entry, 'state'>): boolean {
  return state === 'done' || state === 'undone' || state === 'deleted' || state === 'rejected';
}

/** Whether two entries are the same in a file, where what is undefined is left out. */
export function isSameEntry(one: Entry, other: Entry | undefined): boolean {
  const stored = (entry: Entry): unknown => JSON.parse(JSON.stringify(entry));
  return other !== undefined && isDeepStrictEqual(stored(one), stored(other));
}

/** Its place among what was written: of two entries, the one with the greater place was written later. */
export function placeOf({ number, turn = number }: Pick<Entry, 'number' | 'turn'>): number {
  return turn;
}

export function commandOf({ words, verbWords = 2 }: Pick<Change, 'words' | 'verbWords'>): string {
  return words.slice(0, verbWords).join(' ');
}

/** What follows the command: its references, and what is no flag after them. */
export function argumentsOf({ words, verbWords = 2 }: Pick<Change, 'words' | 'verbWords'>): readonly string[] {
  return words.slice(verbWords);
}

/** The references of what it is for, or else its arguments: what is undone or redone is named by a number. */
export function referencesOf(change: Pick<Change, 'words' | 'verbWords' | 'targets'>): readonly string[] {
  const isTurn = ['undo', 'redo'].includes(commandOf(change));
  const given = isTurn ? Object.keys(change.targets ?? {}).map((ref) => ref.toUpperCase()) : argumentsOf(change);
  const named = given.filter((word) => [isReference, isUuid].some((is) => is(plainName(word))));
  return named.length > 0 ? named : argumentsOf(change);
}

/** The uuid that an argument of a draft had when it was written; undefined if that was not known. */
export function targetOf({ targets = {} }: Pick<Change, 'targets'>, word: string): string | undefined {
  const name = plainName(word);
  const stored = targets[name];
  if (typeof stored === 'string' && isUuid(stored)) return stored.toLowerCase();
  return isUuid(name) ? name : undefined;
}

/** A reference in lower case, without the kind that may precede it, as in `ticket:BERG-9`. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/^[a-z]+:(?!\/\/)/, '');
}

/** A task, ticket, project or the like, as far as it is known. */
export interface Subject {
  readonly kind?: string | undefined;
  readonly name: string;
  readonly uuid: string | undefined;
}

/**
 * What an entry writes to, with the ticket that another is a duplicate of; a duration or a file among its arguments is nothing of
 * the kind.
 */
export function subjectsOf(entry: Entry): readonly Subject[] {
  const noun = entry.words[0]?.replace(/s$/, '');
  const [, kind, id] = (noun === 'api' && /\/(task|ticket|project)s\/([^/?]+)/i.exec(entry.words[1] ?? '')) || [];
  const kindOf = (word: string): string | undefined => /^(task|ticket|project):/i.exec(word)?.[1]?.toLowerCase();
  // What is undone or redone is named by a number.
  const words = noun === 'undo' || noun === 'redo' ? Object.keys(entry.targets ?? {}) : argumentsOf(entry);
  const named = [...words, ...textsOf([entry.flags?.original])]
    .map((word) => ({ kind: kindOf(word) ?? noun, name: plainName(word), uuid: targetOf(entry, word) }))
    .filter(({ name, uuid }, at) => at === 0 || uuid !== undefined || isReference(name));
  // A reference there stands in braces, or as `%7B`.
  const inPath =
    id === undefined
      ? []
      : [{ kind, name: id.replace(/^\{|\}$/g, '').toLowerCase(), uuid: isUuid(id) ? id.toLowerCase() : undefined }];
  return [...named, ...inPath, ...entry.writes.map(({ kind, ref, uuid }) => ({ kind, name: ref.toLowerCase(), uuid }))];
}

const kinds: readonly string[] = ['task', 'ticket', 'project'];

/** Whether two entries may write to the same thing: a reference alone says less than what it was found to be. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  if (one.uuid !== undefined && other.uuid !== undefined) return one.uuid === other.uuid;
  const isOther = [one, other].every(({ kind = '' }) => kinds.includes(kind)) && one.kind !== other.kind;
  return one.name === other.name && !isOther;
}

/** Such as `draft 5 (tickets reply CASA-8)`; a command that is running is no draft. */
export function nameOf(entry: Entry): string {
  const [first, second] = argumentsOf(entry).filter((word) => !isUuid(plainName(word)));
  const what = [commandOf(entry), first ?? [], second === undefined ? [] : '…'].flat().join(' ');
  return `${entry.flags && !entry.isRunning ? `draft ${entry.number}` : 'another command'} (${what})`;
}

const wordsOfState: Readonly<Partial<Record<EntryState, string>>> = {
  sending: 'is still being sent',
  doubtful: 'may or may not have arrived',
  waiting: 'waits to be sent',
  proposed: 'waits for approval',
};

/** Such as `waits to be sent`. */
export function stateWords({ state }: Pick<Entry, 'state'>): string {
  return wordsOfState[state] ?? 'was not sent';
}

/** Why not all of what was done is as it should be, if a result says that. */
export function failureIn(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'failure' in result ? result.failure : undefined;
}
