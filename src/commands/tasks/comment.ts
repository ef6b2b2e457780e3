import type { Context } from '../../args/context.js';
import { attachFlags, word } from '../../args/more-flags.js';
import { serverWord } from '../../args/value.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { type ComposeValues, edit, get, send } from '../../compose/compose.js';
import { draftFlag, textFlags, textHelp } from '../../compose/text/text-flags.js';
import type { FilePart } from '../../contract/attachment.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt, rowsOf, textOf } from '../../contract/row.js';
import { shellWord } from '../../contract/shell-word.js';
import { readBack } from '../../lists/read-back.js';
import { checkFiles, findMessage } from '../../lists/stored-files.js';
import { readName } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import { type Given, shown } from '../../references/read.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';
import { requireOneWord, spelled } from '../work/words.js';

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
  run: async (context, args: readonly Given[], given) => {
    await expectRows(context);
    await refuseWords(context, args.map(shown), given);
    const got = await get(context, given, {
      command: 'tasks comment',
      flags,
      target: args,
      text: { what: 'comment', isRequired: true },
      check(values, client) {
        requireOneWord(client, [{ flag: '--status', kind: 'task-status', word: values.status }]);
        return values;
      },
    });
    const { client, files } = got;
    const [first = { text: '' }, second] = got.refs;
    const written = await edit(context, got, async () => {
      if (second !== undefined) return {};
      const { ref, title } = await findNamed(context, 'task', first);
      return { about: `A comment on ${ref} ${title}. Everyone who can see the task can read it.` };
    });
    const { values } = written;
    const { body = '' } = values;
    const to = values.status === undefined ? undefined : spelled(client, 'task-status', values.status);
    await send(context, written, async ({ refs, keepOnly }) => {
      await forEachReference(context, {
        find: async (ref) => await findNamed(context, 'task', ref),
        refs,
        doing: 'commenting',
        onDone: keepOnly,
        async work(_client, found) {
          const { uuid, ref } = found;
          const setting = to === undefined ? undefined : await import('../work/set-status.js');
          const from = await setting?.permitStatus(found);
          const reply = await client.write('POST /tasks/:id/comments', { id: uuid, body: { body }, files });
          const set =
            to === undefined
              ? undefined
              : await setting?.setStatus(context, client, { found, what: 'comment', from, to });
          if (set?.failure) throw set.failure;
          if (reply && files.length > 0)
            await requireFilesOf(context, client, { uuid, ref, id: textOf(reply.id), body }, files);
          const { said = '', changes } = set ?? {};
          return { sentence: `Commented on ${ref}${said}.`, ...(changes && { changes }) };
        },
      });
    });
  },
});

/** Refuses a text in place of more references, as in `tasks comment SCM-12 hello`, before an editor opens. */
async function refuseWords(
  context: Context,
  [ref = '', ...words]: readonly string[],
  { body, bodyFile, editor, fromDraft }: ComposeValues,
): Promise<void> {
  if (words.length === 0 || editor || [body, bodyFile, fromDraft].some((each) => each !== undefined)) return;
  const client = await context.client();
  const others = words.filter((word) => !['-', '@', '@branch'].includes(word)).flatMap((word) => word.split(','));
  try {
    for (const word of others) readName(client, 'task', word);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    throw usageError(
      error.message,
      `for text, use --body or tracker comment ${shellWord(ref)} ${shellWord(words.join(' '))}`,
    );
  }
}

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
