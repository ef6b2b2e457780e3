import { defineCommand } from '../../args/verb.js';

export const open = defineCommand({
  name: 'open',
  summary: 'Open something in the browser',
  group: 'Work',
  load: () => import('./open.js'),
});
