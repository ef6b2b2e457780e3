import { defineVerb } from '../../args/verb.js';
import { numberAt } from '../../contract/row.js';

export const verb = defineVerb({
  prints: 'text',
  examples: [
    { line: 'tracker inbox count', does: 'count what you have not read' },
    { line: 'tracker inbox count --json | jq .unread', does: 'use it in a script' },
  ],
  run: async (context) => {
    const client = await context.client();
    const unread = numberAt(await client.call('GET /inbox/badge'), 'unread');
    return {
      is: 'object',
      data: {
        object: { unread },
        fields: [{ key: 'unread', label: 'Unread', value: unread }],
        human: () => [unread === 0 ? 'Nothing unread.' : `${unread} unread`],
        quiet: String(unread),
        isBare: true,
      },
    };
  },
});
