import type { Access, Condition } from './access.js';

/*
 * The rule for internal notes, which only the internal team may see (docs/api.md, Tickets). It is used wherever they appear:
 * the timeline of a ticket, its message count and last activity, the files of a note, and writing one. `audience.ts` decides who is
 * notified of a note.
 */

/** Whether the user may read and write internal notes. */
export function seesInternalNotes(access: Access): boolean {
  return access.isTeam;
}

/** The messages a user may read, as a condition on `ticket_messages`. */
export function visibleMessages(access: Access): Condition {
  return { condition: 'is_internal <= ?', values: [seesInternalNotes(access) ? 1 : 0] };
}
