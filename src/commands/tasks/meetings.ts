import { defineVerb } from '../../args/verb.js';
import { rowsAt } from '../../contract/row.js';
import { meetingColumnsHelp, meetingList } from '../../views/meetings.js';
import { findNamed } from '../find-named.js';
import { oneReference } from '../reference.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: [
    'The notes of the meetings a task was talked about in; "tracker notes view ID" reads one. For the internal team, signed',
    `in with a session: an API key is refused.\n\n${meetingColumnsHelp}`,
  ].join('\n'),
  arguments: [{ usage: '<ref>', help: 'a task: reference, uuid, web address, @branch, or - for standard input' }],
  flags: {},
  examples: [
    { line: 'tracker tasks meetings SCM-12', does: 'list them' },
    { line: 'tracker tasks meetings SCM-12 --json=ref,title', does: 'for scripts' },
  ],
  run: async (context, [given = '']) => {
    const text = await oneReference(context, given);
    const client = await context.client();
    const { uuid, ref } = await findNamed(context, 'task', text);
    const reply = await client.call('GET {base}/api/tasks/:id/meetings', { id: uuid });
    const rows = rowsAt(reply, 'notes');
    const setting = settingFor(context, client, undefined);
    await context.show.list(meetingList, { rows, setting, emptyHint: `about ${ref}` });
  },
});
