import { ref } from '../../args/value.js';
import { requireSameRow } from '../../bulk/find-named.js';
import { findAnyEntity } from '../../client/find/any-reference.js';
import type { Context } from '../../context.js';
import type { Row } from '../../contract/row.js';
import { attachmentRows } from '../../views/attachments.js';

export interface Attachments {
  /** What they are attached to, as people call it. */
  readonly ref: string;
  /** Attachment objects as the server sent them. */
  readonly rows: readonly Row[];
  /** From user id to display data. */
  readonly people: unknown;
}

/** The argument of both verbs. */
export const referenceArgument = {
  value: ref('tasks', 'tickets'),
  help: 'a task or ticket: a reference such as SCM-12, task:SCM-12, ticket:SCM-12, a uuid, a web address, @branch',
};

/** The files of a task or ticket, those of its comments and messages among them. */
export async function readAttachments(context: Context, text: string): Promise<Attachments> {
  const found = await findAnyEntity(await context.client(), { text, kinds: ['task', 'ticket'] });
  requireSameRow(context, text, found);
  const envelope = await found.detail();
  return { ref: found.ref, rows: attachmentRows(envelope), people: envelope.authors };
}
