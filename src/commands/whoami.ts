import { defineVerb } from '../args/verb.js';
import { rowAt } from '../contract/row.js';
import { whoamiObject, whoamiPipeLines } from '../views/whoami.js';

export const verb = defineVerb({
  details:
    'Also lists your organisations and the other servers your account knows. --json prints the response of GET /me.',
  prints: { detail: whoamiPipeLines },
  examples: [
    { line: 'tracker whoami', does: 'show who you are signed in as' },
    { line: 'tracker me --json | jq -r .user.email', does: 'use it in a script' },
  ],
  run: async (context) => {
    const client = await context.client();
    const me = await client.call('GET /me');
    rowAt(me, 'user');
    const { level, why } = context.settings.access;
    const access = why === '' ? level : `${level} (${why})`;
    const [instance, url] = [client.instanceName, client.base.href.replace(/\/$/, '')];
    return { is: 'object', data: whoamiObject(me, { instance, url, access }) };
  },
});
