import { word } from '../../args/more-flags.js';
import { serverWord } from '../../args/value.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { knownValues } from '../../client/learn/rows.js';
import { wordKey } from '../../contract/server-word.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { findNamed } from '../../references/find-named.js';
import { type RefArgument, readReferences } from '../../references/read.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { unchangedFlag, watchUnseen } from '../conversations/unseen.js';
import { changeWork } from '../work/editing/change.js';
import { task } from '../work/task.js';
import { readFields } from '../work/work-kind.js';

export const verb = defineVerb({
  details: [
    'Sets the status to "done", unless only another status that means finished has been seen on this server. Warns if a task',
    'still depends on unfinished ones.',
    '',
    'For managers of the project and administrators of the team; others may finish the tasks they created.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tasks')],
  flags: {
    status: word('-s, --status', 'set another status that means finished', serverWord('task-status')),
    ...unchangedFlag,
  },
  examples: [
    { line: 'tracker tasks done SCM-12', does: 'finish a task' },
    { line: 'tracker tasks done SCM-12 SCM-13 --json', does: 'finish two, with a row for each' },
    { line: 'tracker tasks done @branch', does: 'finish the task of your git branch' },
  ],
  writes: ['PATCH /tasks/:id'],
  run: async (context, args: readonly RefArgument[], given) => {
    await expectRows(context);
    const client = await context.client();
    const { status = finishedWord(client) } = readFields(context, client, { work: task, given });
    const refs = await readReferences(context, args);
    const unseen = watchUnseen(context, client, { ...given, isOneOfSeveral: refs.length > 1 });
    return await forEachReference(context, {
      find: async (ref) => await findNamed(context, 'task', ref),
      refs,
      doing: 'finishing',
      async work(_client, found) {
        await unseen.check(found, 'Finish it');
        return await changeWork(context, client, { found, change: { fields: { status }, lists: {} } });
      },
    });
  },
});

/** Statuses of completed work, likeliest first; not those of work that was abandoned. */
const words = ['done', 'completed', 'closed', 'resolved'];

function finishedWord(client: Client): string {
  const known = knownValues(client.index, 'task-status');
  return words.flatMap((word) => known.filter((each) => wordKey(each) === word))[0] ?? 'done';
}
