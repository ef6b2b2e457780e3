import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { isNone } from '../../args/value.js';
import { type Draft, findDraft, isDraft, ledgerOf, ownDrafts, wordsOf } from '../../compose/saved/drafts.js';
import { OfOtherVersion } from '../../compose/saved/restore-flags.js';
import { keepChange } from '../../compose/saved/save.js';
import { refsIn } from '../../compose/writing.js';
import { attempt, phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import { isFree } from '../../ledger/claim.js';
import { argumentsOf, type Entry, nameOf, placeOf, stateWords, targetOf } from '../../ledger/entry.js';
import {
  asLater,
  HeldBack,
  holderIn,
  holdingWords,
  isUnreached,
  mayHaveArrived,
  notBeforeOf,
  Queued,
} from '../../ledger/send.js';
import { unmark } from '../../ledger/waiting.js';
import type { Outcome, VerbResult } from '../../output/shown.js';
import { capitalized } from '../../output/text/sentence.js';
import { shortMoment } from '../../output/time.js';
import { Unreached } from '../bulk/exit-code.js';
import { sayLost } from '../showing/say-lost.js';
import { lastRead } from './last-read.js';
import { argumentsLeft, changeOf, isPiped, namesEntity, type Run, tryRun } from './ran.js';
import { sendQuietly } from './send-entry.js';

/**
 * Runs a command that waits in the ledger if it cannot reach the server, or what is left of it does, and says so. Gives what is to be
 * shown, and whether something waits. Throws what the command throws for any other cause, or if nothing can be kept.
 */
export async function runOrQueue(
  context: Context,
  ran: Run,
): Promise<{ readonly shown: VerbResult | undefined; readonly waits: boolean }> {
  const { shown, failure } = await tryRun(context, ran);
  const entry = failure === undefined ? undefined : await keepWaiting(context, ran, failure);
  if (!entry && !shown && failure !== undefined) throw failure;
  if (!entry) return { shown, waits: false };
  const { show } = context;
  const unseen = unseenIn(ran, entry);
  const not =
    unseen.length === 0 ? '' : ` ${unseen.join(', ')} ${unseen.length === 1 ? 'has' : 'have'} not been looked up.`;
  await (show.isJson ? show.warn : show.say)(
    phrase`${whyWaits(context, failure)}, so this waits as draft ${entry.number} (${await wordsOf(context, entry)}).${not} To send it: tracker ${selection(context)}drafts send --waiting`,
  );
  const trouble = failure instanceof Unreached ? failure.trouble : undefined;
  const waiting = waitingIn(ran, shown, entry);
  // What the sentence says is not said twice.
  const isShown = waiting.is !== 'result' || show.isAsked;
  if (!isShown && trouble) throw trouble;
  return { shown: isShown ? { ...waiting, failure: trouble } : undefined, waits: true };
}

/** What became of a command that waits, at least in part: a row for each reference of one that takes several. */
function waitingIn({ verb }: Run, shown: VerbResult | undefined, entry: Entry): VerbResult {
  const queuedAs = entry.number;
  const waiting = (ref: string, uuid = targetOf(entry, ref)): Outcome => ({ ref, uuid, isQueued: true, queuedAs });
  if (shown?.is === 'outcomes')
    return { ...shown, outcomes: shown.outcomes.map((each) => (each?.isQueued ? waiting(each.ref, each.uuid) : each)) };
  const names = argumentsOf(entry).filter((_, at) => namesEntity(verb, at));
  if (!verb.arguments?.[0]?.isRepeatable || names.length === 0)
    return { is: 'result', sentence: '', object: { state: 'waiting', draft: queuedAs }, quiet: '' };
  return { is: 'outcomes', names, outcomes: names.map((ref) => waiting(ref)) };
}

async function keepWaiting(context: Context, ran: Run, error: unknown): Promise<Entry | undefined> {
  const notBefore = notBeforeOf(causeOf(error)?.askedMs, context.now());
  if (error instanceof Queued)
    return ledgerOf(context).ledger.stepIfPossible(error.entry, 'queue', {
      ...{ seen: await lastRead(context, error.entry), notBefore },
    });
  if (!isUnreached(error)) return undefined;
  const change = await changeOf(context, ran, error instanceof Unreached ? error.left : undefined);
  if (!change) return undefined;
  if (!isPiped(change))
    return await keepChange(context, { ...change, state: 'waiting', notBefore, seen: await lastRead(context, change) });
  await context.show.warn('this command could not be queued: a file from standard input cannot be kept');
  return undefined;
}

/**
 * Keeps what of a command may have been done, as nobody knows: what comes after it on the same tasks and tickets stays behind it
 * (docs/requirements.md, R93). A text has been kept already.
 */
export async function keepLost(context: Context, ran: Run, error: unknown): Promise<void> {
  if (!mayHaveArrived(context, error)) return;
  const recorder = await (await context.client()).recorder();
  const refs = [...recorder.takeLost().values()];
  if (refs.length === 0) return;
  const rest = refs.map((text) => ({ text }));
  const words = [...ran.command.split(' '), ...(await argumentsLeft(context, ran, rest))];
  const entry = await recorder.lose({ words });
  if (!entry) return;
  for (const settle of ran.again) settle();
  await sayLost(context, entry, refs);
}

/** Why something waits, such as `The server cannot be reached`. */
function whyWaits({ settings, now }: Context, error: unknown): Sentence {
  const cause = causeOf(error);
  const until = notBeforeOf(cause?.askedMs, now());
  if (cause instanceof HeldBack) return capitalized(holdingWords(cause.holder));
  if (settings.offline) return 'Nothing is sent offline';
  if (until !== undefined) return `The server asks to wait until ${shortMoment(new Date(until), now())}`;
  if (cause?.reason === 'not_service') return 'Something else answers in place of the server';
  return cause?.status === 429 ? 'The server is busy (429)' : 'The server cannot be reached';
}

/** The error for which something waits, if anything has answered or nobody asked the server. */
function causeOf(error: unknown): TrackerError | undefined {
  if (!(error instanceof TrackerError)) return undefined;
  const isIt = error instanceof HeldBack || error.status === 429 || error.reason === 'not_service';
  return isIt ? error : causeOf(error.cause);
}

/** The references of a command of which this computer did not know what they mean. */
function unseenIn({ verb }: Run, entry: Entry): readonly string[] {
  const given = argumentsOf(entry).filter((_, at) => namesEntity(verb, at));
  const named = refsIn(verb.flags, entry.flags ?? {}).map(({ text }) => text);
  return [...given, ...named].filter((text) => !isNone(text) && targetOf(entry, text) === undefined);
}

/**
 * Sends what waits for this account, the oldest first, without asking anything; `onSent` gets what became of each, and whether it is
 * the only one. Stops where the server cannot be reached, or asks to wait. What another process is sending, or another version has
 * written, is left to it, and what comes after something that stays is left as well. Gives what is left.
 */
export async function sendWaiting(
  context: Context,
  onSent: (outcome: Outcome, isOnly: boolean) => Promise<void>,
  isReleased = false,
): Promise<readonly Draft[]> {
  const waiting = (await unsettledDrafts(context)).filter(({ state }) => state === 'waiting');
  const due = waiting.filter(({ notBefore = 0 }) => notBefore <= context.now().getTime());
  let isFirst = true;
  for (const { number } of due) {
    // What was to follow one that was refused says so by now.
    const draft = findDraft(ledgerOf(context).ledger, number);
    const outcome = draft?.state === 'waiting' ? await trySending(context, draft, isReleased) : undefined;
    const isKept = outcome?.error && ledgerOf(context).ledger.find(number)?.state === 'waiting';
    const isLast = isKept && !(outcome.error instanceof OfOtherVersion);
    if (outcome) await onSent(outcome, isFirst && (isLast || waiting.length === 1));
    if (isLast) break;
    isFirst &&= !outcome;
  }
  // Of any account, and what may wait again once it has been tried.
  const mayWait = (each: Entry): boolean => isDraft(each) && ['waiting', 'sending'].includes(each.state);
  const { state } = context.settings.folders;
  unmark('waiting', state, () => attempt(() => ledgerOf(context).ledger.outlines().some(mayWait)) ?? true);
  return await unsettledDrafts(context);
}

/** What waits, is being sent or may have arrived, the oldest first. */
async function unsettledDrafts(context: Context): Promise<readonly Draft[]> {
  const own = await ownDrafts(context);
  return own
    .filter(({ state }) => ['waiting', 'sending', 'doubtful'].includes(state))
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/** Undefined if another process was faster, or something else comes first. */
async function trySending(context: Context, draft: Draft, isReleased: boolean): Promise<Outcome | undefined> {
  const { number } = draft;
  const { failure: error, warned } = await sendQuietly(context, draft, { isReleased });
  for (const { message } of warned) await context.show.warn(message);
  const outcome = { ref: String(number), uuid: undefined };
  if (!error) return { ...outcome, sentence: `Sent what was waiting: ${await wordsOf(context, draft)}.` };
  if (error.kind === 'interrupted') throw error;
  const now = ledgerOf(context).ledger.find(number);
  const isTaken = now === undefined || now.state === 'sending' || now.state === 'done';
  if (error instanceof HeldBack) return undefined;
  // A triage that is open sends what it has itself.
  if (error.kind === 'conflict' && (isTaken || !(await isFree(ledgerOf(context), number)))) return undefined;
  return { ...outcome, error };
}

/**
 * The error for what is left after everything that could be sent was: `network` while the server has asked to wait, or another
 * process is still sending; `partial` if something may have arrived, about which a person decides.
 */
export function leftWaiting(context: Context, left: readonly Draft[]): TrackerError | undefined {
  const doubtful = left.find(({ state }) => state === 'doubtful');
  const [first] = left.filter((each) => each.state !== 'doubtful' && holderIn(left, asLater(each)) === undefined);
  const drafts = `tracker ${selection(context)}drafts`;
  const others = left.length > 1 ? `; ${left.length} are left: ${drafts}` : '';
  if (doubtful)
    return new TrackerError('partial', `${unsettledWords(doubtful, context.now())}${others}`, {
      hint: `check whether it has; if so: ${drafts} delete ${doubtful.number}; if not: ${drafts} send ${doubtful.number}`,
    });
  return first && new TrackerError('network', `${unsettledWords(first, context.now())}${others}`);
}

function unsettledWords(draft: Draft, now: Date): string {
  const until = new Date(draft.notBefore ?? 0);
  const isAsked = draft.state === 'waiting' && until > now;
  return `${nameOf(draft)} ${isAsked ? `waits until ${shortMoment(until, now)}, as the server has asked` : stateWords(draft)}`;
}

/** Which draft an error is about, and what became of it. */
export function describeUnsent(context: Context, ref: string, { kind, message }: TrackerError): Sentence {
  const isDoubtful = ledgerOf(context).ledger.find(Number(ref))?.state === 'doubtful';
  const became = isDoubtful ? 'may have arrived' : kind === 'partial' ? 'was sent only in part' : 'was not sent';
  return phrase`draft ${ref}, which was waiting, ${became}: ${message}`;
}

/** Sends what waits after another command, with a line for each that was sent or refused. */
export async function sendWaitingAfter(context: Context): Promise<void> {
  await sendWaiting(context, async ({ ref, sentence, error }) => {
    if (sentence !== undefined) await context.show.say(sentence);
    else if (error && (error.kind !== 'network' || causeOf(error)?.reason === 'not_service'))
      await context.show.warn(describeUnsent(context, ref, error), `tracker ${selection(context)}drafts view ${ref}`);
  });
}
