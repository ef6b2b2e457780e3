import { defineVerb } from '../../args/verb.js';
import { rowsAt } from '../../contract/row.js';
import { arrange } from '../../views/arrange.js';
import { orgList, orgRows } from '../../views/orgs.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: 'The team sees every organisation; a role stands where you are a member yourself.',
  prints: { list: orgList },
  flags: {},
  examples: [
    { line: 'tracker orgs', does: 'which are mine?' },
    { line: 'tracker orgs list --json=ref,id,role', does: 'with ids, for scripts' },
  ],
  run: async (context, _args, { sort, limit }) => {
    const client = await context.client();
    const me = await client.call('GET /me');
    rowsAt(me, 'orgs');
    const setting = settingFor(context, client, {});
    const arranged = arrange(orgList, orgRows(me), { sort, limit, setting });
    await context.show.list(orgList, { ...arranged, setting, emptyHint: 'of yours' });
  },
});
