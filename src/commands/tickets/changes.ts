import { textOf } from '../../contract/row.js';
import { lastActivity } from '../../views/tickets/list.js';
import type { Changes } from '../tasks-and-tickets/changed-since.js';

export const ticketChanges: Changes = {
  fields: ['lastMessageAt', 'updatedAt', 'updated'],
  at: (row) =>
    [lastActivity(row), textOf(row.updatedAt)]
      .filter((time) => time !== undefined)
      .sort()
      .at(-1),
};
