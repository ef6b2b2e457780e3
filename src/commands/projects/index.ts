import { defineNoun, listVerb } from '../../args/verb.js';

export const projects = defineNoun({
  name: 'projects',
  aliases: ['project'],
  summary: 'List and read projects',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the projects you can see', () => import('./list.js')),
    listVerb('view', 'Read a project', () => import('./view.js')),
  ],
});
