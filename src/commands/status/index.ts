import { defineCommand } from '../../args/verb.js';

export const status = defineCommand({
  name: 'status',
  summary: 'Show what is waiting for you: inbox, tasks, tickets',
  group: 'Work',
  load: () => import('./status.js'),
});
