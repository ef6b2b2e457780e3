import { text } from '../../args/flag.js';
import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Context } from '../../context.js';
import { uuidOf } from '../../contract/row.js';
import { keepTyped } from '../../drafts/ask.js';
import { readText, withGivenText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags } from '../../drafts/text-flags.js';
import { usageError } from '../../errors.js';
import { tellCreated } from '../report-created.js';

const flags = { title: text('-t, --title', 'what the note is called', freeText('title')), ...textFlags, ...draftFlag };
const command = 'notes create';

export const verb = defineVerb({
  details: [
    'Creates a quick note of your own and prints its id. The text is plain text, and may be left out. What you wrote is kept',
    'as a draft until the server has taken it. Notes are for the internal team only.',
  ].join('\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker notes create -t "Ask about week 17"', does: 'a title is enough' },
    { line: 'tracker notes create -t "Minutes" -F minutes.txt', does: 'with a text from a file' },
    { line: 'tracker notes create -t "Idea" -e', does: 'write it in your editor' },
  ],
  writes: true,
  run: async (context, _args, given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const drafted = withDraft(context, given, { command, url, table: flags });
    if (drafted.title !== undefined && drafted.title.trim() === '') throw usageError('--title is empty');
    const values = await withGivenText(context, drafted, 'note');
    let title = values.title?.trim();
    const authoredWith = (body: string | undefined): Authored => ({
      command,
      args: [],
      flags: { ...values, title, body },
      url,
      fromDraft: given.fromDraft,
    });
    const hasTitle = (): boolean => values.title === undefined && title !== undefined;
    const { answer: body, fromDraft } = await keepTyped(
      context,
      (body = values.body) => (body !== undefined || hasTitle() ? authoredWith(body) : undefined),
      async (onUnsent) => {
        title ??= await askTitle(context);
        return await readText(context, values, { what: 'note', required: false, onUnsent });
      },
    );
    const authored = { ...authoredWith(body), fromDraft: fromDraft ?? given.fromDraft };
    const payload = { title: title ?? '', ...(body !== undefined && { body }) };
    const reply = await sendAuthored(
      context,
      authored,
      async () => await client.write('POST /notes', { body: payload }),
    );
    if (!reply) return;
    const sentence = `Created the note ${JSON.stringify(title)}.`;
    const creation = { title: payload.title, look: 'tracker notes list' };
    await tellCreated(context, { ...creation, answer: reply, ref: uuidOf(reply), sentence });
  },
});

async function askTitle({ prompt, signal }: Context): Promise<string> {
  for (;;) {
    const title = await prompt.line({ message: 'Title of the note', instead: 'add --title TEXT', signal });
    if (title.trim() !== '') return title.trim();
  }
}
