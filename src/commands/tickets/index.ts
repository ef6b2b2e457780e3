import { defineNoun, listVerb } from '../../args/verb.js';

export const tickets = defineNoun({
  name: 'tickets',
  aliases: ['ticket'],
  summary: 'List, view, answer and edit support tickets',
  group: 'Work',
  verbs: [
    listVerb('list', 'List tickets', () => import('./list.js')),
    listVerb('view', 'View a ticket with its timeline', () => import('./view.js')),
    listVerb('create', 'Create a ticket', () => import('./create.js')),
    listVerb('edit', 'Edit tickets', () => import('./edit.js')),
    listVerb('delete', 'Delete tickets', () => import('./delete.js')),
    listVerb('reply', 'Send a public reply to the customer', () => import('./reply.js')),
    listVerb('note', 'Write an internal note for the team', () => import('./note.js')),
    listVerb('checklist', 'Print or change the checklist of a ticket', () => import('./checklist.js')),
    listVerb('convert', 'Create a task from a ticket', () => import('./convert.js')),
  ],
});
