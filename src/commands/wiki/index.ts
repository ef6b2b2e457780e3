import { defineNoun, listVerb } from '../../args/verb.js';

export const wiki = defineNoun({
  name: 'wiki',
  summary: 'Read the wiki',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the pages of the wiki as a tree', () => import('./list.js')),
    listVerb('view', 'Read a page', () => import('./view.js')),
  ],
});
