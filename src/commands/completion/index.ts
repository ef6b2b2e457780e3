import { defineCommand } from '../../args/verb.js';

export const completion = defineCommand({
  name: 'completion',
  summary: 'Print the script that makes a shell complete commands',
  group: 'More',
  load: () => import('./completion.js'),
});
