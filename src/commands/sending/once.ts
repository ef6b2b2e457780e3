import type { Context } from '../../args/context.js';
import { notBlank } from '../../args/more-flags.js';
import { selection } from '../../args/selection.js';
import type { VerbBody } from '../../args/verb.js';
import { accountOf, ledgerOf } from '../../compose/saved/drafts.js';
import { SentBefore } from '../../compose/saved/once.js';
import { errorData } from '../../contract/error-data.js';
import { attempt, type ErrorKind, exitCodes, TrackerError, undefinedIf, usageError } from '../../contract/errors.js';
import { isRow, type Row, refOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { writes } from '../../contract/writes.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import { argumentsOf, commandOf, type Entry, type EntryState, type OnceAnswer } from '../../ledger/entry.js';
import { findOnce } from '../../ledger/once.js';
import { decidedState } from '../../ledger/proposals.js';
import { groupOf } from '../../ledger/written.js';
import type { Outcome, Remark, VerbResult } from '../../output/shown.js';

/**
 * The verb, which does with this key only once what it sends, and gives the first result again (docs/requirements.md, R100). Throws
 * usage errors for a key that is empty or long, and for what cannot be compared with what was sent before.
 */
export function runningOnce(verb: VerbBody, given: string): VerbBody {
  const key = notBlank(given, '--once').normalize('NFC');
  if (key.length > longestKey) throw usageError(`--once takes at most ${longestKey} characters`);
  return {
    ...verb,
    async run(context, args, { fromDraft, ...flags }) {
      if (fromDraft !== undefined) throw usageError('--once and --from-draft cannot be used together');
      if (textsOf(flags.attach).includes('-'))
        throw usageError('--once cannot be used with a file from standard input', 'give the name of the file');
      if (verb.arguments?.[0]?.isRepeatable && args.length > 1)
        throw usageError('--once takes one reference', 'use a key for each of them');
      const run = async (): Promise<VerbResult | undefined> => await verb.run(context, args, { ...flags, once: key });
      return context.settings.dryRun ? await tryOnce(context, run) : await runOnce(context, key, run);
    },
  };
}

/** The longest key (UTF-16 units). */
const longestKey = 200;

/** A dry run, which shows no request where none would be sent. */
async function tryOnce(context: Context, run: () => Promise<VerbResult | undefined>): Promise<VerbResult | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SentBefore)) throw error;
    const isKnown = (await resultAgain(context, error.entry)) !== undefined;
    if (isKnown) await context.show.say(wouldRepeat, 'sent_before');
    return undefined;
  }
}

const wouldRepeat = 'This was done before with the same key, and its result would be printed again.';

async function runOnce(
  context: Context,
  key: string,
  run: () => Promise<VerbResult | undefined>,
): Promise<VerbResult | undefined> {
  const client = await context.client();
  const keep = async (shown: VerbResult | undefined, failure?: unknown): Promise<void> => {
    const entry = await undefinedIf(['conflict'], findOnce(ledgerOf(context), { ...(await accountOf(client)), key }));
    if (entry) keepResult(context, entry.number, shown, failure);
  };
  return await whileLocked(context, { client, uuid: `once ${key}` }, async () => {
    try {
      const shown = await run();
      await keep(shown, shown?.failure);
      return shown;
    } catch (error) {
      if (error instanceof SentBefore) return await resultAgain(context, error.entry);
      await keep(undefined, error);
      throw error;
    }
  });
}

/** Keeps what was given back for an entry with a key, once the server has it: the first result stays. */
export function keepResult(
  context: Context,
  number: number,
  shown: VerbResult | undefined,
  failure: unknown = shown?.failure,
): void {
  const { ledger } = ledgerOf(context);
  const { state, once } = ledger.find(number) ?? {};
  const isWhole = failure === undefined || (failure instanceof TrackerError && failure.kind !== 'interrupted');
  if (state === 'done' && once && !once.result && isWhole)
    attempt(() => ledger.add(number, { result: packed(shown, failure) }));
}

/** What the command of an entry has given back, with a remark that nothing was sent now. */
async function resultAgain(context: Context, entry: Entry): Promise<VerbResult | undefined> {
  const { number, state, author, group = number, once } = entry;
  if (author !== undefined) return proposedAgain(context, entry, group);
  if (state === 'waiting') {
    const drafts = `tracker ${selection(context)}drafts send --waiting`;
    await context.show.say(`This is already waiting as draft ${number}. To send it: ${drafts}`, 'sent_before');
    return undefined;
  }
  const { answer, result } = once ?? {};
  if (result) return unpacked(result);
  const shown = answer && answered(entry, answer);
  if (!shown) throw unknown(context, entry);
  const failure = once?.follows && shown.is !== 'created' ? interrupted(context, entry) : undefined;
  return { ...shown, remarks, failure };
}

/** The proposal with this key, and what became of it. */
function proposedAgain(context: Context, entry: Entry, draft: number): VerbResult {
  const state = decidedState(entry, groupOf(entry, ledgerOf(context).ledger.entries()));
  const reason = entry.reason && { reason: entry.reason };
  const sentence = `Proposed as draft ${draft}; ${became[state] ?? 'nothing was sent'}${reason ? `: ${entry.reason}` : '.'}`;
  return { is: 'result', sentence, object: { state, draft, ...reason }, quiet: String(draft), remarks };
}

const became: Readonly<Partial<Record<EntryState, string>>> = {
  ...{ rejected: 'it was rejected', done: 'it was sent', undone: 'it was sent and undone', deleted: 'it was deleted' },
};

const remarks: readonly Remark[] = [
  { sentence: 'This was done before with the same key; nothing was sent now.', code: 'sent_before' },
];

/** What is printed for an answer if its command was killed before it could give anything back. */
function answered({ words }: Entry, { route, id, ref = id, reply }: OnceAnswer): VerbResult | undefined {
  const { creates } = writes[route];
  if (creates) {
    const uuid = creates === 'thread' ? (textOf(reply.threadId) ?? uuidOf(reply)) : uuidOf(reply);
    const made = creates === 'task' || creates === 'ticket' ? refOf(reply) : uuid;
    const sentence = `Created ${made}.`;
    return made === '' ? undefined : { is: 'created', sentence, object: { uuid, ...reply }, ref: made, isSaid: true };
  }
  const sentence = `Sent to ${ref}.`;
  if (commandOf({ words }) === 'tasks comment')
    return { is: 'outcomes', names: [ref], outcomes: [{ ref, uuid: id, sentence }] };
  const { ref: _ref, uuid: _uuid, ...rest } = reply;
  return { is: 'result', sentence, object: { ref, uuid: id, ...rest }, quiet: ref };
}

/** The error for what may have arrived: nobody sends it again with the same key. */
function unknown(context: Context, { number, state }: Entry): TrackerError {
  const drafts = `tracker ${selection(context)}drafts`;
  const [what, hint] =
    state === 'doubtful'
      ? [
          `draft ${number}, which has the same key, may or may not have arrived`,
          `check whether it has; if so: ${drafts} delete ${number}; if not: ${drafts} send ${number}`,
        ]
      : ['what was sent with the same key may or may not have arrived', 'to send it again, use another key'];
  return new TrackerError('unknown_outcome', `${what}; nothing was sent now`, { hint });
}

function interrupted(context: Context, entry: Entry): TrackerError {
  const [ref = ''] = argumentsOf(entry);
  const what = 'the text was sent before, but tracker was stopped before it could change anything else';
  return new TrackerError('partial', what, { hint: `tracker ${selection(context)}view ${shellWord(ref)}` });
}

function packed(shown: VerbResult | undefined, failure: unknown): Row {
  const { after: _after, remarks: _remarks, failure: _failure, ...kept } = shown ?? {};
  const plain = (error: unknown): unknown => (error instanceof TrackerError ? errorData(error) : error);
  const outcomes =
    shown?.is === 'outcomes' ? shown.outcomes.map((each) => ({ ...each, error: plain(each?.error) })) : [];
  return { shown: shown && { ...kept, ...(shown.is === 'outcomes' && { outcomes }) }, failure: plain(failure) };
}

/** Throws the failure of a command that has given back nothing else. */
function unpacked({ shown: kept, failure: failed }: Row): VerbResult {
  const failure = errorIn(failed);
  if (!isRow(kept)) throw failure;
  // It was packed from one.
  const shown = kept as unknown as VerbResult;
  const outcomes = shown.is === 'outcomes' ? shown.outcomes.map(outcomeIn) : [];
  return { ...shown, ...(shown.is === 'outcomes' && { outcomes }), remarks, failure };
}

function outcomeIn(outcome: Outcome | undefined): Outcome | undefined {
  const { error, ...rest } = outcome ?? { ref: '', uuid: undefined };
  const failed = errorIn(error);
  return failed ? { ...rest, error: failed } : rest;
}

function errorIn(data: unknown): TrackerError | undefined {
  if (!isRow(data)) return undefined;
  const { code, message, hint, status } = data;
  const kind = Object.keys(exitCodes).find((each): each is ErrorKind => each === code) ?? 'failed';
  const details = { hint: textOf(hint), status: typeof status === 'number' ? status : undefined };
  return new TrackerError(kind, textOf(message) ?? '', details);
}
