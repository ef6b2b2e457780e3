import { defineCommand, defineNoun, listVerb } from '../../args/verb.js';

export const tasks = defineNoun({
  name: 'tasks',
  aliases: ['task'],
  summary: 'List, view, create and edit tasks',
  group: 'Work',
  verbs: [
    listVerb('list', 'List tasks', () => import('./list.js')),
    listVerb('view', 'View a task', () => import('./view.js')),
    listVerb('create', 'Create a task', () => import('./create.js')),
    listVerb('edit', 'Edit tasks', () => import('./edit.js')),
    listVerb('done', 'Mark tasks as done', () => import('./done.js')),
    listVerb('delete', 'Delete tasks', () => import('./delete.js')),
    listVerb('comment', 'Comment on tasks', () => import('./comment.js')),
    listVerb('checklist', 'Print or change the checklist of a task', () => import('./checklist.js')),
    listVerb('time', 'Log time on a task', () => import('./time.js')),
    listVerb('meetings', 'List the meeting notes of a task', () => import('./meetings.js')),
    listVerb('branch', 'Switch to a git branch for a task', () => import('./branch.js')),
  ],
});

export const today = defineCommand({
  name: 'today',
  summary: 'List your tasks that are due by today',
  group: 'Work',
  // The list is in one file, which other commands should not have to load.
  load: async () => ({ verb: (await import('./list.js')).today }),
});
