import { defineVerb } from '../../args/verb.js';
import { rowAt, uuidOf } from '../../contract/row.js';
import { threadDetail, threadFields, threadLines } from '../../views/chat-detail.js';
import { oneReference } from '../reference.js';
import { settingFor } from '../setting.js';
import { findThread, threadArgument, threadOrgFlag } from './find-thread.js';

export const verb = defineVerb({
  details: [
    'Reading a thread marks it read for you; the command says so.',
    'A title is looked for in --org, else in all your organisations.',
  ].join('\n\n'),
  prints: { detail: threadLines },
  arguments: [threadArgument],
  flags: { org: threadOrgFlag },
  examples: [
    { line: 'tracker chat view "Lunch on Friday"', does: 'read it, and mark it read' },
    { line: 'tracker chat view lunch --org lantern-works --json | jq .messages', does: 'for scripts' },
  ],
  run: async (context, [argument = ''], { org }) => {
    const text = await oneReference(context, argument);
    const client = await context.client();
    const { id } = await findThread(client, text, org);
    const envelope = await client.call('GET /chat/threads/:id', { id });
    const ref = uuidOf(rowAt(envelope, 'thread')) || id;
    const setting = settingFor(context, client, envelope.authors);
    const orgName = (orgId: string): string | undefined =>
      client.index.all('orgs').find(({ uuid }) => uuid === orgId)?.title;
    const layout = () => threadDetail(envelope, setting, orgName);
    await context.show.detail({ envelope, ref, uuid: ref, setting, layout, fields: threadFields });
    await context.show.say('The thread is now marked read for you.');
  },
});
