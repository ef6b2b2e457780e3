import { defineCommand } from '../../args/verb.js';

export const watch = defineCommand({
  name: 'watch',
  summary: 'Print changes to a task or ticket as they happen',
  group: 'By reference',
  load: () => import('./watch.js'),
});
