import { defineCommand } from '../../args/verb.js';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Sign out and forget the token',
  group: 'Signing in',
  load: () => import('./logout.js'),
});
