import type { OrgName } from '../content/orgs.js';
import { bergmannTicketsFrom1 } from '../content/tickets/berg/from-1.js';
import { bergmannTicketsFrom4 } from '../content/tickets/berg/from-4.js';
import { bergmannTicketsFrom9 } from '../content/tickets/berg/from-9.js';
import { bergmannTicketsFrom11 } from '../content/tickets/berg/from-11.js';
import { museumTicketsFrom1 } from '../content/tickets/casa-from-1.js';
import { museumTicketsFrom10 } from '../content/tickets/casa-from-10.js';
import { scandiaTickets } from '../content/tickets/scm.js';
import type { TicketDraft } from '../drafts.js';
import { makeRandom } from '../random.js';

/** The tickets of every organisation; a ticket's number is its index plus one. */
export function ticketDrafts(): Readonly<Record<OrgName, readonly TicketDraft[]>> {
  return {
    'lantern-works': [],
    'scandia-maritime': scandiaTickets,
    'bergmann-orthopaedie': [
      ...bergmannTicketsFrom1,
      ...bergmannTicketsFrom4,
      ...bergmannTicketsFrom9,
      ...bergmannTicketsFrom11,
    ],
    'casa-azul': [...museumTicketsFrom1, ...museumTicketsFrom10],
    'quill-and-moss': [],
  };
}

/** The same ticket in another world: satisfaction and watchers differ. World 1 is as written. */
export function varyTicket(draft: TicketDraft, ref: string, number: number): TicketDraft {
  if (number === 1) return draft;
  const random = makeRandom(`${number} vary ${ref}`);
  return {
    ...draft,
    ...(draft.score !== undefined ? { score: 1 + random.int(5) } : {}),
    ...(random.chance(0.2) ? { watchers: [...new Set([...(draft.watchers ?? []), random.pick(watchers)])] } : {}),
  };
}

const watchers = ['mara', 'priya', 'sean', 'zoe'] as const;
