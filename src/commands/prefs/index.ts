import { defineNoun, listVerb } from '../../args/verb.js';

export const prefs = defineNoun({
  name: 'prefs',
  summary: 'Your preferences',
  group: 'Yourself',
  verbs: [
    listVerb('list', 'List your preferences, every value resolved', () => import('./list.js')),
    listVerb('get', 'Print one preference', () => import('./get.js')),
    listVerb('set', 'Change preferences', () => import('./set.js')),
  ],
});
