import { count, toggle } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import { pathSegment } from '../../client/client.js';
import { withoutInternal } from '../../contract/messages.js';
import { refOf, requireRows, rowAt, uuidOf } from '../../contract/row.js';
import { limitTimeline } from '../../views/detail/timeline.js';
import { ticketDetail, ticketFields, ticketLines } from '../../views/tickets/detail.js';
import { openInBrowser, refuseFormat } from '../open-web.js';
import { refuseComments } from '../refuse-comments.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: ["Internal notes are labelled as such; --public hides them. --json prints the server's detail object."].join(
    '\n\n',
  ),
  prints: { detail: ticketLines },
  arguments: [
    { value: ref('tickets'), help: 'a ticket: its reference, uuid or URL, @, @branch, or - for standard input' },
  ],
  flags: {
    comments: count('--comments', 'show only this many of the newest messages and notes, with everything between them'),
    public: toggle('--public', 'hide internal notes'),
    web: toggle('--web', 'open its web page in the browser'),
  },
  examples: [
    { line: 'tracker tickets view BERG-9', does: 'view a ticket' },
    { line: 'tracker tickets view BERG-9 --public --no-pager', does: 'show what the customer sees' },
    { line: 'tracker tickets view BERG-9 --json | jq .ticket.status', does: 'use it in a script' },
  ],
  run: async (context, [given = ''], { comments, public: isPublic, web }) => {
    if (web) refuseFormat(context, '--web');
    if (comments !== undefined) refuseComments(context, web);
    const text = await oneReference(context, given);
    const client = await context.client();
    const found = await findNamed(context, 'ticket', text);
    if (web) return await openInBrowser(context, client, `tickets/${pathSegment(found.uuid)}`);
    const sent = await found.detail();
    requireRows(sent, 'messages');
    // `--public` applies to every format.
    const envelope = isPublic ? withoutInternal(sent) : sent;
    const ticket = rowAt(envelope, 'ticket');
    const setting = settingFor(context, client, envelope.authors);
    const layout = () => limitTimeline(ticketDetail(envelope, setting), comments ?? Number.POSITIVE_INFINITY);
    await context.show.detail({
      envelope,
      ref: refOf(ticket),
      uuid: uuidOf(ticket),
      setting,
      layout,
      fields: ticketFields,
    });
  },
});
