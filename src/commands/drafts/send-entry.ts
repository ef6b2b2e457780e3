import type { Context } from '../../args/context.js';
import { type Argument, initialValues, type VerbBody } from '../../args/verb.js';
import { argumentsOf, commandOf, type Draft, isDraft, ledgerOf } from '../../compose/saved/drafts.js';
import { inDraft } from '../../compose/saved/meant.js';
import { restoreFlags } from '../../compose/saved/restore-flags.js';
import { selection } from '../../compose/unsent/report-unsent.js';
import { TrackerError } from '../../contract/errors.js';
import { type ClaimParts, claim } from '../../ledger/claim.js';
import { sendClaimed, withEntry } from '../../ledger/send.js';

/**
 * Sends an entry as its own command does: a text with `--from-draft`, anything else with the arguments and flags that were typed.
 * Throws what the command throws, and `conflict` if another process has it, if a reference means something else by now, or if
 * somebody has changed what waits to be replaced.
 */
export async function sendEntry(given: Context, draft: Draft): Promise<void> {
  const command = commandOf(draft);
  const context: Context = { ...given, settings: { ...given.settings, command, queue: false } };
  const verb = (await given.commands.load(command)) as VerbBody | undefined;
  if (!verb)
    throw new TrackerError('failed', `draft ${draft.number} belongs to an unknown command: tracker ${command}`);
  const args = argumentsOf(draft);
  const parts = ledgerOf(context);
  // Claimed before anything is read, so that it is sent as it is here, or not at all.
  const lock = await claim(parts, { number: draft.number });
  try {
    const within: Context = { ...context, held: (number) => (number === draft.number ? lock : context.held?.(number)) };
    await withEntry(ledgerOf(within), { number: draft.number, read: draft }, async () => {
      if (draft.state === 'waiting' && draft.decision) await requireUnchanged(within, draft);
      if (draft.verbWords !== undefined) return await sendCommand(within, draft, { verb, args });
      await verb.run(within, args, { ...initialValues(verb), fromDraft: String(draft.number) });
    });
  } finally {
    lock.release();
  }
}

/** What triage was to replace and somebody has changed since is left alone, and no longer waits: a person decides. */
async function requireUnchanged(context: Context, draft: Draft): Promise<void> {
  const { decisionOf } = await import('../triage/kept/entry-fields.js');
  const { splitByConflict } = await import('../triage/decisions/conflict.js');
  const decision = decisionOf(draft);
  const [conflict] = decision ? (await splitByConflict(context, { ...decision, id: 0 })).conflicts : [];
  if (!conflict || conflict.is === 'done') return;
  const { number } = draft;
  ledgerOf(context).ledger.step(number, 'leave');
  const { target, why } = conflict;
  throw new TrackerError('conflict', `${target.ref}: ${why}; nothing was sent`, {
    hint: `to send it all the same: tracker ${selection(context)}drafts send ${number}`,
  });
}

async function sendCommand(
  context: Context,
  draft: Draft,
  { verb, args }: { readonly verb: VerbBody; readonly args: readonly string[] },
): Promise<void> {
  const client = await context.client();
  const { values, meant } = await restoreFlags(context, initialValues(verb), {
    ...{ id: String(draft.number), command: commandOf(draft), table: verb.flags },
  });
  const words = args.map((text, at) => (namesEntity(verb, at) ? inDraft({ text }, meant) : text));
  const parts = ledgerOf(context);
  const before = new Set(parts.ledger.entries().map(({ number }) => number));
  const outcome = await sendClaimed(parts, { entry: draft, isAsked: true }, async () => {
    await (await client.recorder()).use(draft.number);
    await verb.run(context, words, values);
  });
  if (outcome.is === 'failed') {
    const { isOurs } = await client.recorder();
    leaveToText(parts, draft.number, (number) => isOurs(number) && !before.has(number));
    throw outcome.error;
  }
}

/** Whether an argument of a command names a task, a ticket or a project, and so may be given as a reference that was read. */
export function namesEntity(verb: VerbBody, at: number): boolean {
  const { kind, of = [] } = argumentAt(verb, at)?.value ?? {};
  return kind === 'ref' && of.some((each) => entities.includes(each));
}

const entities: readonly string[] = ['tasks', 'tickets', 'projects'];

/** The declaration of the argument in this place. */
export function argumentAt({ arguments: declared = [] }: VerbBody, at: number): Argument | undefined {
  return declared[at] ?? declared.at(-1);
}

/**
 * A command that writes a text, as `attach` does, has kept that as a draft of its own, which takes the place of the command: nobody
 * must send both.
 */
function leaveToText({ ledger }: ClaimParts, number: number, isNew: (number: number) => boolean): void {
  const text = ledger.entries().find((each) => isNew(each.number) && isDraft(each));
  if (!text) return;
  if (ledger.find(number)?.state === 'waiting') {
    if (text.state === 'unsent') ledger.step(text.number, 'queue');
    ledger.step(number, 'leave');
  }
  ledger.step(number, 'delete');
}
