import { defineNoun } from '../../args/verb.js';

export const orgs = defineNoun({
  name: 'orgs',
  aliases: ['org'],
  summary: 'The organisations you belong to',
  group: 'Yourself',
  verbs: [],
});
