import { defineNoun, listVerb } from '../../args/verb.js';

export const notes = defineNoun({
  name: 'notes',
  summary: 'Read and write notes',
  group: 'Work',
  verbs: [
    listVerb('list', 'List your notes, meeting notes and notes shared with you', () => import('./list.js')),
    listVerb('view', 'View a note', () => import('./view.js')),
    listVerb('create', 'Create a quick note', () => import('./create.js')),
  ],
});
