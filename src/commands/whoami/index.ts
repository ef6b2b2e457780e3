import { defineCommand } from '../../args/verb.js';

export const whoami = defineCommand({
  name: 'whoami',
  aliases: ['me'],
  summary: 'Show who is signed in and what they may do',
  group: 'Signing in',
  load: () => import('./whoami.js'),
});
