import type { Context } from '../../args/context.js';
import { ref } from '../../args/value.js';
import type { Row } from '../../contract/row.js';
import { findAnyEntity } from '../../references/any-kind.js';
import { requireSameRow } from '../../references/find-named.js';
import { attachmentRows } from '../../views/parts.js';

export interface Attachments {
  /** The reference of the task or ticket. */
  readonly ref: string;
  /** Attachment objects as the server sent them. */
  readonly rows: readonly Row[];
  /** From user id to display data. */
  readonly people: unknown;
}

/** The argument of both verbs. */
export const referenceArgument = {
  value: ref('tasks', 'tickets'),
  help: 'a task or ticket: its reference (SCM-12, task:SCM-12, ticket:SCM-12), uuid or URL, @ or @branch',
};

/** The files of a task or ticket, including those of its comments and messages. */
export async function readAttachments(context: Context, text: string): Promise<Attachments> {
  const found = await findAnyEntity(await context.client(), { text, kinds: ['task', 'ticket'] });
  requireSameRow(context, text, found);
  const envelope = await found.detail();
  return { ref: found.ref, rows: attachmentRows(envelope), people: envelope.authors };
}
