import { defineVerb, oneRef } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { NeverRead } from '../../contract/never-read.js';
import { rowsAt, textOf } from '../../contract/row.js';
import { loginCommand } from '../../contract/server-url.js';
import { findNamed } from '../../references/find-named.js';
import { neverRead } from '../../references/not-there.js';
import { oneReference, shown } from '../../references/read.js';
import { meetingList } from '../../views/parts.js';
import { listRows } from '../showing/arrange.js';

export const verb = defineVerb({
  details: [
    'Lists the notes of meetings in which a task was discussed; read one with tracker notes view ID. For the internal team only,',
    'and not with an API key.',
  ].join('\n'),
  prints: { list: meetingList },
  arguments: [oneRef('tasks')],
  examples: [
    { line: 'tracker tasks meetings SCM-12', does: 'list meeting notes' },
    { line: 'tracker tasks meetings SCM-12 --json=ref,title', does: 'use it in a script' },
  ],
  run: async (context, [given = ''], { sort, limit }) => {
    const text = await oneReference(context, given);
    const client = await context.client();
    const { uuid, ref } = await findNamed(context, 'task', text).catch((error: unknown) => {
      // No sync reads them.
      throw error instanceof NeverRead
        ? neverRead(client, { name: `the list of meetings about ${shown(text)}`, command: undefined })
        : error;
    });
    const reply = await client
      .call('GET {base}/api/tasks/:id/meetings', { id: uuid })
      .catch((error: unknown) => explainRefusal(client, error));
    const rows = rowsAt(reply, 'notes');
    return listRows(context, meetingList, rows, { sort, limit, client, emptyHint: `about ${ref}` });
  },
});

/**
 * Rethrows a refusal, or says that the token is an API key if nothing else explains it: the token works elsewhere, or the user
 * is a member of the team (docs/api.md, Outside the versioned prefix).
 */
async function explainRefusal(client: Client, error: unknown): Promise<never> {
  if (!(error instanceof TrackerError) || (error.status !== 401 && error.status !== 403)) throw error;
  const { capabilities } = await client.call('GET /me').catch(() => {
    throw error;
  });
  if (error.status === 403 && textOf(capabilities?.userType) !== 'staff') throw error;
  throw new TrackerError(error.kind, 'meetings cannot be listed with an API key', {
    status: error.status,
    hint: `sign in as yourself: ${loginCommand(client.base.href, client.instanceName)}`,
  });
}
