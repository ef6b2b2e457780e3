import { defineNoun } from '../../args/verb.js';

export const prefs = defineNoun({
  name: 'prefs',
  summary: 'Your preferences',
  group: 'Yourself',
  verbs: [],
});
