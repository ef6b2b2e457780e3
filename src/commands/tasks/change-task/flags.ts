import { type FlagValues, names } from '../../../args/flag.js';
import { refusedFlag } from '../../../args/more-flags.js';
import { refuseNoneItem } from '../../../args/none.js';
import { freeText, kind, ref, serverWord } from '../../../args/value.js';
import { draftFlag, textFlags } from '../../../drafts/text-flags.js';
import { usageError } from '../../../errors.js';
import { fieldFlags, readList } from '../task-fields.js';

const noFiles = 'files can be added to an existing task only with a comment';
const byComment = 'tracker tasks comment REF --attach FILE';

/** The flags of `tasks edit`: those of `tasks create`, except what PATCH cannot change (docs/api.md, Task creation body). */
export const editFlags = {
  ...fieldFlags,
  addAssignee: names('--add-assignee', 'also assign these people', kind('user')),
  removeAssignee: names('--remove-assignee', 'unassign these people', kind('user')),
  addTag: names('--add-tag', 'add these tags', serverWord('task-tag')),
  removeTag: names('--remove-tag', 'remove these tags', serverWord('task-tag')),
  addDependency: names('--add-dependency', 'also depend on these tasks', ref('tasks')),
  removeDependency: names('--remove-dependency', 'no longer depend on these tasks', ref('tasks')),
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

/** The change of a list: replaced by these names, or some added and some removed. Undefined for no change. */
export type GivenList =
  | { readonly replace: readonly string[] }
  | { readonly add: readonly string[]; readonly remove: readonly string[] }
  | undefined;

export interface GivenLists {
  readonly assignees: GivenList;
  readonly tags: GivenList;
  readonly dependencies: GivenList;
}

/** Reads the changes of the lists. Throws a usage error for contradictory flags. */
export function readLists(given: EditGiven): GivenLists {
  return {
    assignees: readOne('assignee', given.assignee, { add: given.addAssignee, remove: given.removeAssignee }),
    tags: readOne('tag', given.tag, { add: given.addTag, remove: given.removeTag }),
    dependencies: readOne(
      'dependency',
      given.dependsOn,
      { add: given.addDependency, remove: given.removeDependency },
      '--depends-on',
    ),
  };
}

function readOne(
  word: string,
  replace: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  flag = `--${word}`,
): GivenList {
  const isChanged = add.length + remove.length > 0;
  if (replace.length > 0 && isChanged)
    throw usageError(`${flag} cannot be used with --add-${word} or --remove-${word}`);
  if (replace.length > 0) return { replace: readList(flag, replace) };
  refuseNoneItem(word, flag, { add, remove });
  const both = add.find((name) => remove.some((each) => each.toLowerCase() === name.toLowerCase()));
  if (both !== undefined) throw usageError(`--add-${word} and --remove-${word} both name ${JSON.stringify(both)}`);
  return isChanged ? { add, remove } : undefined;
}
