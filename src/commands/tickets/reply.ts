import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { confirmOrThrow } from '../../bulk/confirm.js';
import type { Context } from '../../context.js';
import { rowAt } from '../../contract/row.js';
import { textHelp } from '../../drafts/text-flags.js';
import { TrackerError } from '../../errors.js';
import { cleanLine } from '../../output/text/clean.js';
import { settingFor } from '../setting.js';
import { audienceSentence } from './audience.js';
import { type MessageGiven, messageFlags, readMessage, reportSent, type SeenTicket, sendMessage } from './message.js';

export const verb = defineVerb({
  details: [
    'A reply is public: the customer and their organisation read it, and you are told who that is before it is sent. On a\nterminal you are asked first, unless --yes, --body or --body-file is given. What only the team may read is written\nwith tracker tickets note.',
    textHelp,
    'Needs org.tickets.comment in the organisation of the ticket.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    { value: ref('tickets'), help: 'a ticket: its reference, uuid or web address, @branch, or - for standard input' },
  ],
  flags: messageFlags,
  examples: [
    { line: 'tracker tickets reply BERG-9', does: 'write it in your editor, and be asked' },
    { line: 'tracker tickets reply BERG-9 -b "It is fixed since noon."', does: 'say it at once' },
    { line: 'tracker tickets reply BERG-9 -F answer.md --attach totals.csv', does: 'from a file, with another one' },
  ],
  writes: true,
  run: async (context, args, given) => {
    const sent = await sendMessage(context, args, given, {
      what: 'reply',
      permit: permitReply,
      prepare: async (seen) => await announceAudience(context, given, seen),
    });
    if (!sent) return;
    const stored =
      sent.files.length > 0 ? await readMessage(context, sent, `the reply on ${sent.ref} was sent`) : undefined;
    await reportSent(context, `Replied to ${sent.ref}; ${readersOf(sent)} can read it.`, { sent, stored });
  },
});

/** Who reads the reply: an agent of the organisation is neither its customer nor of the team (docs/api.md, Ticket). */
function readersOf({ client, detail }: SeenTicket): string {
  const { customerId } = rowAt(detail, 'ticket');
  if (typeof customerId === 'string' && customerId === client.userId) return 'the team';
  if (detail.canInternalNote !== false) return 'the customer';
  return typeof customerId === 'string' ? 'the customer and the team' : 'the team';
}

function permitReply({ detail, ref }: SeenTicket): void {
  if (detail.canComment === false) throw new TrackerError('forbidden', `you may not reply to ${ref}; nothing was sent`);
}

/** Says who will read the reply, and asks where it was written just now and somebody is there to answer. */
async function announceAudience(
  context: Context,
  given: MessageGiven,
  { client, detail, ref }: SeenTicket,
): Promise<void> {
  const readers = audienceSentence(detail, ref, settingFor(context, client, detail.authors));
  await context.show.say(readers);
  const isDecided = given.body !== undefined || given.bodyFile !== undefined;
  if (isDecided || !context.io.stdin.isTerminal) return;
  // Where a format is asked for nothing was said yet.
  const question = context.show.isAsked ? `${cleanLine(readers)} Send this reply?` : 'Send this reply?';
  await confirmOrThrow(context, question, 'the reply was not sent');
}
