import { basename } from 'node:path';
import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { attachFlags } from '../../args/more-flags.js';
import { kind } from '../../args/value.js';
import { defineVerb, initialValues, oneRef, refuseSwapped, type VerbBody } from '../../args/verb.js';
import { textFlags } from '../../compose/text/text-flags.js';
import { usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/shell-word.js';
import { openAttachments } from '../../files/attachments.js';
import { findEither } from '../../references/any-kind.js';
import type { Entity } from '../../references/find-entity.js';
import { oneReference, referenceTo } from '../../references/read.js';
import { verb as comment } from '../tasks/comment.js';
import { verb as note } from '../tickets/note.js';
import { verb as reply } from '../tickets/reply.js';

const flags = {
  reply: toggle('--reply', 'with a public reply to a ticket'),
  note: toggle('--note', 'with an internal note on a ticket'),
  body: textFlags.body,
  attachName: attachFlags.attachName,
};

export const verb = defineVerb({
  details: [
    'Attaches files to a task with a comment, and to a ticket with a reply or an internal note; on a terminal, you are asked which',
    'of the two. Without --body, the text lists the names of the files.',
    '',
    'You need the same permission as for tracker tasks comment, tracker tickets reply or tracker tickets note.',
  ].join('\n'),
  prints: 'result',
  arguments: [
    oneRef('tasks', 'tickets'),
    { value: kind('file'), isRepeatable: true, help: 'the files; - reads standard input, named by --attach-name' },
  ],
  flags,
  examples: [
    { line: 'tracker attach SCM-12 trace.log', does: 'attach a file to a task' },
    { line: 'tracker attach BERG-9 totals.csv --note', does: 'show it to your colleagues only' },
    { line: 'tracker attach BERG-9 invoice.pdf --reply -b "Here it is."', does: 'send it to the customer' },
  ],
  writes: true,
  run: async (context, [text = '', ...files], { reply: isReply, note: isNote, body, attachName }) => {
    if (isReply && isNote) throw usageError('--reply and --note cannot be used together');
    refuseSwapped(context.settings.command, [text, ...files]);
    // Checked before anything is looked up or asked.
    openAttachments(context, { attach: files, attachName });
    const reference = await oneReference(context, text);
    const entity = await findEither(context, await context.client(), reference);
    if (entity.kind === 'task' && (isReply || isNote))
      throw usageError(`${isReply ? '--reply' : '--note'} is for tickets, and ${entity.ref} is a task`);
    const names = files.map((file) => (file === '-' ? (attachName ?? '') : basename(file)));
    const send = await chooseVerb(context, entity, { isReply, isNote, files });
    await send.run(context, [referenceTo(entity)], {
      ...initialValues(send),
      ...{ body: body ?? names.filter(Boolean).join(', '), attach: files, attachName },
    });
  },
});

/** What the files go with. Asks for tickets, unless the caller can only write replies. */
async function chooseVerb(
  { prompt, signal }: Context,
  { kind: what, ref, detail }: Entity<'task' | 'ticket'>,
  given: { readonly isReply: boolean; readonly isNote: boolean; readonly files: readonly string[] },
): Promise<VerbBody> {
  if (what === 'task') return comment;
  if (given.isReply || given.isNote) return given.isReply ? reply : note;
  if ((await detail()).canInternalNote === false) return reply;
  const line = `tracker attach ${[ref, ...given.files].map(shellWord).join(' ')}`;
  return await prompt.choose({
    message: `Attach to ${ref} with`,
    choices: [
      { name: 'an internal note, for the team only', value: note },
      { name: 'a reply, which the customer can read', value: reply },
    ],
    instead: `${line} --note, or ${line} --reply`,
    signal,
  });
}
