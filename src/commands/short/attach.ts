import { basename } from 'node:path';
import { toggle } from '../../args/flag.js';
import { attachFlags } from '../../args/more-flags.js';
import { kind } from '../../args/value.js';
import { problemIn } from '../../compose/form/ask-field.js';
import { textFlags } from '../../compose/text/text-flags.js';
import { usageError } from '../../contract/errors.js';
import { findAttachment, openAttachments } from '../../files/attachments.js';
import { verb as task } from '../tasks/comment.js';
import { verb as note } from '../tickets/note.js';
import { verb as reply } from '../tickets/reply.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: [
    'Attaches files to a task with a comment, and to a ticket with a reply or an internal note; on a terminal, you are asked which',
    'of the two. Without --body, the text lists the names of the files.',
  ],
  permission: 'tracker tasks comment, tracker tickets reply or tracker tickets note',
  prints: 'result',
  verbs: { task, ticket: note },
  more: { value: kind('file'), isAsked: true, help: 'the files; - reads standard input, named by --attach-name' },
  flags: {
    reply: toggle('--reply', 'with a public reply to a ticket'),
    note: toggle('--note', 'with an internal note on a ticket'),
    body: textFlags.body,
    attachName: attachFlags.attachName,
  },
  check(context, [, ...attach], given) {
    if (given.reply && given.note) throw usageError('--reply and --note cannot be used together');
    openAttachments(context, { attach, attachName: given.attachName as string | undefined });
  },
  async ask(context, { ref }) {
    const path = await context.prompt.line({
      message: `File to attach to ${ref}`,
      check: (text) => problemIn(() => findAttachment(text.trim())),
      instead: 'name it after the reference',
    });
    return [path.trim()];
  },
  async choose(context, { kind: what, ref, detail }, _files, given) {
    const flag = ['reply', 'note'].find((each) => given[each]);
    if (what === 'task') {
      if (flag) throw usageError(`--${flag} is for tickets, and ${ref} is a task`);
      return task;
    }
    if (flag) return flag === 'reply' ? reply : note;
    if ((await detail()).canInternalNote === false) return reply;
    return await context.prompt.choose({
      message: `Attach to ${ref} with`,
      choices: [
        { name: 'an internal note, for the team only', value: note },
        { name: 'a reply, which the customer can read', value: reply },
      ],
      instead: 'add --note or --reply',
    });
  },
  translate(_found, attach, { body, attachName }) {
    const called = attach.map((file) => (file === '-' ? attachName : basename(file)));
    return { body: body ?? called.filter(Boolean).join(', '), attach, attachName };
  },
  examples: [
    { line: 'tracker attach SCM-12 trace.log', does: 'attach a file to a task' },
    { line: 'tracker attach BERG-9 totals.csv --note', does: 'show it to your colleagues only' },
    { line: 'tracker attach BERG-9 invoice.pdf --reply -b "Here it is."', does: 'send it to the customer' },
  ],
});
