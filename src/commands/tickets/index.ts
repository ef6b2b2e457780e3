import { defineNoun, listVerb } from '../../args/verb.js';

export const tickets = defineNoun({
  name: 'tickets',
  aliases: ['ticket'],
  summary: 'Read, answer and change support tickets',
  group: 'Work',
  verbs: [
    listVerb('list', 'List support tickets, the most recently active first', () => import('./list.js')),
    listVerb('view', 'Read a ticket with its whole timeline', () => import('./view.js')),
    listVerb('reply', 'Answer the customer, in public', () => import('./reply.js')),
    listVerb('note', 'Write an internal note for the team', () => import('./note.js')),
  ],
});
