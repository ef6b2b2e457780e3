import { defineVerb } from '../../args/verb.js';
import { rowsAt } from '../../contract/row.js';
import { orgList, orgRows } from '../../views/orgs.js';
import { listRows } from '../showing/arrange.js';

export const verb = defineVerb({
  details: 'The internal team sees every organisation; your role is shown for those you are a member of.',
  prints: { list: orgList },
  examples: [
    { line: 'tracker orgs', does: 'list your organisations' },
    { line: 'tracker orgs list --json=ref,id,role', does: 'print ids for a script' },
  ],
  run: async (context, _args, { sort, limit }) => {
    const client = await context.client();
    const me = await client.call('GET /me');
    rowsAt(me, 'orgs');
    return listRows(context, orgList, orgRows(me), { sort, limit, client, emptyHint: 'of yours' });
  },
});
