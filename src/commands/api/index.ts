import { defineCommand } from '../../args/verb.js';

export const api = defineCommand({
  name: 'api',
  summary: 'Send any request to the API',
  group: 'More',
  load: () => import('./api.js'),
});
