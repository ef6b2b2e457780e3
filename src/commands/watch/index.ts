import { defineCommand } from '../../args/verb.js';

export const watch = defineCommand({
  name: 'watch',
  summary: 'Print changes to a task or ticket as they happen',
  group: 'Task or ticket',
  load: () => import('./watch.js'),
});
