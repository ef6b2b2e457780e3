import { defineNoun, listVerb } from '../../args/verb.js';

export const views = defineNoun({
  name: 'views',
  summary: 'Saved views, shared with the web app',
  group: 'Yourself',
  verbs: [
    listVerb('list', 'List the saved views of each page', () => import('./list.js')),
    listVerb('view', 'Show the saved views and filters of one page', () => import('./view.js')),
    listVerb('set', 'Change what is saved for one page', () => import('./set.js')),
  ],
});
