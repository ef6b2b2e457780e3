import { text, toggle } from '../../args/flag.js';
import { kind, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { markSeen } from '../../client/state/seen.js';
import { messagesOf } from '../../contract/messages.js';
import { type Row, requireRows, rowIn, rowsWithin, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { askWhich } from '../../references/ask-which.js';
import { titledPage } from '../../references/page.js';
import { keepTitled, oneReference } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { type AroundThread, threadDetail, threadFields, threadLines } from '../../views/chat.js';
import { openInBrowser, refuseFormat } from '../showing/open-web.js';
import { readBeside, settingFor } from '../showing/setting.js';

export const threadOrgFlag = text(
  '--org',
  'search for a title only in this organisation: slug, name or id',
  kind('org'),
);

export const verb = defineVerb({
  details: [
    'Reading a thread marks it as read for you.',
    'Searches for a title in all your organisations, or only in --org.',
  ].join('\n\n'),
  prints: { detail: threadLines },
  arguments: [{ value: ref('threads'), help: 'a thread: its id, its URL, its title or a unique part of it, or @' }],
  flags: { org: threadOrgFlag, web: toggle('--web', 'open its web page in the browser, which marks it as read too') },
  examples: [
    { line: 'tracker chat view "Lunch on Friday"', does: 'view a thread' },
    { line: 'tracker chat view lunch --org lantern-works --json | jq .messages', does: 'use it in a script' },
  ],
  run: async (context, [argument = ''], { org, web }) => {
    if (web) refuseFormat(context, '--web');
    const { text } = await oneReference(context, argument, 'thread');
    const client = await context.client();
    if (web) {
      const { page } = await askWhich(context, text, async (name) => await titledPage(client, 'thread', name));
      return await openInBrowser(context, client, page.path);
    }
    const find = async (name: string) => await findTitled(client, { kind: 'thread', text: name, org });
    const { id, title } = await askWhich(context, text, find);
    const envelope = await client.call('GET /chat/threads/:id', { id });
    requireRows(envelope, 'messages');
    // Some servers send nothing but the messages (docs/api.md, Chat thread).
    const thread: Row = { id, title, ...rowIn(envelope, 'thread') };
    const around = await readBeside(context, 'its status and creator', () => readAround(client, thread));
    const ref = uuidOf(thread);
    await keepTitled(context, { kind: 'thread', id: ref, title: titleOf(thread) });
    const setting = settingFor(context, client, envelope.authors);
    // What is shown to an agent has not been seen by the person whose account it uses.
    const isPerson = context.settings.access.level === 'full';
    const shown = { ...thread, messages: messagesOf(envelope, 'thread') };
    const layout = () => threadDetail(envelope, setting, { ...around, row: { id, title, ...around?.row } });
    return {
      is: 'detail',
      data: {
        envelope,
        ref,
        uuid: ref,
        setting,
        layout,
        fields: threadFields,
        onShown: () => (isPerson ? markSeen(client, shown) : undefined),
      },
      remarks: client.memory?.answered() ? [] : [{ sentence: 'Marked the thread as read.' }],
    };
  },
});

/** What the response about a thread leaves out: its row in the list, and its organisation (docs/api.md, Chat). */
async function readAround(client: Client, thread: Row): Promise<AroundThread | undefined> {
  const orgId = textOf(thread.orgId);
  if (orgId === undefined) return undefined;
  const [feed, me] = await Promise.all([
    client.call('GET /chat/threads', { query: { orgId } }),
    client.call('GET /me'),
  ]);
  return {
    row: rowsWithin(feed, 'threads').find((row) => uuidOf(row) === uuidOf(thread)),
    people: feed.authors,
    org: rowsWithin(me, 'orgs').find((org) => uuidOf(org) === orgId),
  };
}
