import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { initialValues, type VerbBody } from '../../args/verb.js';
import { type Draft, holding, inDraft, ledgerOf } from '../../compose/saved/drafts.js';
import { flagsOf, OfOtherVersion, requireKnownFlags } from '../../compose/saved/restore-flags.js';
import { TrackerError } from '../../contract/errors.js';
import { argumentsOf, commandOf, type Entry, targetOf } from '../../ledger/entry.js';
import { asLater, HeldBack, heldBy, leaveRefused, sendClaimed, withEntry } from '../../ledger/send.js';
import type { VerbResult } from '../../output/shown.js';
import type { Reference } from '../../references/read.js';
import { type CommandSpeech, type CommandTry, collecting, type Listeners, tried } from './collecting.js';
import { basisOf, ChangedFile, requireSameFiles } from './last-read.js';
import { namesEntity, shared } from './ran.js';

interface SendOptions {
  /** Whether a person has said that it may be sent whatever others have written since, and whatever is in its files now. */
  readonly isReleased?: boolean;
  /** Asks about the entry behind which it stays; without this, it stays there. */
  readonly ask?: (holder: Entry) => Promise<void>;
  readonly live?: Live;
}

/** How a triage that is open sends a decision. */
export interface Live {
  /** Whether its entry is on disk as it is here. If it could not be written, it is sent all the same. */
  readonly isKept: boolean;
  /** Whether an entry is one of those that triage sends, which have an order of their own. */
  readonly isOurs: (number: number) => boolean;
  /** Ends the wait for another entry. */
  readonly signal: AbortSignal;
  /** Called with what the command has given back. What becomes of the entry follows from what this throws. */
  readonly settle: (ran: CommandTry) => void;
}

/**
 * Sends an entry as its own command does, and gives back what that does: a text with `--from-draft`, anything else with the arguments
 * and flags that were typed. Throws what the command throws, and `conflict` if another process has it, if a reference means something
 * else by now, if somebody has changed what waits to be replaced, or if it stays behind another entry (docs/requirements.md, R93 and
 * R94).
 */
export async function sendEntry(
  given: Context,
  draft: Draft,
  options: SendOptions = {},
): Promise<VerbResult | undefined> {
  const command = commandOf(draft);
  const { number } = draft;
  const { live } = options;
  const context: Context = {
    ...{ ...given, onNamed: undefined },
    settings: { ...given.settings, command, queue: draft.state === 'waiting' && !live },
  };
  const verb = (await given.commands.load(command)) as VerbBody | undefined;
  if (!verb) throw new OfOtherVersion(draft, `command ${command}`);
  requireKnownFlags(draft, verb.flags);
  const send = async (within: Context): Promise<VerbResult | undefined> => {
    await requireTurn(within, draft, options);
    return await run(within, draft, { verb, options, basisOf: await basisOf(within, draft, options) });
  };
  if (live?.isKept === false) return await send(context);
  // Claimed before anything is read, so that it is sent as it is here, or not at all.
  return await holding(
    context,
    [number],
    async (within) => await withEntry(ledgerOf(within), { number, read: draft }, async () => await send(within)),
  );
}

/** The same without showing anything, with what was said meanwhile. */
export async function sendQuietly(
  given: Context,
  draft: Draft,
  { listeners, ...options }: SendOptions & { readonly listeners?: Listeners } = {},
): Promise<CommandSpeech & CommandTry> {
  const { context, heard } = collecting(given, commandOf(draft), listeners);
  return { ...heard, ...(await tried(context.show, async () => await sendEntry(context, draft, options))) };
}

/** Throws HeldBack for what stays behind another entry, unless that is asked about, and `conflict` if what it was to follow was refused. */
async function requireTurn(context: Context, draft: Draft, { ask, live }: SendOptions): Promise<void> {
  const parts = ledgerOf(context);
  const { signal = parts.signal, isOurs } = live ?? {};
  const holder = context.settings.dryRun ? undefined : await heldBy({ ...parts, signal }, () => asLater(draft), isOurs);
  if (holder && !ask) throw new HeldBack(holder);
  if (holder) await ask?.(holder);
  const after = ask ? undefined : parts.ledger.find(draft.number)?.after;
  if (after === undefined) return;
  parts.ledger.step(draft.number, 'leave');
  throw new TrackerError('conflict', `it was to follow draft ${after}, which was refused`, {
    hint: `to send it all the same: tracker ${selection(context)}drafts send ${draft.number}`,
  });
}

async function run(
  context: Context,
  draft: Draft,
  { verb, options, basisOf }: Pick<Reference, 'basisOf'> & { readonly verb: VerbBody; readonly options: SendOptions },
): Promise<VerbResult | undefined> {
  const { live, isReleased = false } = options;
  const args = argumentsOf(draft);
  // What a row of a screen was about is not looked for by its reference.
  const readAs = (ref: string): Reference => ({
    ...(live ? { text: targetOf(draft, ref) ?? ref, ref } : { text: ref }),
    basisOf,
  });
  const refs = args.map((text, at) => (namesEntity(verb, at, shared) ? readAs(text) : text));
  const settled = async (work: () => Promise<VerbResult | undefined>): Promise<VerbResult | undefined> =>
    live ? void live.settle(await tried(context.show, work)) : await work();
  const runWith: VerbBody['run'] = async (within, words, values) => {
    if (!isReleased) requireSameFiles(context, draft);
    return await verb.run(within, words, values);
  };
  const isKept = live?.isKept !== false;
  const isText = draft.verbWords === undefined;
  if (isText && isKept) {
    const values = { ...initialValues(verb), fromDraft: String(draft.number) };
    const shown = await settled(async () => await runWith(context, refs, values)).catch((error: unknown) => {
      // Before a text is claimed, nothing else says that it was refused.
      if (!live && (error instanceof ChangedFile || (error instanceof TrackerError && error.kind === 'usage')))
        leaveRefused(ledgerOf(context), draft.number, error);
      throw error;
    });
    if (draft.once) (await import('./once.js')).keepResult(context, draft.number, shown);
    return shown;
  }
  const { values, meant } = flagsOf(context, draft, { given: initialValues(verb), table: verb.flags });
  const words = refs.map((each) => (typeof each === 'string' ? each : inDraft(each, meant)));
  if (isText) return await settled(async () => await runWith(context, words, values));
  const client = await context.client();
  const others = args.filter((_, at) => !namesEntity(verb, at));
  const outcome = await sendClaimed(
    ledgerOf(context),
    { entry: isKept ? draft : undefined, isAsked: true },
    async ({ record, change, accept }) => {
      if (isKept) await record(await client.recorder());
      const keepOnly = (left: readonly string[]): void => {
        if (left.length === 0) accept();
        // Triage itself keeps what is left, without what was refused; what is undone is named by its number alone.
        else if (!live && others.length < args.length)
          change({ words: [...commandOf(draft).split(' '), ...left, ...others] });
      };
      const { lockOf = () => undefined } = context.sending ?? {};
      const sending = { lockOf, entry: { ...meant, keepOnly } };
      return await settled(async () => await runWith({ ...context, sending }, words, values));
    },
  );
  if (outcome.is === 'failed' && !outcome.result) throw outcome.error;
  return outcome.result;
}
