import { type FlagValues, names } from '../../../args/flag.js';
import { refusedFlag } from '../../../args/more-flags.js';
import { refuseNoneItem } from '../../../args/none.js';
import { freeText, kind, ref, serverWord } from '../../../args/value.js';
import { draftFlag, textFlags } from '../../../drafts/text-flags.js';
import { usageError } from '../../../errors.js';
import { fieldFlags, readList } from '../task-fields.js';

const noFiles = 'a task that is there takes files with a comment only';
const byComment = 'tracker tasks comment REF --attach FILE';

/** The flags of `tasks edit`: those of `tasks create` but for what no PATCH can carry (docs/api.md, Task creation body). */
export const editFlags = {
  ...fieldFlags,
  addAssignee: names('--add-assignee', 'assign somebody besides those who are', kind('user')),
  removeAssignee: names('--remove-assignee', 'take somebody off it', kind('user')),
  addTag: names('--add-tag', 'add a tag', serverWord('task-tag')),
  removeTag: names('--remove-tag', 'remove a tag', serverWord('task-tag')),
  addDependency: names('--add-dependency', 'add a task that has to be done before', ref('tasks')),
  removeDependency: names('--remove-dependency', 'no longer wait for a task', ref('tasks')),
  ...textFlags,
  body: { ...textFlags.body, help: 'the description; none clears it' },
  editor: { ...textFlags.editor, help: 'change the present description of one task in your editor' },
  ...draftFlag,
  project: refusedFlag(
    { flags: '--project', value: kind('project') },
    'a task stays in its project; the API cannot move it',
    'create it there anew: tracker tasks create --project KEY',
  ),
  attach: refusedFlag({ flags: '--attach', value: kind('file') }, noFiles, byComment),
  attachName: refusedFlag({ flags: '--attach-name', value: freeText('name') }, noFiles, byComment),
};

export type EditGiven = FlagValues<typeof editFlags>;

/** A list as it is given: replaced by these names, or some added and some removed. Undefined where nothing is said. */
export type GivenList =
  | { readonly replace: readonly string[] }
  | { readonly add: readonly string[]; readonly remove: readonly string[] }
  | undefined;

export interface GivenLists {
  readonly assignees: GivenList;
  readonly tags: GivenList;
  readonly dependencies: GivenList;
}

/** What is said about the lists. Throws a usage error for flags that contradict each other. */
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
    throw usageError(`${flag} replaces the list; --add-${word} and --remove-${word} change it: give one or the other`);
  if (replace.length > 0) return { replace: readList(flag, replace) };
  refuseNoneItem(word, flag, { add, remove });
  const both = add.find((name) => remove.some((each) => each.toLowerCase() === name.toLowerCase()));
  if (both !== undefined)
    throw usageError(`${JSON.stringify(both)} cannot be both in --add-${word} and in --remove-${word}`);
  return isChanged ? { add, remove } : undefined;
}
