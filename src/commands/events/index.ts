import { defineCommand } from '../../args/verb.js';

export const events = defineCommand({
  name: 'events',
  aliases: ['event'],
  summary: 'Follow what changes, as JSON lines',
  group: 'More',
  load: () => import('./events.js'),
});
