import { type Row, textOf } from '../../contract/row.js';
import { isWaitingForTeam } from '../../views/cells/tones.js';

/** Whether a ticket is unfinished, neither paused nor waiting for the customer. */
export function isWaiting(row: Row): boolean {
  return isWaitingForTeam(textOf(row.status));
}

/** Since when nobody has written: the time of the last message, or of the creation if there is none. */
export function silentSince(row: Row): string {
  return textOf(row.lastMessageAt) ?? textOf(row.createdAt) ?? '';
}

/** Those silent the longest first. */
export function bySilence(one: Row, other: Row): number {
  return (Date.parse(silentSince(one)) || 0) - (Date.parse(silentSince(other)) || 0);
}
