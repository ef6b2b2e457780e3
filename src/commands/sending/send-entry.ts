import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { initialValues, type VerbBody } from '../../args/verb.js';
import { type Draft, holding, ledgerOf } from '../../compose/saved/drafts.js';
import { inDraft } from '../../compose/saved/meant.js';
import { restoreFlags } from '../../compose/saved/restore-flags.js';
import { TrackerError } from '../../contract/errors.js';
import { argumentsOf, commandOf, type Entry } from '../../ledger/entry.js';
import { asLater, HeldBack, heldBy, sendClaimed, withEntry } from '../../ledger/send.js';
import type { Shown } from '../../output/shown.js';
import { basisOf } from './last-read.js';
import { namesEntity } from './typed.js';

/** How an entry is sent. */
interface SendOptions {
  /** Whether a person has said that it may be sent whatever others have written since. */
  readonly isReleased?: boolean;
  /** Asks about the entry behind which it stays; without this, it stays there. */
  readonly ask?: (holder: Entry) => Promise<void>;
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
  { isReleased = false, ask }: SendOptions = {},
): Promise<Shown | undefined> {
  const command = commandOf(draft);
  const context: Context = {
    ...{ ...given, onNamed: undefined },
    settings: { ...given.settings, command, queue: draft.state === 'waiting' },
  };
  const verb = (await given.commands.load(command)) as VerbBody | undefined;
  if (!verb)
    throw new TrackerError('failed', `draft ${draft.number} belongs to an unknown command: tracker ${command}`);
  const args = argumentsOf(draft);
  // Claimed before anything is read, so that it is sent as it is here, or not at all.
  return await holding(context, draft.number, async (within) => {
    const parts = ledgerOf(within);
    return await withEntry(parts, { number: draft.number, read: draft }, async () => {
      const holder = given.settings.dryRun ? undefined : await heldBy(parts, asLater(draft));
      if (holder && !ask) throw new HeldBack(holder);
      if (holder) await ask?.(holder);
      const after = ask ? undefined : parts.ledger.find(draft.number)?.after;
      if (after !== undefined) {
        parts.ledger.step(draft.number, 'leave');
        throw new TrackerError('conflict', `it was to follow draft ${after}, which was refused`, {
          hint: `to send it all the same: tracker ${selection(given)}drafts send ${draft.number}`,
        });
      }
      const based: Context = { ...within, basisOf: await basisOf(within, draft, isReleased) };
      if (draft.verbWords !== undefined) return await sendCommand(based, draft, { verb, args });
      return await verb.run(based, args, { ...initialValues(verb), fromDraft: String(draft.number) });
    });
  });
}

async function sendCommand(
  context: Context,
  draft: Draft,
  { verb, args }: { readonly verb: VerbBody; readonly args: readonly string[] },
): Promise<Shown | undefined> {
  const client = await context.client();
  const { values, meant } = await restoreFlags(context, initialValues(verb), {
    ...{ id: String(draft.number), command: commandOf(draft), table: verb.flags },
  });
  const words = args.map((text, at) => (namesEntity(verb, at) ? inDraft({ text }, meant) : text));
  const others = args.filter((_, at) => !namesEntity(verb, at));
  const outcome = await sendClaimed(ledgerOf(context), { entry: draft, isAsked: true }, async ({ change, accept }) => {
    await (await client.recorder()).use(draft.number);
    const keepOnly = (left: readonly string[]): void => {
      if (left.length === 0) accept();
      else change({ words: [...commandOf(draft).split(' '), ...left, ...others] });
    };
    return await verb.run({ ...context, queued: { ...meant, keepOnly } }, words, values);
  });
  if (outcome.is === 'failed' && !outcome.result) throw outcome.error;
  return outcome.result;
}
