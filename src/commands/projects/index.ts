import { defineNoun, listVerb } from '../../args/verb.js';

export const projects = defineNoun({
  name: 'projects',
  aliases: ['project'],
  summary: 'List, read and comment on projects',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the projects you can see', () => import('./list.js')),
    listVerb('view', 'View a project', () => import('./view.js')),
    listVerb('activity', 'List what happened in a project', () => import('./activity.js')),
    listVerb('comment', 'Comment on a project', () => import('./comment.js')),
  ],
});
