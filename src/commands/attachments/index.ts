import { defineNoun, listVerb } from '../../args/verb.js';

export const attachments = defineNoun({
  name: 'attachments',
  aliases: ['attachment'],
  summary: 'List and download the files of tasks and tickets',
  group: 'Work',
  needsVerb: true,
  verbs: [
    listVerb('list', 'List the files of a task or ticket', () => import('./list.js')),
    listVerb('download', 'Download files of a task or ticket', () => import('./download.js')),
  ],
});
