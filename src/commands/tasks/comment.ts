import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { readReferences } from '../../bulk/read-references.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { rowAt, rowsOf, textOf } from '../../contract/row.js';
import { readText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { keepUnsent } from '../../drafts/save-unsent.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags, textHelp } from '../../drafts/text-flags.js';
import { attachFlags, openAttachments } from '../../files/attachments.js';
import { requireOneReader } from '../../files/one-reader.js';
import { requireKeptFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { lookBack } from '../../lists/read-back.js';

const flags = { ...textFlags, ...attachFlags, ...draftFlag };

export const verb = defineVerb({
  details: `${textHelp}\n\nNeeds project.tasks.comment.`,
  prints: 'result',
  arguments: [
    {
      value: ref('tasks'),
      isRepeatable: true,
      help: 'tasks: references, uuids, web addresses, @branch, or - for standard input',
    },
  ],
  flags,
  examples: [
    { line: 'tracker tasks comment SCM-12 -b "Reproduced on staging."', does: 'say it' },
    { line: 'tracker tasks comment @branch -F notes.md', does: 'from a file; -F - is standard input' },
    { line: 'tracker tasks comment SCM-12 -e --attach trace.log', does: 'in your editor, with a file' },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const values = withDraft(context, given, { command: 'tasks comment', url, table: flags });
    requireOneReader([
      ['the references', args],
      ['--body-file', values.bodyFile],
      ['--attach', values.attach],
    ]);
    const refs = await readReferences(context, args);
    const files = openAttachments(context, values, refs.length);
    const authoredWith = (body: string): Authored => ({
      command: 'tasks comment',
      args: refs,
      flags: { ...values, body },
      url,
      fromDraft: given.fromDraft,
      files,
    });
    const onUnsent = async (text: string): Promise<void> => await keepUnsent(context, authoredWith(text));
    const body = (await readText(context, values, { what: 'comment', required: true, onUnsent })) ?? '';
    await sendAuthored(context, authoredWith(body), async ({ narrow }) => {
      await forEachReference(context, {
        find: async (text) => await findNamed(context, 'task', text),
        refs,
        doing: 'commenting',
        onDone: narrow,
        async work(_client, { uuid, ref }) {
          const reply = await client.write('POST /tasks/:id/comments', { id: uuid, body: { body }, files });
          if (reply && files.length > 0)
            await requireFilesOf(context, client, { uuid, ref, id: textOf(reply.id), body }, files);
          return `Commented on ${ref}.`;
        },
      });
    });
  },
});

interface SentComment {
  readonly uuid: string;
  readonly ref: string;
  /** The id of the comment, where the server told it. */
  readonly id: string | undefined;
  readonly body: string;
}

/** Throws `partial` where the server took a comment and left out one of its files. */
async function requireFilesOf(
  context: Context,
  client: Client,
  sent: SentComment,
  files: readonly FilePart[],
): Promise<void> {
  const what = `the comment on ${sent.ref} was sent`;
  const detail = await lookBack(context, what, async () => await client.call('GET /tasks/:id', { id: sent.uuid }));
  if (!detail) return;
  const comments = rowsOf(rowAt(detail, 'task').comments);
  const comment =
    comments.find(({ id }) => id !== undefined && id === sent.id) ??
    comments.findLast(({ text, body }) => (text ?? body) === sent.body);
  if (comment) requireKeptFiles(what, files, rowsOf(comment.files ?? comment.attachments));
}
