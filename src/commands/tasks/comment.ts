import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { rowAt, rowsOf, textOf } from '../../contract/row.js';
import { compose } from '../../drafts/compose.js';
import { draftFlag, textFlags, textHelp } from '../../drafts/text-flags.js';
import { attachFlags } from '../../files/attachments.js';
import { requireAllFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { readBack } from '../../lists/read-back.js';

const flags = { ...textFlags, ...attachFlags, ...draftFlag };

export const verb = defineVerb({
  details: `${textHelp}\n\nRequires project.tasks.comment.`,
  prints: 'result',
  arguments: [
    {
      value: ref('tasks'),
      isRepeatable: true,
      help: 'tasks: references, uuids, URLs, @, @branch, or - for standard input',
    },
  ],
  flags,
  examples: [
    { line: 'tracker tasks comment SCM-12 -b "Reproduced on staging."', does: 'comment on a task' },
    { line: 'tracker tasks comment @branch -F notes.md', does: 'read the comment from a file' },
    { line: 'tracker tasks comment SCM-12 -e --attach trace.log', does: 'write it in your editor and attach a file' },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    const composed = await compose(context, given, {
      command: 'tasks comment',
      flags,
      target: args,
      text: { what: 'comment', isRequired: true },
    });
    const { client, refs, body = '', files } = composed;
    await composed.send(async ({ keepOnly }) => {
      await forEachReference(context, {
        find: async (text) => await findNamed(context, 'task', text),
        refs,
        doing: 'commenting',
        onDone: keepOnly,
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
  /** The id of the comment, if the server sent one. */
  readonly id: string | undefined;
  readonly body: string;
}

/** Throws `partial` if the server accepted a comment but left out one of its files. */
async function requireFilesOf(
  context: Context,
  client: Client,
  sent: SentComment,
  files: readonly FilePart[],
): Promise<void> {
  const what = `the comment on ${sent.ref} was sent`;
  const detail = await readBack(context, what, async () => await client.call('GET /tasks/:id', { id: sent.uuid }));
  if (!detail) return;
  const comments = rowsOf(rowAt(detail, 'task').comments);
  const comment =
    comments.find(({ id }) => id !== undefined && id === sent.id) ??
    comments.findLast(({ text, body }) => (text ?? body) === sent.body);
  if (comment) requireAllFiles(what, files, rowsOf(comment.files ?? comment.attachments));
}
