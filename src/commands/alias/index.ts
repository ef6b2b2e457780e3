import { defineNoun, listVerb } from '../../args/verb.js';

export const alias = defineNoun({
  name: 'alias',
  aliases: ['aliases'],
  summary: 'Manage short names for commands',
  group: 'More',
  verbs: [
    listVerb('list', 'List your aliases', () => import('./list.js')),
    listVerb('set', 'Create or change an alias', () => import('./set.js')),
    listVerb('delete', 'Delete an alias', () => import('./delete.js')),
  ],
});
