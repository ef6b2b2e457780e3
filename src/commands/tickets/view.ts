import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { withoutInternal } from '../../contract/messages.js';
import { refOf, requireRows, rowAt, uuidOf } from '../../contract/row.js';
import type { DetailData } from '../../output/shown.js';
import type { ListView } from '../../output/view.js';
import { findNamed } from '../../references/find-named.js';
import { type Given, type Reference, readReferences } from '../../references/read.js';
import { limitTimeline } from '../../views/detail.js';
import { ticketDetail, ticketDetailFields, ticketLines } from '../../views/tickets/detail.js';
import { showEach } from '../bulk/show-each.js';
import { openInBrowser, refuseFormat } from '../showing/open-web.js';
import { settingFor } from '../showing/setting.js';
import { commentsFlag, countOfComments, isPage, refuseComments } from '../work/comments-flag.js';

export const verb = defineVerb({
  details: [
    'Internal notes are labelled as such; --public hides them. --json prints the object that the server sends.',
    'With --csv or --tsv, several tickets are printed as one table with the columns of the list.',
  ].join('\n\n'),
  prints: { detail: ticketLines },
  arguments: [manyRefs('tickets')],
  flags: {
    comments: commentsFlag('messages and notes'),
    public: toggle('--public', 'hide internal notes'),
    web: toggle('--web', 'open its web page in the browser'),
  },
  examples: [
    { line: 'tracker tickets view BERG-9', does: 'view a ticket' },
    { line: 'tracker tickets view BERG-9 BERG-12', does: 'view two, one after the other' },
    { line: 'tracker tickets view BERG-9 --public --no-pager', does: 'show what the customer sees' },
    { line: 'tracker tickets view BERG-9 --json | jq .ticket.status', does: 'use it in a script' },
  ],
  run: async (context, given: readonly Given[], { web, ...flags }) => {
    if (web) refuseFormat(context, '--web');
    if (flags.comments !== undefined) refuseComments(context, web);
    const refs = await readReferences(context, given);
    if (!web) return await showEach(context, refs, async (ref) => await readTicket(context, ref, flags));
    const client = await context.client();
    for (const reference of refs) {
      const { uuid } = await findNamed(context, 'ticket', reference);
      await openInBrowser(context, client, `tickets/${pathSegment(uuid)}`);
    }
  },
});

/** Reads a ticket to be shown. */
export async function readTicket(
  context: Context,
  reference: Reference,
  { comments, public: isPublic }: { readonly comments: number | undefined; readonly public: boolean },
): Promise<DetailData> {
  const client = await context.client();
  const found = await findNamed(context, 'ticket', reference);
  const sent = await found.detail();
  requireRows(sent, 'messages');
  const envelope = isPublic ? withoutInternal(sent) : sent;
  const ticket = rowAt(envelope, 'ticket');
  const setting = settingFor(context, client, envelope.authors);
  const sides = isPage(context) ? await (await import('./author-sides.js')).sidesIn(client)(sent) : undefined;
  const layout = () => limitTimeline(ticketDetail(envelope, setting, sides), countOfComments(context, comments));
  return {
    envelope,
    ref: refOf(ticket),
    uuid: uuidOf(ticket),
    setting,
    layout,
    fields: ticketDetailFields,
    list: listView,
  };
}

async function listView(): Promise<ListView> {
  return (await import('../../views/tickets/list.js')).ticketList;
}
