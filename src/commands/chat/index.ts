import { defineNoun, listVerb } from '../../args/verb.js';

export const chat = defineNoun({
  name: 'chat',
  summary: 'Read, start and answer chat threads',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the threads of an organisation', () => import('./list.js')),
    listVerb('view', 'Read a thread, which marks it read', () => import('./view.js')),
    listVerb('create', 'Start a thread', () => import('./create.js')),
    listVerb('reply', 'Say something in a thread', () => import('./reply.js')),
  ],
});
