import { TrackerError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import { userName } from '../../lists/names.js';
import { assigneeIds } from '../../views/cells/people.js';
import { assigningVerb } from './assign.js';

export const verb = assigningVerb({
  details: [
    'Unassigns people, like --remove-assignee of tracker tasks edit and tracker tickets edit. On a terminal, asks whom to',
    'unassign if you name nobody.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  flag: 'removeAssignee',
  question: (ref) => `Who should no longer be assigned to ${ref}?`,
  async options(client, { kind, ref, detail }) {
    const assigned = assigneeIds(rowAt(await detail(), kind));
    if (assigned.length === 0) throw new TrackerError('not_found', `nobody is assigned to ${ref}`);
    return assigned.map((id) => ({ name: userName(client, id), value: id }));
  },
  examples: [
    { line: 'tracker unassign @ @me', does: 'hand back what was shown last' },
    { line: 'tracker unassign BERG-9 zoë', does: 'unassign somebody else' },
  ],
});
