import { defineVerb } from '../../args/verb.js';

export const verb = defineVerb({
  flags: {},
  examples: [
    { line: 'tracker inbox count', does: 'for people, or a shell prompt' },
    { line: 'tracker inbox count --json | jq .unread', does: 'for scripts' },
  ],
  run: async (context) => {
    const client = await context.client();
    const { unread } = await client.call('GET /inbox/badge');
    const count = typeof unread === 'number' ? unread : 0;
    await context.show.object({
      object: { unread: unread ?? null },
      fields: [{ key: 'unread', label: 'Unread', value: count }],
      human: () => [count === 0 ? 'Nothing unread.' : `${count} unread`],
      quiet: String(count),
    });
  },
});
