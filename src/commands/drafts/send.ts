import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { keeping } from '../../compose/saved/drafts.js';
import { requireOwn } from '../../compose/saved/restore-flags.js';
import { usageError } from '../../contract/errors.js';
import { mayBe } from '../../ledger/waiting.js';
import { telling } from '../../output/show-shown.js';
import type { Outcome, VerbResult } from '../../output/shown.js';
import { findMe } from '../../references/people.js';
import { confirmSending } from '../../terminal/prompt/prompt.js';
import { failureOf } from '../bulk/exit-code.js';
import { lineByLine } from '../bulk/for-each-reference.js';
import { askAbout } from '../sending/ask-about.js';
import { describeUnsent, leftWaiting, sendWaiting } from '../sending/queue.js';
import { sendEntry } from '../sending/send-entry.js';
import { chosenDraft, nameDamaged } from './draft-row.js';

export const verb = defineVerb({
  details: [
    [
      "Works like the draft's own command with --from-draft: the same questions, output and exit code. To edit the text first,",
      'run that command with --from-draft and --editor; tracker drafts view prints it.',
    ].join('\n'),
    [
      'A draft is sent only to what it was written for, even if that has a new reference. If its reference now belongs to',
      'something else, nothing is sent.',
    ].join('\n'),
    'A reply or note for several tickets is sent to the first of them, and the command for the next one is printed.',
    [
      'A command that waits to be sent (--queue) is run as you typed it. It fails with exit code 6 rather than replace, delete or',
      'answer what somebody has changed or written since you last saw it. The draft then no longer waits; to send it anyway, give',
      'its number and --yes.',
    ].join('\n'),
    [
      'Drafts about the same task or ticket are sent in order: while one is waiting, is being sent or may have arrived, those after it',
      'wait too, and so does what you type in the meantime, unless you add --yes. If a draft is refused, those that were to follow it',
      'are sent only by their numbers. With --waiting, the exit code is 7 while the server has asked for a pause, and 8 if a draft may',
      'have arrived.',
    ].join('\n'),
    'What an agent has proposed is sent only after you confirm it at a terminal; --yes does not confirm it.',
    'A draft that may have arrived already is sent only after confirmation, or with --yes.',
    "For anyone who may use the draft's own command.",
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    {
      value: kind('draft', 'number'),
      isOptional: true,
      isAsked: true,
      help: 'a draft: its number in tracker drafts list',
    },
  ],
  flags: { waiting: toggle('--waiting', 'send everything that waits for the server (--queue), oldest first') },
  examples: [
    { line: 'tracker drafts send 17', does: 'send a draft' },
    { line: 'tracker drafts send --waiting', does: 'send what was queued while the server could not be reached' },
    { line: 'tracker drafts send 17 --dry-run', does: 'show what would be sent' },
  ],
  writes: ['unknown'],
  queued: false,
  run: async (context, [given], { waiting }) => {
    if (waiting) return await sendAll(context, given);
    if (given === undefined && !context.prompt.possible)
      throw usageError("missing required argument 'number'", 'tracker help drafts send');
    const draft = await chosenDraft(context, given);
    await requireOwn(context, draft);
    if (draft.state === 'proposed') return await (await import('./decide.js')).decide(context, draft);
    if (draft.state === 'doubtful' && !draft.isRepeatable)
      await keeping(
        context,
        draft,
        async () => await confirmSending(context, `Draft ${draft.number} may have arrived already. Send it again?`),
      );
    return await sendEntry(context, draft, {
      isReleased: context.settings.yes,
      ask: async (holder) => await askAbout({ ...context, settings: { ...context.settings, queue: false } }, holder),
    });
  },
});

async function sendAll(context: Context, given: string | undefined): Promise<VerbResult> {
  if (given !== undefined) throw usageError('--waiting cannot be used with a number');
  if (context.settings.dryRun)
    throw usageError('--waiting cannot be used with --dry-run', `tracker ${selection(context)}drafts list`);
  const { show } = context;
  const outcomes: Outcome[] = [];
  const lines = lineByLine(context, []);
  const onSent = async (outcome: Outcome, isOnly: boolean): Promise<void> => {
    const { ref, sentence, error } = outcome;
    if (error) error.message = describeUnsent(context, ref, error);
    outcomes.push(outcome);
    lines.next(outcomes);
    // The error of a single one is that of the command.
    if (!show.isAsked && !(error && isOnly)) await show.say(sentence ?? error?.message ?? '');
  };
  const client = await context.client();
  // Whose a token from the environment is, only the server knows.
  if (client.userId === undefined && mayBe('waiting', context.settings.folders.state))
    await findMe(client).catch(() => undefined);
  await nameDamaged(context);
  const left = await sendWaiting(context, onSent, context.settings.yes);
  const stays = leftWaiting(context, left);
  if (outcomes.length === 0 && !stays) await show.say('Nothing is waiting to be sent.');
  const refs = outcomes.map(({ ref }) => ({ text: ref }));
  const failure = failureOf(context, refs, outcomes) ?? stays;
  // What has been said as it came is not said again.
  const rest = await telling(show, failure, () => lines.rest(show.isAsked ? outcomes : []));
  return { is: 'outcomes', isOneChange: true, ...rest, failure };
}
