import { defineNoun, listVerb } from '../../args/verb.js';

export const config = defineNoun({
  name: 'config',
  summary: 'Manage the settings on this computer',
  group: 'More',
  verbs: [
    listVerb('list', 'List the settings and their values', () => import('./list.js')),
    listVerb('get', 'Print one setting', () => import('./get.js')),
    listVerb('set', 'Change a setting', () => import('./set.js')),
    listVerb('unset', 'Reset a setting to its default', () => import('./unset.js')),
    listVerb('path', 'Print the path of the settings file', () => import('./path.js')),
  ],
});
