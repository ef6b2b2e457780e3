import { defineNoun, listVerb } from '../../args/verb.js';

export const chat = defineNoun({
  name: 'chat',
  summary: 'Read, start and reply to chat threads',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the threads of an organisation', () => import('./list.js')),
    listVerb('view', 'View a thread, which marks it as read', () => import('./view.js')),
    listVerb('create', 'Start a thread', () => import('./create.js')),
    listVerb('reply', 'Reply in a thread', () => import('./reply.js')),
  ],
});
