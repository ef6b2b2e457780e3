import type { Context } from '../../args/context.js';
import { kind } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { commandOf, type Draft, readDraft, wholeLedger } from '../../compose/saved/drafts.js';
import { keeping } from '../../compose/unsent/report-unsent.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { confirmSending } from '../../terminal/prompt/prompt.js';
import { textNouns } from '../text-nouns.js';
import { instanceFlag, instanceOf, isElsewhere, knownInstances } from './draft-row.js';
import { pickDraft } from './pick-draft.js';

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
    'A draft that may have arrived already is sent only after confirmation, or with --yes.',
    "For anyone who may use the draft's own command.",
  ].join('\n\n'),
  prints: 'result',
  arguments: [{ value: kind('draft', 'number'), isAsked: true, help: 'a draft: its number in tracker drafts list' }],
  flags: {},
  examples: [
    { line: 'tracker drafts send 17', does: 'send a draft' },
    { line: 'tracker drafts send 17 --dry-run', does: 'show what would be sent' },
  ],
  writes: true,
  run: async (context, [given]) => {
    const name = given ?? (await pickDraft(context));
    const draft = await readDraft(await wholeLedger(context), name);
    await requireHere(context, draft);
    const own = await loadVerb(draft);
    if (draft.state === 'doubtful')
      await keeping(context, draft, async () => {
        await confirmSending(context, `Draft ${draft.number} may have arrived already. Send it again?`);
      });
    const [, , ...args] = draft.words;
    const initial = Object.fromEntries(Object.entries(own.flags).map(([key, flag]) => [key, flag.initial]));
    const settings = { ...context.settings, command: commandOf(draft) };
    await own.run({ ...context, settings }, args, { ...initial, fromDraft: String(draft.number) });
  },
});

/** Throws a usage error, with the command to use instead, for a draft of another instance. */
async function requireHere(context: Context, draft: Draft): Promise<void> {
  const known = await knownInstances(context);
  // Without an instance, the error says how to sign in.
  if (known.url === undefined) await context.servers.chosen();
  if (!isElsewhere(draft, known)) return;
  const command = `tracker ${instanceFlag(draft, known)}drafts send ${draft.number}`;
  if (draft.url !== known.url)
    throw usageError(`draft ${draft.number} was written for ${draft.url}, not for ${known.url}`, command);
  const isSignedIn = instanceOf(draft, known) !== draft.url;
  throw usageError(
    `draft ${draft.number} was written by another user of ${draft.url}`,
    isSignedIn ? command : 'sign in as that user',
  );
}

async function loadVerb({ number, words: [noun, name] }: Draft): Promise<VerbBody> {
  const entry = textNouns.find((each) => each.name === noun)?.verbs.find((each) => each.name === name);
  if (entry) return (await entry.load()).verb;
  throw new TrackerError('failed', `draft ${number} belongs to an unknown command: tracker ${noun} ${name}`);
}
