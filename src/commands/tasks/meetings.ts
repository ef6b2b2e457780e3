import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import type { Client } from '../../client/client.js';
import { loginCommand } from '../../client/login-command.js';
import { rowsAt, textOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import { arrange } from '../../views/arrange.js';
import { meetingList } from '../../views/meetings.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: [
    'The notes of the meetings a task was talked about in; "tracker notes view ID" reads one. For the internal team, signed',
    `in with a session: an API key is refused.`,
  ].join('\n'),
  prints: { list: meetingList },
  arguments: [{ value: ref('tasks'), help: 'a task: reference, uuid, web address, @branch, or - for standard input' }],
  flags: {},
  examples: [
    { line: 'tracker tasks meetings SCM-12', does: 'list them' },
    { line: 'tracker tasks meetings SCM-12 --json=ref,title', does: 'for scripts' },
  ],
  run: async (context, [given = ''], { sort, limit }) => {
    const text = await oneReference(context, given);
    const client = await context.client();
    const { uuid, ref } = await findNamed(context, 'task', text);
    const reply = await client
      .call('GET {base}/api/tasks/:id/meetings', { id: uuid })
      .catch((error: unknown) => explainRefusal(client, error));
    const rows = rowsAt(reply, 'notes');
    const setting = settingFor(context, client, undefined);
    const arranged = arrange(meetingList, rows, { sort, limit, setting });
    await context.show.list(meetingList, { ...arranged, setting, emptyHint: `about ${ref}` });
  },
});

/**
 * Rethrows a refusal, and says so where it can only be meant for an API key: a token that works elsewhere is refused as none
 * here, or a member of the team as a stranger (docs/api.md, Outside the versioned prefix).
 */
async function explainRefusal(client: Client, error: unknown): Promise<never> {
  if (!(error instanceof TrackerError) || (error.status !== 401 && error.status !== 403)) throw error;
  const { capabilities } = await client.call('GET /me').catch(() => {
    throw error;
  });
  if (error.status === 403 && textOf(capabilities?.userType) !== 'staff') throw error;
  throw new TrackerError(error.kind, 'meetings are shown to a session only, and this token is an API key', {
    status: error.status,
    hint: `sign in as yourself: ${loginCommand(client.base.href, client.instanceName)}`,
  });
}
