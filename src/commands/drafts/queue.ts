import type { Context } from '../../args/context.js';
import type { VerbBody } from '../../args/verb.js';
import { commandOf, type Draft, ledgerOf, ownDrafts, ownerOf, wholeLedger } from '../../compose/saved/drafts.js';
import { knownTargets } from '../../compose/saved/save.js';
import { flagsToSave, refsIn } from '../../compose/submission.js';
import { TrackerError } from '../../contract/errors.js';
import type { Entry } from '../../ledger/entry.js';
import { isUnreached, Queued } from '../../ledger/send.js';
import { markWaiting } from '../../ledger/waiting.js';
import { type Given, shown } from '../../references/read.js';
import { type Outcome, Unreached } from '../bulk/exit-code.js';
import { collecting } from '../triage/run-verb.js';
import { sendEntry } from './send-entry.js';

/** A command that was run. */
interface Ran {
  readonly command: string;
  readonly verb: VerbBody;
  readonly args: readonly Given[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Commands that do the same when they are run twice. */
const repeatable = /^(?:\w+ )?(?:edit|close|reopen|done|assign|unassign|delete|remove|set|read)$/;

/**
 * Keeps a command that could not reach the server, or what is left of it, to be sent later, and says so. Throws the error if it has
 * another cause, or if nothing can be kept.
 */
export async function queueOrThrow(context: Context, ran: Ran, error: unknown): Promise<void> {
  const { folders } = context.settings;
  const entry =
    error instanceof Queued ? error.entry : isUnreached(error) ? await keep(context, ran, error) : undefined;
  if (!entry) throw error;
  markWaiting(folders.state, true);
  const { show } = context;
  await (show.isJson ? show.warn : show.say)(
    `The server cannot be reached, so this waits as draft ${entry.number} (${entry.words.join(' ')}). To send it: tracker drafts send --waiting`,
  );
  if (error instanceof Unreached && error.trouble) throw error.trouble;
}

async function keep(context: Context, { command, verb, args, flags }: Ran, error: unknown): Promise<Entry | undefined> {
  const client = await context.client();
  const left = (error instanceof Unreached ? error.left : args).map(shown);
  const words = command.split(' ');
  const values = flagsToSave(flags);
  try {
    return ledgerOf(context).ledger.begin({
      ...(await ownerOf(client)),
      state: 'waiting',
      url: client.base.href.replace(/\/$/, ''),
      words: [...words, ...left],
      verbWords: words.length,
      flags: values,
      targets: await knownTargets(context, { command, args: left, flagRefs: refsIn(verb.flags, values) }),
      isRepeatable: repeatable.test(command),
    });
  } catch (trouble) {
    if (!(trouble instanceof TrackerError)) throw trouble;
    await context.show.warn(`could not be queued: ${trouble.message}`);
    return undefined;
  }
}

/**
 * Sends what waits for this account, the oldest first, without asking anything. Stops where the server cannot be reached, or asks to
 * wait. What another process is sending is left to it.
 */
export async function sendWaiting(context: Context): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = await waitingDrafts(context);
  for (const draft of waiting.toReversed()) {
    const outcome = await trySending(context, draft);
    if (outcome) outcomes.push(outcome);
    if (outcome?.error && ledgerOf(context).ledger.find(draft.number)?.state === 'waiting') break;
  }
  if ((await waitingDrafts(context)).length === 0) markWaiting(context.settings.folders.state, false);
  return outcomes;
}

async function waitingDrafts(context: Context): Promise<readonly Draft[]> {
  await wholeLedger(context);
  const { base } = await context.client();
  const own = await ownDrafts(context, { url: base.href.replace(/\/$/, '') });
  return own.filter(({ state, notBefore = 0 }) => state === 'waiting' && notBefore <= context.now().getTime());
}

async function trySending(context: Context, draft: Draft): Promise<Outcome | undefined> {
  const { number, words } = draft;
  const { context: silent } = collecting(context, commandOf(draft));
  try {
    await sendEntry(silent, draft);
    return { ref: String(number), uuid: undefined, sentence: `Sent what was waiting: ${words.join(' ')}.` };
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    const now = ledgerOf(context).ledger.find(number);
    // Another process was faster.
    if (error.kind === 'conflict' && (now === undefined || now.state === 'sending' || now.state === 'done'))
      return undefined;
    return { ref: String(number), uuid: undefined, error };
  }
}

/** The same after another command, with a line for each that was sent or refused. */
export async function sendWaitingAfter(context: Context): Promise<void> {
  for (const { ref, sentence, error } of await sendWaiting(context)) {
    if (sentence !== undefined) await context.show.say(sentence);
    else if (error && !isUnreached(error))
      await context.show.warn(
        `draft ${ref}, which was waiting, was not sent: ${error.message}`,
        `tracker drafts view ${ref}`,
      );
  }
}
