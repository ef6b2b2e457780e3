import { defineNoun, listVerb } from '../../args/verb.js';

export const devices = defineNoun({
  name: 'devices',
  aliases: ['device'],
  summary: 'Manage devices that receive push notifications',
  group: 'Yourself',
  verbs: [
    listVerb('add', 'Register a device for push notifications', () => import('./add.js')),
    listVerb('remove', 'Remove a device', () => import('./remove.js')),
  ],
});
