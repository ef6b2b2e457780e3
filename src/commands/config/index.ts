import { defineNoun, listVerb } from '../../args/verb.js';

export const config = defineNoun({
  name: 'config',
  summary: 'Settings of this computer',
  group: 'More',
  verbs: [
    listVerb('list', 'List the settings, and what each is now', () => import('./list.js')),
    listVerb('get', 'Print one setting', () => import('./get.js')),
    listVerb('set', 'Change a setting', () => import('./set.js')),
    listVerb('unset', 'Go back to the default of a setting', () => import('./unset.js')),
    listVerb('path', 'Print where the settings are', () => import('./path.js')),
  ],
});
