import type { Context } from '../../../context.js';
import { isRow, textOf } from '../../../contract/row.js';
import { changeEntity } from '../../../lists/change-entity.js';
import { oneAtATime } from '../../../lists/entity-lock.js';
import { shellWord } from '../../../terminal/programs/shell-words.js';
import { reportChange } from '../../work/report-changes.js';
import { type StatusSet, setAfterText, statusRefused } from '../../work/set-after-text.js';
import { spelled } from '../../work/words.js';
import type { SeenTicket } from '../seen-ticket.js';

/** Refuses a status that the caller may not set, while nothing has been sent yet. */
export function permitStatus({ detail, ref }: SeenTicket): void {
  if (detail.canEdit !== false) return;
  throw statusRefused(ref);
}

/** Sets the status of a ticket after a message was sent. */
export async function setStatus(
  context: Context,
  { client, found, uuid, ref, detail }: SeenTicket,
  { what, status }: { readonly what: string; readonly status: string },
): Promise<StatusSet> {
  const from = isRow(detail.ticket) ? textOf(detail.ticket.status) : undefined;
  const to = spelled(client, 'ticket-status', status);
  const done = `the ${what} on ${ref} was sent`;
  return await setAfterText({ from, to, done, edit: `tracker tickets edit ${shellWord(ref)} -s` }, async () => {
    const change = { fields: { status: to }, lists: {} };
    return await oneAtATime(context, { client, uuid }, async () => {
      const result = await changeEntity(client, found, change);
      return await reportChange(context, client, { found, change, result });
    });
  });
}
