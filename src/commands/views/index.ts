import { defineNoun, listVerb } from '../../args/verb.js';

export const views = defineNoun({
  name: 'views',
  summary: 'Manage saved views, shared with the web app',
  group: 'Yourself',
  verbs: [
    listVerb('list', 'List the saved views of each page', () => import('./list.js')),
    listVerb('view', 'Show the saved views and filters of a page', () => import('./view.js')),
    listVerb('set', 'Change what is saved for a page', () => import('./set.js')),
  ],
});
