import { defineCommand } from '../../args/verb.js';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check this computer, the connection and the sign-in',
  group: 'More',
  load: () => import('./doctor.js'),
});
