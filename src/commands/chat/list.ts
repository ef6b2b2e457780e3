import { text, toggle } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { type Row, rowsAt, rowsOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import type { ThreadFeed } from '../../contract/shapes/chat.js';
import { type TagLabels, threadList } from '../../views/chat.js';
import { namedOrg, requireOrg } from '../creating/choose-org.js';
import { listRows } from '../showing/arrange.js';
import { openInBrowser, refuseFormat } from '../showing/open-web.js';

export const verb = defineVerb({
  details: [
    'Chat belongs to an organisation, given by --org or .tracker.json; otherwise it is the only one you belong to. For the',
    'internal team, and for people with the role agent or client in the organisation.',
  ].join('\n'),
  prints: { list: threadList(new Map()) },
  flags: {
    org: text('--org', 'the organisation: slug, name or id (default: from .tracker.json)', kind('org')),
    web: toggle('--web', 'open the chat in the browser'),
  },
  examples: [
    { line: 'tracker chat list --org scandia-maritime', does: 'list its threads' },
    { line: 'tracker chat list --org scandia-maritime --sort -updated -L 5', does: 'list the most recently active' },
    { line: 'tracker chat list --org scandia-maritime --json=title,unread', does: 'use it in a script' },
  ],
  run: async (context, _args, { org, sort, limit, web }) => {
    if (web) refuseFormat(context, '--web');
    const client = await context.client();
    const orgId = await requireOrg(client, namedOrg(context, client, org));
    if (web) return await openInBrowser(context, client, `chat?org=${encodeURIComponent(orgId)}`);
    const feed = await client.call('GET /chat/threads', { query: { orgId } });
    const view = threadList(labelsOf(feed));
    const by = { sort, limit, client, people: feed.authors };
    return listRows(context, view, withUnread(feed), { ...by, emptyHint: 'in this organisation' });
  },
});

/** The threads with whether each has unread messages; null if the server does not say. */
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
