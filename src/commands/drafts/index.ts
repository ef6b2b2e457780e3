import { defineNoun, listVerb } from '../../args/verb.js';

export const drafts = defineNoun({
  name: 'drafts',
  aliases: ['draft'],
  summary: 'List, send and delete texts that were not sent',
  group: 'Work',
  verbs: [
    listVerb('list', 'List the drafts on this computer', () => import('./list.js')),
    listVerb('view', 'Read a draft and see what sends it', () => import('./view.js')),
    listVerb('send', 'Send a draft', () => import('./send.js')),
    listVerb('delete', 'Delete drafts', () => import('./delete.js')),
  ],
});
