import { text } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { ThreadFeed } from '../../contract/chat.js';
import { type Row, rowsAt, rowsOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import { arrange } from '../../views/arrange.js';
import { type TagLabels, threadList } from '../../views/chat/list.js';
import { namedOrg, requireOrg } from '../org-choice.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: [
    'Chat belongs to an organisation: --org names it, else .tracker.json, else it is the only one you have. For its agents and\nclients, and for the team.',
  ].join('\n\n'),
  prints: { list: threadList(new Map()) },
  flags: {
    org: text('--org', 'the organisation: slug, name or id (default: org of .tracker.json)', kind('org')),
  },
  examples: [
    { line: 'tracker chat list --org scandia-maritime', does: 'its threads, the oldest first' },
    { line: 'tracker chat list --org scandia-maritime --sort -updated -L 5', does: 'where something was said last' },
    { line: 'tracker chat list --org scandia-maritime --json=title,unread', does: 'for scripts' },
  ],
  run: async (context, _args, { org, sort, limit }) => {
    const client = await context.client();
    const orgId = await requireOrg(client, namedOrg(context, client, org));
    const feed = await client.call('GET /chat/threads', { query: { orgId } });
    const view = threadList(labelsOf(feed));
    const setting = settingFor(context, client, feed.authors);
    const arranged = arrange(view, withUnread(feed), { sort, limit, setting });
    await context.show.list(view, { ...arranged, setting, emptyHint: 'in this organisation' });
  },
});

/** The threads, each telling whether it has something unread; null where the server does not tell. */
function withUnread(feed: ThreadFeed): readonly Row[] {
  const ids = Array.isArray(feed.unreadThreadIds) ? new Set(textsOf(feed.unreadThreadIds)) : undefined;
  return rowsAt(feed, 'threads').map((row) => ({ ...row, unread: ids ? ids.has(uuidOf(row)) : (row.unread ?? null) }));
}

function labelsOf({ tags }: ThreadFeed): TagLabels {
  return new Map(
    rowsOf(tags).flatMap(({ id, label }) => {
      const [key, name] = [textOf(id), textOf(label)];
      return key === undefined || name === undefined ? [] : [[key, name] as const];
    }),
  );
}
