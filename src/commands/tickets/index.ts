import { defineNoun, listVerb } from '../../args/verb.js';

export const tickets = defineNoun({
  name: 'tickets',
  aliases: ['ticket'],
  summary: 'List and read support tickets',
  group: 'Work',
  verbs: [
    listVerb('list', 'List support tickets, the most recently active first', () => import('./list.js')),
    listVerb('view', 'Read a ticket with its whole timeline', () => import('./view.js')),
  ],
});
