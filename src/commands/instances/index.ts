import { defineNoun, listVerb } from '../../args/verb.js';

export const instances = defineNoun({
  name: 'instances',
  aliases: ['instance'],
  summary: 'Manage the servers you are signed in to',
  group: 'Signing in',
  verbs: [
    listVerb('list', 'List the servers this computer knows', () => import('./list.js')),
    listVerb('use', 'Make an instance the default', () => import('./use.js')),
    listVerb('remove', 'Forget an instance and its token', () => import('./remove.js')),
    listVerb('probe', 'Check a server without signing in', () => import('./probe.js')),
  ],
});
