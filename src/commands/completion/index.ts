import { defineCommand } from '../../args/verb.js';

export const completion = defineCommand({
  name: 'completion',
  summary: 'Print the completion script for a shell',
  group: 'More',
  load: () => import('./completion.js'),
});
