import { defineNoun, listVerb } from '../../args/verb.js';

export const wiki = defineNoun({
  name: 'wiki',
  summary: 'Read the wiki',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the wiki pages as a tree', () => import('./list.js')),
    listVerb('view', 'View a wiki page', () => import('./view.js')),
  ],
});
