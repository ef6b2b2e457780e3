import { defineVerb } from '../../args/verb.js';
import { columnsHelp, viewList, viewRows } from '../../views/views.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: `Each page of the web app keeps its own.\n\n${columnsHelp}`,
  flags: {},
  examples: [
    { line: 'tracker views', does: 'all pages' },
    { line: "tracker views list --json | jq '.[].savedViews'", does: 'for scripts' },
  ],
  run: async (context) => {
    const client = await context.client();
    const rows = viewRows(await client.call('GET /me/views'));
    await context.show.list(viewList, { rows, setting: settingFor(context, client, {}), emptyHint: 'of yours' });
  },
});
