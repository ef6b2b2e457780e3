import { defineCommand } from '../../args/verb.js';

export const next = defineCommand({
  name: 'next',
  summary: 'Show the ticket that has waited longest',
  group: 'Work',
  load: () => import('./next.js'),
});
