import type { FlagValues } from '../../args/flag.js';
import { names, text } from '../../args/flag.js';
import { usageError } from '../../errors.js';
import { isNone, refuseNoneItem } from '../writing/none-word.js';

export const editFlags = {
  status: text('-s, --status <status>', 'the new status'),
  priority: text('-p, --priority <priority>', 'the new priority'),
  category: text('--category <category>', 'the new category'),
  assignee: names('-a, --assignee <user>', 'assign these people instead: @me, a name or part of one, an id; or none'),
  addAssignee: names('--add-assignee <user>', 'assign these people besides'),
  removeAssignee: names('--remove-assignee <user>', 'unassign these people'),
  tag: names('--tag <tag>', 'these tags instead, or none'),
  addTag: names('--add-tag <tag>', 'these tags besides'),
  removeTag: names('--remove-tag <tag>', 'take these tags away'),
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
