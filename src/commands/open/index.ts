import { defineCommand } from '../../args/verb.js';

export const open = defineCommand({
  name: 'open',
  summary: 'Open the web page of something',
  group: 'Work',
  load: () => import('./open.js'),
});
