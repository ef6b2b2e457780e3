import type { Context } from '../../args/context.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findEither } from '../../references/any-kind.js';
import { oneReference, type Reference } from '../../references/read.js';
import { attachmentList, attachmentRows } from '../../views/parts.js';
import { listRows } from '../showing/arrange.js';

/** The argument of both verbs. */
export const referenceArgument = {
  value: ref('tasks', 'tickets'),
  help: 'a task or ticket: its reference (SCM-12, task:SCM-12, ticket:SCM-12), uuid or URL, @ or @branch',
};

export const verb = defineVerb({
  details: 'Includes the files of comments and messages. Everyone who can see a task or ticket can see its files.',
  prints: { list: attachmentList },
  arguments: [referenceArgument],
  examples: [
    { line: 'tracker attachments list OPS-9', does: 'list all files' },
    { line: 'tracker attachments list ticket:SCM-3 --json=ref,name,size', does: 'use it in a script' },
  ],
  run: async (context, [text = ''], { sort, limit }) => {
    const named = await oneReference(context, text);
    const client = await context.client();
    const { ref, rows, people } = await readAttachments(context, named);
    return listRows(context, attachmentList, rows, { sort, limit, client, people, emptyHint: `on ${ref}` });
  },
});

/** The files of a task or ticket, including those of its comments and messages. */
export async function readAttachments(context: Context, reference: Reference) {
  const found = await findEither(context, await context.client(), reference);
  await context.onNamed?.(found);
  const envelope = await found.detail();
  return { ref: found.ref, rows: attachmentRows(envelope), people: envelope.authors };
}
