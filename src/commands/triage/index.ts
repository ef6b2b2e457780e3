import { defineCommand } from '../../args/verb.js';

export const triage = defineCommand({
  name: 'triage',
  summary: 'Work through tickets in a full-screen view',
  group: 'Work',
  load: () => import('./triage.js'),
});
