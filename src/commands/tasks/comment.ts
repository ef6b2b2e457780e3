import { attachFlags, word } from '../../args/more-flags.js';
import { serverWord } from '../../args/value.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import { edit, send } from '../../compose/compose.js';
import { newFlags, textFlags, textHelp } from '../../compose/text/text-flags.js';
import { phrase } from '../../contract/errors.js';
import { followingIn } from '../../contract/following.js';
import { checkPostedFiles } from '../../lists/stored-files.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { findNamed } from '../../references/find-named.js';
import type { RefArgument } from '../../references/read.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { unchangedFlag, watchUnseen } from '../conversations/unseen.js';
import { getText, postText } from '../work/post-text.js';

const flags = {
  ...textFlags,
  ...attachFlags,
  status: word('-s, --status', 'then set this status', serverWord('task-status')),
  ...unchangedFlag,
  ...newFlags,
};

export const verb = defineVerb({
  details: [
    textHelp,
    '--status is set once the comment has been accepted; if that fails, the exit code is 8.',
    'For members of the project, and the team; --status is for those who may edit the task.',
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
  writes: ['POST /tasks/:id/comments', 'PATCH /tasks/:id'],
  run: async (context, args: readonly RefArgument[], given) => {
    await expectRows(context);
    const got = await getText(context, given, args, { kind: 'task', what: 'comment', flags });
    const { client, files } = got;
    const [first = { text: '' }, second] = got.refs;
    const unseen = watchUnseen(context, client, { ...got.values, isOneOfSeveral: second !== undefined });
    const written = await edit(context, got, async () => {
      if (second !== undefined) return {};
      const found = await findNamed(context, 'task', first);
      await unseen.begin(found);
      const { ref, title } = found;
      return { about: `A comment on ${ref} ${title}. Everyone who can see the task can read it.` };
    });
    const { values } = written;
    const { body = '' } = values;
    return await send(context, written, async ({ refs, keepOnly }) => {
      return await forEachReference(context, {
        find: async (ref) => await findNamed(context, 'task', ref),
        refs,
        doing: 'commenting',
        onDone: keepOnly,
        async work(_client, found) {
          const { answer, followed } = await postText(context, client, {
            ...{ found, what: 'comment', body, files, given: followingIn(values) },
            onSent: () => refs.length === 1 && keepOnly?.([]),
            prepare: async () => await unseen.check(found, 'Send this comment'),
          });
          const { said = '', changes, failure } = followed ?? {};
          if (failure) throw failure;
          const posted = { kind: 'task', uuid: found.uuid, id: answer?.id, body, files } as const;
          if (answer) await checkPostedFiles(context, client, posted, `the comment on ${found.ref} was sent`);
          return { sentence: phrase`Commented on ${found.ref}${said}.`, ...(changes && { changes }) };
        },
      });
    });
  },
});
