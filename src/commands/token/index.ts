import { defineCommand } from '../../args/verb.js';

export const token = defineCommand({
  name: 'token',
  summary: 'Print the current token, for curl',
  group: 'Signing in',
  load: () => import('./token.js'),
});
