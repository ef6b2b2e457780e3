import { defineCommand } from '../../args/verb.js';

export const search = defineCommand({
  name: 'search',
  aliases: ['find'],
  summary: 'Search tasks, tickets, projects, wiki pages and notes',
  group: 'Work',
  load: () => import('./search.js'),
});
