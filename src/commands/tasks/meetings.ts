import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { withReference } from '../../client/references.js';
import { rowsAt } from '../../contract/row.js';
import { arrange } from '../../views/arrange.js';
import { meetingList } from '../../views/meetings.js';
import { oneReference } from '../reference.js';
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
    await withReference(client, 'task', text, async ({ uuid, ref }) => {
      const reply = await client.call('GET {base}/api/tasks/:id/meetings', { id: uuid });
      const rows = rowsAt(reply, 'notes');
      const setting = settingFor(context, client, undefined);
      const arranged = arrange(meetingList, rows, { sort, limit, setting });
      await context.show.list(meetingList, { ...arranged, setting, emptyHint: `about ${ref}` });
    });
  },
});
