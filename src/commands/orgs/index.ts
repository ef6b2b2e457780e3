import { defineNoun, listVerb } from '../../args/verb.js';

export const orgs = defineNoun({
  name: 'orgs',
  aliases: ['org'],
  summary: 'List the organisations you belong to',
  group: 'Yourself',
  verbs: [listVerb('list', 'List your organisations', () => import('./list.js'))],
});
