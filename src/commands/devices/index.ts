import { defineNoun } from '../../args/verb.js';

export const devices = defineNoun({
  name: 'devices',
  aliases: ['device'],
  summary: 'Devices that get push messages',
  group: 'Yourself',
  verbs: [],
});
