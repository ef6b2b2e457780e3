import { TrackerError } from '../../../contract/errors.js';
import { isInternalNote, messagesOf } from '../../../contract/messages.js';
import { isRow, type Row, textOf } from '../../../contract/row.js';
import { cleanText } from '../../../contract/unsafe-characters.js';
import type { SeenTicket } from './seen-ticket.js';

/** The last message or else the description, with `> ` before each line. A reply quotes public ones. Throws `failed` for none. */
export function quoteLast({ detail, ref }: Pick<SeenTicket, 'detail' | 'ref'>, what: 'reply' | 'note'): string {
  const ticket = isRow(detail.ticket) ? detail.ticket : {};
  const messages = messagesOf(detail, 'ticket').toSorted(byTime);
  const texts = messages
    .filter((message) => message.kind !== 'system' && (what === 'note' || !isInternalNote(message)))
    .map((message) => textOf(message.body) ?? textOf(message.text) ?? '');
  const last = [textOf(ticket.description) ?? '', ...texts].findLast((text) => text.trim() !== '');
  if (last === undefined) throw new TrackerError('failed', `${ref} has no message to quote`);
  return cleanText(last.trimEnd())
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Servers may send the newest first. */
function byTime(a: Row, b: Row): number {
  const difference = Date.parse(textOf(a.createdAt) ?? '') - Date.parse(textOf(b.createdAt) ?? '');
  return Number.isNaN(difference) ? 0 : difference;
}
