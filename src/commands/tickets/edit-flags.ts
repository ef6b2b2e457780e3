import { type FlagValues, names, text } from '../../args/flag.js';
import { isNone, refuseNoneItem } from '../../args/none.js';
import { kind, serverWord } from '../../args/value.js';
import { usageError } from '../../errors.js';

export const editFlags = {
  status: text('-s, --status', 'the new status', serverWord('ticket-status')),
  priority: text('-p, --priority', 'the new priority', serverWord('ticket-priority')),
  category: text('--category', 'the new category', serverWord('ticket-category')),
  assignee: names('-a, --assignee', 'the people assigned: @me, a name or part of one, an id, or none', kind('user')),
  addAssignee: names('--add-assignee', 'also assign these people', kind('user')),
  removeAssignee: names('--remove-assignee', 'unassign these people', kind('user')),
  tag: names('--tag', 'the tags, or none', serverWord('ticket-tag')),
  addTag: names('--add-tag', 'add these tags', serverWord('ticket-tag')),
  removeTag: names('--remove-tag', 'remove these tags', serverWord('ticket-tag')),
};

export type EditGiven = FlagValues<typeof editFlags>;

/** Throws a usage error if there is nothing to change or flags contradict each other. */
export function checkEdit(given: EditGiven): void {
  if (Object.values(given).every((value) => value === undefined || value.length === 0))
    throw usageError('nothing to change', 'tracker help tickets edit');
  for (const flag of ['status', 'priority', 'category'] as const)
    if (given[flag]?.trim() === '') throw usageError(`--${flag} cannot be empty`);
  checkList('assignee', given.assignee, given.addAssignee, given.removeAssignee);
  checkList('tag', given.tag, given.addTag, given.removeTag);
}

function checkList(flag: string, all: readonly string[], add: readonly string[], remove: readonly string[]): void {
  if (all.length > 0 && add.length + remove.length > 0)
    throw usageError(`--${flag} cannot be used with --add-${flag} or --remove-${flag}`);
  if (all.length > 1 && all.some(isNone)) throw usageError(`--${flag}: none cannot be combined with other values`);
  refuseNoneItem(flag, `--${flag}`, { add, remove });
  const both = add.find((name) => remove.some((other) => other.toLowerCase() === name.toLowerCase()));
  if (both !== undefined) throw usageError(`--add-${flag} and --remove-${flag} both name ${JSON.stringify(both)}`);
}
