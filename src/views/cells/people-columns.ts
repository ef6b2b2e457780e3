import type { Column } from '../../output/view.js';
import { textOf } from '../read-row.js';
import { assigneeFields, assigneeNames, assigneesCell, personName } from './people.js';

/** Columns with names of people, for which the server itself sends ids. */

export const assigneesColumn: Column = {
  key: 'assigneeNames',
  head: 'Who',
  keep: 'short',
  value: assigneeNames,
  reads: assigneeFields,
  namesPeople: true,
  human: assigneesCell,
};

export const createdByColumn: Column = {
  key: 'createdByName',
  value: (row, { people }) => personName(people, textOf(row, 'createdBy')),
  reads: ['createdBy'],
  namesPeople: true,
};
