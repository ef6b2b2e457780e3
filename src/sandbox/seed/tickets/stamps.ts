import type { PersonName } from '../content/people.js';
import type { Changed, Said, TicketDraft } from '../drafts.js';

/** Whether a timeline entry is a message by a person rather than the record of a change. */
export function isSaid(entry: Said | Changed): entry is Said {
  return typeof entry[2] === 'string';
}

/** The times of a ticket that follow from its timeline, in workdays ago. */
export interface Stamps {
  readonly firstResponse: number | null;
  readonly resolved: number | null;
  readonly closed: number | null;
  readonly updated: number;
}

/**
 * Reads the times from a timeline: reopening clears resolved and closed, only agents give a first response, and an internal
 * note changes nothing.
 */
export function stampsOf(draft: TicketDraft, isAgent: (person: PersonName) => boolean): Stamps {
  let firstResponse: number | null = null;
  let resolved: number | null = null;
  let closed: number | null = null;
  let updated = draft.ago;
  for (const entry of draft.timeline ?? []) {
    const [by, ago, what] = entry;
    if (isSaid(entry) && entry[3]?.internal) continue;
    updated = ago;
    if (isSaid(entry)) {
      if (firstResponse === null && isAgent(by)) firstResponse = ago;
    } else if (typeof what === 'object' && 'status' in what) {
      const status = what.status[1];
      if (status === 'open' || status === 'in_progress') [resolved, closed] = [null, null];
      if (status === 'resolved') resolved = ago;
      if (status === 'closed') closed = ago;
    }
  }
  return { firstResponse, resolved, closed, updated };
}
