import type { Context } from '../../args/context.js';
import { type FlagValues, text } from '../../args/flag.js';
import { pipedText } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { ask, edit, get, send } from '../../compose/compose.js';
import { withTitleArgument } from '../../compose/text/text-argument.js';
import { newFlags, textFlags } from '../../compose/text/text-flags.js';
import { usageError } from '../../contract/errors.js';
import { uuidOf } from '../../contract/row.js';
import { createdIn, createdShown } from '../creating/creating.js';

const flags = { title: text('-t, --title', 'the title', pipedText('line', 'title')), ...textFlags, ...newFlags };

const verbOfFlags = defineVerb({
  details: [
    'Creates a quick note and prints its id. The text is plain text and optional. What you wrote is kept as a draft until the',
    'server has accepted it. Notes are for the internal team only.',
  ].join('\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker notes create "Ask about week 17"', does: 'create a note with a title only' },
    { line: 'tracker notes create -t "Minutes" -F minutes.txt', does: 'read the text from a file' },
    { line: 'tracker notes create -t "Idea" -e', does: 'write it in your editor' },
  ],
  writes: ['POST /notes'],
  run: async (context, _args, given) => {
    const text = { what: 'note', isRequired: false };
    const got = await get(context, given, { command: 'notes create', flags, text, check });
    const asked = await ask(context, got, async ({ onAnswer }) => {
      if (got.values.title === undefined) await onAnswer({ title: await askTitle(context) });
    });
    const written = await edit(context, asked);
    const { title = '', body } = written.values;
    const note = { title, ...(body !== undefined && { body }) };
    const reply = await send(context, written, async () => await got.client.write('POST /notes', { body: note }));
    if (!reply) return undefined;
    const sentence = `Created the note ${JSON.stringify(title)}.`;
    const creation = { title, look: 'notes list', kind: 'note' } as const;
    return await createdShown(context, { ...creation, answer: reply, ref: uuidOf(createdIn(reply, 'note')), sentence });
  },
});

export const verb: VerbBody = withTitleArgument(verbOfFlags);

function check(values: FlagValues<typeof flags>): FlagValues<typeof flags> {
  const title = values.title?.trim();
  if (title === '') throw usageError('--title cannot be empty');
  return { ...values, title };
}

async function askTitle({ prompt }: Context): Promise<string> {
  for (;;) {
    const title = await prompt.line({ message: 'Title of the note', instead: 'add --title TEXT' });
    if (title.trim() !== '') return title.trim();
  }
}
