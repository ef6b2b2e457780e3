import type { Context } from '../../args/context.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import { startHelp, textHelp } from '../../compose/text/text-flags.js';
import { TrackerError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import type { Given } from '../../references/read.js';
import { settingFor } from '../showing/setting.js';
import { audienceSentence } from './message/audience.js';
import {
  confirmMessage,
  type MessageGiven,
  messageFlags,
  readMessage,
  reportSent,
  sendMessage,
  type WrittenText,
} from './message/message.js';
import type { SeenTicket } from './message/seen-ticket.js';

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
  ],
  writes: true,
  run: async (context, args: readonly Given[], given) => {
    const sent = await sendMessage(context, args, given, {
      what: 'reply',
      readers: readersIn(context),
      permit: permitReply,
      prepare: async (seen, written) => await announceAudience(context, given, { ...seen, ...written }),
    });
    if (!sent) return;
    const stored =
      sent.files.length > 0 ? await readMessage(context, sent, `the reply on ${sent.ref} was sent`) : undefined;
    await reportSent(context, `Replied to ${sent.ref}; ${readersOf(sent)} can read it`, { sent, stored });
  },
});

/** Who can read it, apart from the caller: an agent is neither the customer nor in the team (docs/api.md, Ticket). */
function readersOf({ client, detail }: SeenTicket): string {
  const { customerId } = rowAt(detail, 'ticket');
  if (typeof customerId === 'string' && customerId === client.userId) return 'the team';
  if (typeof customerId !== 'string' && detail.canInternalNote !== false) return 'everyone who can see it';
  if (detail.canInternalNote !== false) return 'the customer';
  return typeof customerId === 'string' ? 'the customer and the team' : 'the team';
}

function permitReply({ detail, ref }: SeenTicket): void {
  if (detail.canComment === false) throw new TrackerError('forbidden', `you may not reply to ${ref}; nothing was sent`);
}

function readersIn(context: Context): (seen: SeenTicket) => string {
  return ({ client, detail, ref }) => audienceSentence(detail, ref, settingFor(context, client, detail.authors));
}

/** Says who can read the reply, and asks for confirmation if the text was just written and stdin is a terminal. */
async function announceAudience(
  context: Context,
  given: MessageGiven,
  { body, isTemplate, ...seen }: SeenTicket & WrittenText,
): Promise<void> {
  const readers = readersIn(context)(seen);
  await context.show.say(readers);
  const isDecided = given.body !== undefined || given.bodyFile !== undefined;
  if (!isDecided && context.io.stdin.isTerminal)
    await confirmMessage(context, { what: 'reply', readers, body, isTemplate });
}
