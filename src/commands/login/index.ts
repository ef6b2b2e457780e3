import { defineCommand } from '../../args/verb.js';

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a server',
  group: 'Signing in',
  load: () => import('./login.js'),
});
