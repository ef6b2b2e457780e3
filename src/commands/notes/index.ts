import { defineNoun, listVerb } from '../../args/verb.js';

export const notes = defineNoun({
  name: 'notes',
  summary: 'Read and write notes',
  group: 'Work',
  verbs: [
    listVerb('list', 'List your notes, those of meetings, and those shared with you', () => import('./list.js')),
    listVerb('view', 'Read a note', () => import('./view.js')),
    listVerb('create', 'Write a quick note', () => import('./create.js')),
  ],
});
