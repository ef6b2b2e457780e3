import { defineNoun, listVerb } from '../../args/verb.js';

export const tickets = defineNoun({
  name: 'tickets',
  aliases: ['ticket'],
  summary: 'Read, answer and change support tickets',
  group: 'Work',
  verbs: [
    listVerb('list', 'List support tickets, the most recently active first', () => import('./list.js')),
    listVerb('view', 'Read a ticket with its whole timeline', () => import('./view.js')),
    listVerb('create', 'Open a ticket', () => import('./create.js')),
    listVerb('edit', 'Change status, priority, category, assignees and tags', () => import('./edit.js')),
    listVerb('delete', 'Delete tickets', () => import('./delete.js')),
    listVerb('reply', 'Answer the customer, in public', () => import('./reply.js')),
    listVerb('note', 'Write an internal note for the team', () => import('./note.js')),
    listVerb('checklist', 'Print or change the checklist of a ticket', () => import('./checklist.js')),
    listVerb('convert', 'Turn a ticket into a task of a project', () => import('./convert.js')),
  ],
});
