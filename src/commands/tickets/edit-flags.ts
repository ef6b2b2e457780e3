import { type FlagValues, names, text } from '../../args/flag.js';
import { type GivenList, readSharedLists } from '../../args/list-edit.js';
import { kind, serverWord } from '../../args/value.js';
import { usageError } from '../../errors.js';

export const editFlags = {
  status: text('-s, --status', 'the new status', serverWord('ticket-status')),
  priority: text('-p, --priority', 'the new priority', serverWord('ticket-priority')),
  category: text('--category', 'the new category', serverWord('ticket-category')),
  assignee: names('-a, --assignee', 'also assign these people: @me, a name or part of one, an id', kind('user')),
  addAssignee: names('--add-assignee', 'the same as --assignee', kind('user')),
  removeAssignee: names('--remove-assignee', 'unassign these people', kind('user')),
  setAssignee: names('--set-assignee', 'assign exactly these people, or none', kind('user')),
  tag: names('--tag', 'add these tags', serverWord('ticket-tag')),
  addTag: names('--add-tag', 'the same as --tag', serverWord('ticket-tag')),
  removeTag: names('--remove-tag', 'remove these tags', serverWord('ticket-tag')),
  setTag: names('--set-tag', 'set exactly these tags, or none', serverWord('ticket-tag')),
};

export type EditGiven = FlagValues<typeof editFlags>;

export interface GivenLists {
  readonly assignees: GivenList;
  readonly tags: GivenList;
}

/** Reads the changes of the lists. Throws a usage error if there is nothing to change or flags contradict each other. */
export function readEdit(given: EditGiven): GivenLists {
  if (Object.values(given).every((value) => value === undefined || value.length === 0))
    throw usageError('nothing to change', 'tracker help tickets edit');
  for (const flag of ['status', 'priority', 'category'] as const)
    if (given[flag]?.trim() === '') throw usageError(`--${flag} cannot be empty`);
  return readSharedLists(given);
}
