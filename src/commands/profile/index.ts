import { defineNoun, listVerb } from '../../args/verb.js';

export const profile = defineNoun({
  name: 'profile',
  summary: 'Change your name and picture',
  group: 'Yourself',
  verbs: [listVerb('edit', 'Change your name or picture', () => import('./edit.js'))],
});
