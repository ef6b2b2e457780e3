import { type Row, textOf } from '../../contract/row.js';
import { isWaitingForTeam } from '../../views/cells/tones.js';
import { silentSince } from '../../views/tickets/list.js';

/** Whether a ticket is unfinished, neither paused nor waiting for the customer. */
export function isWaiting(row: Row): boolean {
  return isWaitingForTeam(textOf(row.status));
}

/** Those silent the longest first. */
export function bySilence(one: Row, other: Row): number {
  return (Date.parse(silentSince(one) ?? '') || 0) - (Date.parse(silentSince(other) ?? '') || 0);
}
