import { defineCommand } from '../../args/verb.js';

export const triage = defineCommand({
  name: 'triage',
  summary: 'Work through tickets on the whole screen, a key for each decision',
  group: 'Work',
  load: () => import('./triage.js'),
});
