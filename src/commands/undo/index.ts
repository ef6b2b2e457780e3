import { defineCommand } from '../../args/verb.js';

export const undo = defineCommand({
  name: 'undo',
  summary: 'Take back what you changed',
  group: 'Work',
  load: () => import('./undo.js'),
});
