import { toggle } from '../args/flag.js';
import { selection } from '../args/selection.js';
import { defineVerb } from '../args/verb.js';
import { usageError } from '../contract/errors.js';

export const verb = defineVerb({
  details:
    'On a terminal, the token is shown only with --show. If the server rotates tokens, the next request makes it invalid.',
  prints: 'text',
  flags: { show: toggle('--show', 'print the token even on a terminal') },
  examples: [
    { line: 'curl -H "Authorization: Bearer $(tracker token)" "$URL/api/v1/me"', does: 'use it with curl' },
    { line: 'tracker token --show', does: 'show it on a terminal' },
  ],
  run: async (context, _args, { show }) => {
    if (context.io.stdout.isTerminal && !show)
      throw usageError(
        'the token is not shown on a terminal without --show',
        `tracker ${selection(context)}token --show`,
      );
    const token = await context.servers.currentToken();
    const fields = [{ key: 'token', label: 'Token', value: token }];
    if (context.show.isAsked) return { is: 'object', data: { object: { token }, fields, quiet: token } };
    // Without a format, just the token, for curl.
    await context.show.text(`${token}\n`);
  },
});
