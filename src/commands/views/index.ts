import { defineNoun } from '../../args/verb.js';

export const views = defineNoun({
  name: 'views',
  summary: 'Saved views, shared with the web app',
  group: 'Yourself',
  verbs: [],
});
