import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import { textHelp } from '../../compose/text/text-flags.js';
import { TrackerError } from '../../contract/errors.js';
import { isInternalNote } from '../../contract/messages.js';
import { isRow } from '../../contract/row.js';
import { shellWord } from '../../contract/text/shell-word.js';
import type { RefArgument } from '../../references/read.js';
import { messageFlags, readMessage, sendMessage, sentShown, startHelp } from './message/message.js';

export const verb = defineVerb({
  details: [
    [
      'Only the internal team can read an internal note; the customer never sees it. If you are not allowed to write one, nothing',
      'is sent. To answer the customer: tracker tickets reply.',
    ].join('\n'),
    textHelp,
    startHelp,
    'For the internal team.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [oneRef('tickets')],
  flags: messageFlags,
  examples: [
    { line: 'tracker tickets note BERG-9 -b "Same cause as BOP-7."', does: 'write a note for your colleagues' },
    { line: 'tracker tickets note BERG-9 --attach trace.log', does: 'write it in your editor and attach a file' },
    { line: 'tracker tickets note BERG-9 --template duplicate --original BERG-4', does: 'close a duplicate' },
  ],
  writes: ['POST /tickets/:id/messages', 'PATCH /tickets/:id'],
  run: async (context, args: readonly RefArgument[], given) => {
    const sent = await sendMessage(context, args, given, {
      what: 'note',
      readers: ({ ref }) => `Only the internal team can read a note on ${ref}.`,
      // A server that ignored `internal` would publish it.
      permit({ detail, ref }) {
        if (detail.canInternalNote !== false) return;
        throw new TrackerError('forbidden', `you may not write internal notes on ${ref}; nothing was sent`, {
          hint: `for a public reply, use tracker ${selection(context)}tickets reply`,
        });
      },
    });
    if (!sent) return undefined;
    const said = isInternalNote(isRow(sent.answer.message) ? sent.answer.message : sent.answer);
    const isKnown = said !== undefined && sent.files.length === 0;
    const stored = isKnown ? undefined : await readMessage(context, sent, `the note on ${sent.ref} was sent`);
    const isNote = said ?? isInternalNote(stored?.message ?? {});
    await requireInternal(context, sent.ref, isNote);
    const note = isNote ? 'an internal note' : 'a note';
    return await sentShown(`Added ${note} to ${sent.ref}`, { sent, stored });
  },
});

/** Throws `partial` (exit 8) if the server says that the note is public; warns if it does not say whether it is internal. */
async function requireInternal(context: Context, ref: string, isNote: boolean | undefined): Promise<void> {
  if (isNote === undefined)
    await context.show.warn(`the note on ${ref} was sent, but whether it is internal could not be checked`);
  if (isNote !== false) return;
  throw new TrackerError('partial', `the server published the note on ${ref} as a reply, which others can read`, {
    hint: `it has arrived; do not send it again: tracker ${selection(context)}tickets view ${shellWord(ref)}`,
  });
}
