import type { Access, Condition } from './access.js';

/*
 * The rule for internal notes, for everything that shows them: the timeline of a ticket, its count of messages, the files
 * of a note, the notifications about it, and writing one. They are the internal team's alone (docs/api.md, Tickets).
 */

/** Whether the user reads and writes internal notes. */
export function seesInternalNotes(access: Access): boolean {
  return access.isTeam;
}

/** The messages a user reads, as a condition on `ticket_messages`. */
export function visibleMessages(access: Access): Condition {
  return { condition: 'is_internal <= ?', values: [seesInternalNotes(access) ? 1 : 0] };
}
