import { names } from '../../args/flag.js';
import { refusedFlag } from '../../args/more-flags.js';
import { freeText, kind, ref } from '../../args/value.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import { draftFlag, textFlags } from '../../compose/text/text-flags.js';
import { mergeLimit } from '../../lists/merge.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { unchangedFlag } from '../conversations/unseen.js';
import { editWork } from '../work/editing/edit.js';
import { assigneeFlags, tagFlags } from '../work/editing/lists.js';
import { task, taskFlags } from '../work/task.js';

const noFiles = 'files can be added to an existing task only with a comment';
const byComment = 'tracker tasks comment REF --attach FILE';

/** Those of `tasks create`, except what PATCH cannot change (docs/api.md, Task creation body). */
const flags = {
  ...taskFlags,
  ...assigneeFlags,
  ...tagFlags('task-tag'),
  dependsOn: names('--depends-on', 'also depend on these tasks', ref('tasks')),
  addDependency: names('--add-dependency', 'the same as --depends-on', ref('tasks')),
  removeDependency: names('--remove-dependency', 'no longer depend on these tasks', ref('tasks')),
  setDependency: names('--set-dependency', 'depend on exactly these tasks, or none', ref('tasks')),
  ...textFlags,
  body: { ...textFlags.body, help: 'the description; none clears it' },
  editor: { ...textFlags.editor, help: 'edit the current description of a single task in your editor' },
  ...unchangedFlag,
  ...draftFlag,
  project: refusedFlag(
    { flags: '--project', value: kind('project') },
    'a task cannot be moved to another project',
    'create a new one there: tracker tasks create --project KEY',
  ),
  attach: refusedFlag({ flags: '--attach', value: kind('file') }, noFiles, byComment),
  attachName: refusedFlag({ flags: '--attach-name', value: freeText('name') }, noFiles, byComment),
};

export const verb = defineVerb({
  details: [
    '--assignee, --tag and --depends-on add to a list, and flags such as --remove-tag take from it: the list is read right before it',
    'is written and again afterwards, and if others have overwritten your change, it is merged again, with at most three writes in',
    'all. Flags such as --set-tag replace the whole list.',
    mergeLimit,
    '',
    'Without flags, a form with the current values of one task opens on a terminal. It never overwrites what someone else',
    'changes in the meantime (exit code 6).',
    '',
    'With --editor, the current description opens in your editor. If someone else changes it before you are done, it is not',
    'overwritten (exit code 6), and your text is kept as a draft.',
    '',
    'For managers of the project and administrators of the team; others may edit the tasks they created. --planned is for everyone who',
    'can read the task.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tasks')],
  flags,
  examples: [
    { line: 'tracker tasks edit SCM-12 -s in_progress --due fri', does: 'change two fields' },
    { line: 'tracker tasks edit SCM-12 SCM-13 -a @me --remove-tag later', does: 'change items of lists' },
    { line: 'tracker tasks edit SCM-12 --due none --estimate none', does: 'clear fields' },
    {
      line: 'tracker tasks list --scope all --overdue -q | tracker tasks edit - --tag late',
      does: 'tag all overdue tasks',
    },
    { line: 'tracker tasks edit SCM-12 -e', does: 'edit the description in your editor' },
  ],
  writes: ['PATCH /tasks/:id'],
  run: editWork({ work: task, flags }),
});
