import { defineNoun } from '../../args/verb.js';

export const notes = defineNoun({
  name: 'notes',
  aliases: ['note'],
  summary: 'Write and read notes',
  group: 'Work',
  verbs: [],
});
