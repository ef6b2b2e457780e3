import { type FlagValues, names } from '../../../args/flag.js';
import { type GivenList, readListEdit, readSharedLists } from '../../../args/list-edit.js';
import { refusedFlag } from '../../../args/more-flags.js';
import { freeText, kind, ref, serverWord } from '../../../args/value.js';
import { draftFlag, textFlags } from '../../../drafts/text/text-flags.js';
import { fieldFlags } from '../task-fields.js';

const noFiles = 'files can be added to an existing task only with a comment';
const byComment = 'tracker tasks comment REF --attach FILE';

/** The flags of `tasks edit`: those of `tasks create`, except what PATCH cannot change (docs/api.md, Task creation body). */
export const editFlags = {
  ...fieldFlags,
  assignee: names('-a, --assignee', 'also assign these people: @me, a name or part of one, an id', kind('user')),
  addAssignee: names('--add-assignee', 'the same as --assignee', kind('user')),
  removeAssignee: names('--remove-assignee', 'unassign these people', kind('user')),
  setAssignee: names('--set-assignee', 'assign exactly these people, or none', kind('user')),
  tag: names('--tag', 'add these tags', serverWord('task-tag')),
  addTag: names('--add-tag', 'the same as --tag', serverWord('task-tag')),
  removeTag: names('--remove-tag', 'remove these tags', serverWord('task-tag')),
  setTag: names('--set-tag', 'set exactly these tags, or none', serverWord('task-tag')),
  dependsOn: names('--depends-on', 'also depend on these tasks', ref('tasks')),
  addDependency: names('--add-dependency', 'the same as --depends-on', ref('tasks')),
  removeDependency: names('--remove-dependency', 'no longer depend on these tasks', ref('tasks')),
  setDependency: names('--set-dependency', 'depend on exactly these tasks, or none', ref('tasks')),
  ...textFlags,
  body: { ...textFlags.body, help: 'the description; none clears it' },
  editor: { ...textFlags.editor, help: 'edit the current description of a single task in your editor' },
  ...draftFlag,
  project: refusedFlag(
    { flags: '--project', value: kind('project') },
    'a task cannot be moved to another project',
    'create a new one there: tracker tasks create --project KEY',
  ),
  attach: refusedFlag({ flags: '--attach', value: kind('file') }, noFiles, byComment),
  attachName: refusedFlag({ flags: '--attach-name', value: freeText('name') }, noFiles, byComment),
};

export type EditGiven = FlagValues<typeof editFlags>;

export interface GivenLists {
  readonly assignees: GivenList;
  readonly tags: GivenList;
  readonly dependencies: GivenList;
}

/** Reads the changes of the lists. Throws a usage error for contradictory flags. */
export function readLists(given: EditGiven): GivenLists {
  return {
    ...readSharedLists(given),
    dependencies: readListEdit(
      { flag: '--depends-on', word: 'dependency' },
      { given: given.dependsOn, add: given.addDependency, remove: given.removeDependency, set: given.setDependency },
    ),
  };
}
