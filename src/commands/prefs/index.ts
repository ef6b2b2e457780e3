import { defineNoun, listVerb } from '../../args/verb.js';

export const prefs = defineNoun({
  name: 'prefs',
  summary: 'Manage your preferences on the server',
  group: 'Yourself',
  verbs: [
    listVerb('list', 'List your preferences, including defaults', () => import('./list.js')),
    listVerb('get', 'Print one preference', () => import('./get.js')),
    listVerb('set', 'Change preferences', () => import('./set.js')),
  ],
});
