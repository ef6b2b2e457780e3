import { defineNoun } from '../../args/verb.js';

export const attachments = defineNoun({
  name: 'attachments',
  aliases: ['attachment'],
  summary: 'List and download files',
  group: 'Work',
  verbs: [],
});
