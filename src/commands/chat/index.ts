import { defineNoun } from '../../args/verb.js';

export const chat = defineNoun({
  name: 'chat',
  summary: 'Discuss in threads',
  group: 'Work',
  verbs: [],
});
