import { word } from '../../args/more-flags.js';
import { serverWord } from '../../args/value.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { rowAt, rowsOf, textOf } from '../../contract/row.js';
import { edit, get, send } from '../../drafts/compose.js';
import { draftFlag, textFlags, textHelp } from '../../drafts/text/text-flags.js';
import { attachFlags } from '../../files/attach-flags.js';
import { checkFiles, findMessage } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { readBack } from '../../lists/read-back.js';
import { findNamed } from '../../references/find-named.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';
import { changesOf, describeStatus } from '../work/set-after-text.js';
import { fieldsOf, settleWords } from './task-fields.js';

const flags = {
  ...textFlags,
  ...attachFlags,
  status: word('-s, --status', 'then set this status', serverWord('task-status')),
  ...draftFlag,
};

export const verb = defineVerb({
  details: [
    textHelp,
    '--status is set once the comment has been accepted; if that fails, the exit code is 8.',
    'Requires project.tasks.comment; --status also needs the permission to edit the task.',
  ].join('\n\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tasks')],
  flags,
  examples: [
    { line: 'tracker tasks comment SCM-12 -b "Reproduced on staging."', does: 'comment on a task' },
    { line: 'tracker tasks comment SCM-12 -b "Fixed." -s done', does: 'comment, then set the status' },
    { line: 'tracker tasks comment @branch -F notes.md', does: 'read the comment from a file' },
    { line: 'tracker tasks comment SCM-12 -e --attach trace.log', does: 'write it in your editor and attach a file' },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    if (args.length > 1) await (await import('./change-task/comment-start.js')).refuseWords(context, args, given);
    const got = await get(context, given, {
      command: 'tasks comment',
      flags,
      target: args,
      text: { what: 'comment', isRequired: true },
      check: (values, client) => ({ ...values, ...fieldsOf(client, { status: values.status }) }),
    });
    const { client, refs, files } = got;
    const written = await edit(
      context,
      got,
      async () => await (await import('./change-task/comment-start.js')).commentStart(context, refs),
    );
    const { values } = written;
    const { body = '' } = values;
    const { status } = settleWords(client, { ...(values.status !== undefined && { status: values.status }) });
    await send(context, written, async ({ keepOnly }) => {
      await forEachReference(context, {
        find: async (text) => await findNamed(context, 'task', text),
        refs,
        doing: 'commenting',
        onDone: keepOnly,
        async work(_client, found) {
          const { uuid, ref } = found;
          const setting = status === undefined ? undefined : await import('./change-task/comment-status.js');
          const from = await setting?.permitStatus(found);
          const reply = await client.write('POST /tasks/:id/comments', { id: uuid, body: { body }, files });
          const set =
            status === undefined ? undefined : await setting?.setStatus(context, client, { found, from, to: status });
          if (set?.failure) throw set.failure;
          if (reply && files.length > 0)
            await requireFilesOf(context, client, { uuid, ref, id: textOf(reply.id), body }, files);
          return { sentence: `Commented on ${ref}${describeStatus(context, set)}.`, ...changesOf(set) };
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

/** Throws `partial` if the server accepted a comment but left out one of its files; warns if that cannot be checked. */
async function requireFilesOf(
  context: Context,
  client: Client,
  sent: SentComment,
  files: readonly FilePart[],
): Promise<void> {
  const what = `the comment on ${sent.ref} was sent`;
  const detail = await readBack(context, what, async () => await client.call('GET /tasks/:id', { id: sent.uuid }));
  if (!detail) return;
  const message = findMessage(rowsOf(rowAt(detail, 'task').comments), sent);
  await checkFiles(context, what, files, { message, detail });
}
