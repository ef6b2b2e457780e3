import { defineNoun } from '../../args/verb.js';

export const profile = defineNoun({
  name: 'profile',
  summary: 'Your name and picture',
  group: 'Yourself',
  verbs: [],
});
