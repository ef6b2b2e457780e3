import { defineNoun } from '../../args/verb.js';

export const config = defineNoun({
  name: 'config',
  summary: 'Settings of this computer',
  group: 'More',
  verbs: [],
});
