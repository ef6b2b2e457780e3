import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { requireOwn } from '../../compose/saved/restore-flags.js';
import { keeping } from '../../compose/unsent/report-unsent.js';
import { usageError } from '../../contract/errors.js';
import { confirmSending } from '../../terminal/prompt/prompt.js';
import { type Outcome, throwForRest } from '../bulk/exit-code.js';
import { reportOutcomes } from '../bulk/report.js';
import { chosenDraft } from './draft-row.js';
import { describeUnsent, sendWaiting } from './queue.js';
import { sendEntry } from './send-entry.js';

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
      'A command that waits to be sent (--queue) is run as you typed it. It fails with exit code 6 rather than replace what somebody',
      'has changed since you last read it. If you queued it at a terminal, it also fails if there is a message that you had not',
      'seen. The draft then no longer waits; to send it anyway, give its number.',
    ].join('\n'),
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
  writes: true,
  queued: false,
  run: async (context, [given], { waiting }) => {
    if (waiting) return await sendAll(context, given);
    if (given === undefined && !context.prompt.possible)
      throw usageError("missing required argument 'number'", 'tracker help drafts send');
    const draft = await chosenDraft(context, given);
    await requireOwn(context, draft);
    if (draft.state === 'doubtful')
      await keeping(
        context,
        draft,
        async () => await confirmSending(context, `Draft ${draft.number} may have arrived already. Send it again?`),
      );
    await sendEntry(context, draft);
  },
});

async function sendAll(context: Context, given: string | undefined): Promise<void> {
  if (given !== undefined) throw usageError('--waiting cannot be used with a number');
  if (context.settings.dryRun) throw usageError('--waiting cannot be used with --dry-run', 'tracker drafts list');
  const { show } = context;
  const outcomes: Outcome[] = [];
  const report = reportOutcomes(context, []);
  await sendWaiting(context, async (outcome, isOnly) => {
    const { ref, sentence, error } = outcome;
    if (error) error.message = describeUnsent(context, ref, error);
    outcomes.push(outcome);
    report.next(outcomes);
    // The error of a single one is that of the command.
    if (!show.isAsked && !(error && isOnly)) await show.say(sentence ?? error?.message ?? '');
  });
  if (outcomes.length === 0) await show.say('Nothing is waiting to be sent.');
  if (show.isAsked) await report.end(outcomes);
  throwForRest(
    context,
    outcomes.map(({ ref }) => ({ text: ref })),
    outcomes,
  );
}
