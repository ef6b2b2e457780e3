import { defineCommand } from '../../args/verb.js';

export const whoami = defineCommand({
  name: 'whoami',
  aliases: ['me'],
  summary: 'Who is signed in where, and what they may do',
  group: 'Signing in',
  load: () => import('./whoami.js'),
});
