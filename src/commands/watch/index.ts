import { defineCommand } from '../../args/verb.js';

export const watch = defineCommand({
  name: 'watch',
  summary: 'Print what changes in a task or ticket, as it changes',
  group: 'By reference',
  load: () => import('./watch.js'),
});
