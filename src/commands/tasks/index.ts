import { defineNoun, listVerb } from '../../args/verb.js';

export const tasks = defineNoun({
  name: 'tasks',
  aliases: ['task'],
  summary: 'List and read tasks',
  group: 'Work',
  verbs: [
    listVerb('list', 'List tasks', () => import('./list.js')),
    listVerb('view', 'Read a task', () => import('./view.js')),
    listVerb('checklist', 'Print or change the checklist of a task', () => import('./checklist.js')),
    listVerb('comment', 'Comment on tasks', () => import('./comment.js')),
  ],
});
