import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { usageError } from '../../errors.js';

export const verb = defineVerb({
  details:
    'On a terminal the token is shown only with --show. A rotating server makes it worthless at the next request.',
  prints: 'text',
  flags: { show: toggle('--show', 'print it on a terminal too') },
  examples: [
    { line: 'curl -H "Authorization: Bearer $(tracker token)" "$URL/api/v1/me"', does: 'use it' },
    { line: 'tracker token --show', does: 'look at it' },
  ],
  run: async (context, _args, { show }) => {
    if (context.io.stdout.isTerminal && !show)
      throw usageError('the token is not shown on a terminal', 'tracker token --show');
    const token = await context.servers.currentToken();
    // Alone on its line for curl; a format that is asked for gets its own shape.
    if (!context.show.isAsked) return await context.show.text(`${token}\n`);
    await context.show.object({
      object: { token },
      fields: [{ key: 'token', label: 'Token', value: token }],
      quiet: token,
    });
  },
});
