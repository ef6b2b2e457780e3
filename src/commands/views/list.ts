import { defineVerb } from '../../args/verb.js';
import { listed } from '../../output/shown.js';
import { viewList, viewRows } from '../../views/views.js';
import { arrange } from '../showing/arrange.js';
import { namesOfIds } from '../showing/setting.js';

export const verb = defineVerb({
  details: 'Each page of the web app has its own saved views.',
  prints: { list: viewList },
  examples: [
    { line: 'tracker views', does: 'list the saved views of all pages' },
    { line: "tracker views list --json | jq '.[].savedViews'", does: 'use it in a script' },
  ],
  run: async (context, _args, { sort, limit }) => {
    const client = await context.client();
    const rows = viewRows(await client.call('GET /me/views'));
    const setting = { people: {}, now: context.now(), me: client.userId, recall: namesOfIds(client) };
    return listed(viewList, { ...arrange(viewList, rows, { sort, limit, setting }), emptyHint: 'of yours' });
  },
});
