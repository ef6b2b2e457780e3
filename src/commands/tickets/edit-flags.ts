import { type FlagValues, names, text } from '../../args/flag.js';
import { isNone, refuseNoneItem } from '../../args/none.js';
import { kind, serverWord } from '../../args/value.js';
import { usageError } from '../../errors.js';

export const editFlags = {
  status: text('-s, --status', 'the new status', serverWord('ticket-status')),
  priority: text('-p, --priority', 'the new priority', serverWord('ticket-priority')),
  category: text('--category', 'the new category', serverWord('ticket-category')),
  assignee: names(
    '-a, --assignee',
    'assign these people instead: @me, a name or part of one, an id; or none',
    kind('user'),
  ),
  addAssignee: names('--add-assignee', 'assign these people besides', kind('user')),
  removeAssignee: names('--remove-assignee', 'unassign these people', kind('user')),
  tag: names('--tag', 'these tags instead, or none', serverWord('ticket-tag')),
  addTag: names('--add-tag', 'these tags besides', serverWord('ticket-tag')),
  removeTag: names('--remove-tag', 'take these tags away', serverWord('ticket-tag')),
};

export type EditGiven = FlagValues<typeof editFlags>;

/** Throws a usage error where the flags ask for nothing, or for two things at once. */
export function checkEdit(given: EditGiven): void {
  if (Object.values(given).every((value) => value === undefined || value.length === 0))
    throw usageError('nothing is to be changed', 'give --status, --priority, --category, --assignee or --tag');
  for (const flag of ['status', 'priority', 'category'] as const)
    if (given[flag]?.trim() === '') throw usageError(`--${flag} got an empty word`);
  checkList('assignee', given.assignee, given.addAssignee, given.removeAssignee);
  checkList('tag', given.tag, given.addTag, given.removeTag);
}

function checkList(flag: string, all: readonly string[], add: readonly string[], remove: readonly string[]): void {
  if (all.length > 0 && add.length + remove.length > 0)
    throw usageError(`--${flag} replaces the whole list; it excludes --add-${flag} and --remove-${flag}`);
  if (all.length > 1 && all.some(isNone)) throw usageError(`--${flag} none clears the list; it takes nothing besides`);
  refuseNoneItem(flag, `--${flag}`, { add, remove });
  const both = add.find((name) => remove.some((other) => other.toLowerCase() === name.toLowerCase()));
  if (both !== undefined) throw usageError(`--add-${flag} and --remove-${flag} both name ${JSON.stringify(both)}`);
}
