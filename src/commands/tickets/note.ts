import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Context } from '../../context.js';
import { isRow, type Row } from '../../contract/row.js';
import { textHelp } from '../../drafts/text-flags.js';
import { TrackerError } from '../../errors.js';
import { messageFlags, readMessage, reportSent, type SeenTicket, type Sent, sendMessage } from './message.js';

export const verb = defineVerb({
  details: [
    'An internal note is for the team alone; the customer never sees it. Where the server says that you may not write one,\nnothing is sent. What the customer is to read is written with tracker tickets reply.',
    textHelp,
    'For the team.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    { value: ref('tickets'), help: 'a ticket: its reference, uuid or web address, @branch, or - for standard input' },
  ],
  flags: messageFlags,
  examples: [
    { line: 'tracker tickets note BERG-9 -b "Same cause as BOP-7."', does: 'tell your colleagues' },
    { line: 'tracker tickets note BERG-9 --attach trace.log', does: 'write it in your editor, with a file' },
  ],
  writes: true,
  run: async (context, args, given) => {
    const sent = await sendMessage(context, args, given, { what: 'note', permit: permitNote });
    if (!sent) return;
    const isTold = isInternal(sent.answer) !== undefined && sent.files.length === 0;
    const stored = isTold ? undefined : await readMessage(context, sent, `the note on ${sent.ref} was sent`);
    await checkInternal(context, sent, stored);
    await reportSent(context, `Noted on ${sent.ref}, for the team alone.`, { sent, stored });
  },
});

/** A server that ignored `internal` would publish the note, so that it never gets one from who may not write it. */
function permitNote({ detail, ref }: SeenTicket): void {
  if (detail.canInternalNote !== false) return;
  throw new TrackerError('forbidden', `you may not write internal notes on ${ref}; nothing was sent`, {
    hint: 'what the customer may read is written with tracker tickets reply',
  });
}

/** Throws where the server says that the note is public. Where it says nothing, nothing is wrong. */
async function checkInternal(context: Context, { answer, ref }: Sent, stored: Row | undefined): Promise<void> {
  const isNote = isInternal(answer) ?? (stored && isInternal(stored));
  if (stored === undefined && isNote === undefined)
    await context.show.warn(`the note on ${ref} was sent, but it could not be checked that it is internal`);
  if (isNote !== false) return;
  throw new TrackerError('failed', `the server has published the note on ${ref} as a reply: the customer can read it`, {
    hint: `it has arrived, do not send it again; see tracker tickets view ${ref}`,
  });
}

/** Whether a message is a note, where it says so (docs/api.md, Ticket). */
function isInternal(message: Row): boolean | undefined {
  const inner = isRow(message.message) ? message.message : message;
  const said = [inner.isInternalNote, inner.internal].filter((each) => typeof each === 'boolean');
  return said.length === 0 ? undefined : said.includes(true);
}
