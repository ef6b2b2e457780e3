import { toggle } from '../../args/flag.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import { requireRows } from '../../contract/row.js';
import { ticketDetail, ticketDetailFields, ticketLines } from '../../views/tickets/detail.js';
import { ticketList } from '../../views/tickets/list.js';
import { commentsFlag, messageFlag, viewWork, type WorkView, webFlag } from '../work/view.js';

export const ticketView: WorkView = {
  kind: 'ticket',
  said: { one: 'message or note', many: 'messages and notes' },
  check: (detail) => requireRows(detail, 'messages'),
  layout: ticketDetail,
  readSides: async (context, detail) =>
    await (await import('../conversations/author-sides.js')).sidesIn(context, await context.client()).read(detail),
  waits: async (detail, sides) => (await import('../conversations/waiting.js')).waitOf(detail, sides),
  fields: ticketDetailFields,
  list: ticketList,
};

export const verb = defineVerb({
  details: [
    'Internal notes are labelled as such; --public hides them. --json prints the object that the server sends.',
    'With --csv or --tsv, several tickets are printed as one table with the columns of the list.',
  ].join('\n\n'),
  prints: { detail: ticketLines },
  arguments: [manyRefs('tickets')],
  flags: {
    comments: commentsFlag(ticketView.said.many),
    message: messageFlag(ticketView.said.one),
    public: toggle('--public', 'hide internal notes'),
    web: webFlag,
  },
  examples: [
    { line: 'tracker tickets view BERG-9', does: 'view a ticket' },
    { line: 'tracker tickets view BERG-9 BERG-12', does: 'view two, one after the other' },
    { line: 'tracker tickets view BERG-9 --public --no-pager', does: 'show what the customer sees' },
    { line: 'tracker tickets view BERG-9 --json | jq .ticket.status', does: 'use it in a script' },
  ],
  run: viewWork(ticketView),
});
