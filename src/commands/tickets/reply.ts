import type { Context } from '../../args/context.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import { textHelp } from '../../compose/text/text-flags.js';
import { TrackerError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import type { RefArgument } from '../../references/read.js';
import { audienceOf } from '../conversations/audience.js';
import { type SeenTicket, seeTicket } from '../conversations/seen-ticket.js';
import { settingFor } from '../showing/setting.js';
import { messageFlags, readMessage, sendMessage, sentShown, startHelp } from './message/message.js';

export const verb = defineVerb({
  details: [
    [
      'A reply is public: the customer and their organisation can read it. Before sending it, the command says who can read it.',
      'On a terminal, it also asks for confirmation unless --yes, --body or --body-file is given. To write to the team only:',
      'tracker tickets note.',
    ].join('\n'),
    textHelp,
    startHelp,
    'For everyone who can see the ticket.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [oneRef('tickets')],
  flags: messageFlags,
  examples: [
    { line: 'tracker tickets reply BERG-9', does: 'write it in your editor and confirm' },
    { line: 'tracker tickets reply BERG-9 -b "It has been fixed since noon."', does: 'reply without confirmation' },
    {
      line: 'tracker tickets reply BERG-9 -b "It works again." -s resolved',
      does: 'reply, then set the status',
    },
    {
      line: 'tracker tickets reply BERG-9 -F answer.md --attach totals.csv',
      does: 'send a file as the text, and attach another',
    },
    {
      line: 'tracker tickets reply BERG-9 -b "You get it back." -s resolved --tag refund',
      does: 'reply, then tag it, too',
    },
  ],
  writes: ['POST /tickets/:id/messages', 'PATCH /tickets/:id'],
  readers: async (context, uuid) => audienceIn(context, await seeTicket(context, { text: uuid })),
  run: async (context, args: readonly RefArgument[], given) => {
    const sent = await sendMessage(context, args, given, {
      what: 'reply',
      readers: (seen) => audienceIn(context, seen),
      permit({ detail, ref }) {
        if (detail.canComment === false)
          throw new TrackerError('forbidden', `you may not reply to ${ref}; nothing was sent`);
      },
    });
    if (!sent) return undefined;
    await (await import('./message/agent-hint.js')).sayForAgents(context);
    const stored =
      sent.files.length > 0 ? await readMessage(context, sent, `the reply on ${sent.ref} was sent`) : undefined;
    return await sentShown(`Replied to ${sent.ref}; ${readersOf(sent)} can read it`, { sent, stored });
  },
});

function audienceIn(context: Context, { client, detail: envelope, ref }: SeenTicket): string {
  const setting = settingFor(context, client, envelope.authors);
  return `A reply to ${ref} is public: it will be read by ${audienceOf([{ envelope, setting }])}.`;
}

/** Who can read it, apart from the caller: an agent is neither the customer nor in the team (docs/api.md, Ticket). */
function readersOf({ client, detail }: SeenTicket): string {
  const { customerId } = rowAt(detail, 'ticket');
  if (typeof customerId === 'string' && customerId === client.userId) return 'the team';
  if (typeof customerId !== 'string' && detail.canInternalNote !== false) return 'everyone who can see it';
  if (detail.canInternalNote !== false) return 'the customer';
  return typeof customerId === 'string' ? 'the customer and the team' : 'the team';
}
