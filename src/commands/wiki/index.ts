import { defineNoun } from '../../args/verb.js';

export const wiki = defineNoun({
  name: 'wiki',
  summary: 'Read the wiki',
  group: 'Work',
  verbs: [],
});
