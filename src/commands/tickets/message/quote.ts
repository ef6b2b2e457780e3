import { TrackerError } from '../../../contract/errors.js';
import { authorOf, bodyOf, byTime, isInternalNote, messagesOf, timeOf } from '../../../contract/messages.js';
import { isRow, type Row, rowIn, textOf, titleOf } from '../../../contract/row.js';
import { cleanLine, cleanText } from '../../../contract/text/unsafe-characters.js';
import { localMinute, parseTime } from '../../../output/time.js';
import type { SeenTicket } from '../../conversations/seen-ticket.js';

/** The last message or else the description, quoted, with its author and time; for a reply, a public one. Throws `failed`. */
export function quoteLast({ detail, ref }: Pick<SeenTicket, 'detail' | 'ref'>, what: 'reply' | 'note'): string {
  const ticket = rowIn(detail, 'ticket');
  const description = {
    body: ticket.description,
    authorId: ticket.createdBy ?? ticket.customerId,
    createdAt: ticket.createdAt,
  };
  // Servers may send the newest first.
  const messages = byTime(
    messagesOf(detail, 'ticket').map((message) => ({ ...message, time: timeOf(message) })),
  ).filter((message: Row) => message.kind !== 'system' && (what === 'note' || !isInternalNote(message)));
  const last = [description, ...messages].findLast((message) => bodyOf(message).trim() !== '');
  if (last === undefined) throw new TrackerError('failed', `${ref} has no message to quote`);
  const lines = cleanText(bodyOf(last).trimEnd())
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
  return [...heading(last, detail), ...lines].join('\n');
}

/** `On 2026-11-28 at 14:05, Ana Ruiz wrote:`, as far as it is known. */
function heading(message: Row, { authors }: Row): readonly string[] {
  const id = authorOf(message);
  const author = isRow(authors) && Object.hasOwn(authors, id) ? authors[id] : undefined;
  const name = isRow(author) ? cleanLine(titleOf(author)) : '';
  if (name === '') return [];
  const time = parseTime(textOf(message.createdAt) ?? '');
  const [day, minute] = time ? localMinute(time).split(' ') : [];
  return [day === undefined ? `${name} wrote:` : `On ${day} at ${minute}, ${name} wrote:`];
}
