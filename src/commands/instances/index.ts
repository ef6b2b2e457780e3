import { defineNoun, listVerb } from '../../args/verb.js';

export const instances = defineNoun({
  name: 'instances',
  aliases: ['instance'],
  summary: 'The servers you are signed in to',
  group: 'Signing in',
  verbs: [
    listVerb('list', 'List the servers this computer knows', () => import('./list.js')),
    listVerb('use', 'Make an instance the default one', () => import('./use.js')),
    listVerb('remove', 'Forget an instance and its token', () => import('./remove.js')),
    listVerb('probe', 'Ask a server who it is, without signing in', () => import('./probe.js')),
  ],
});
