import { bergmannTickets } from './content/tickets-berg.js';
import { laterBergmannTickets } from './content/tickets-berg-later.js';
import { museumTickets } from './content/tickets-casa.js';
import { laterMuseumTickets } from './content/tickets-casa-later.js';
import { scandiaTickets } from './content/tickets-scm.js';
import type { TicketDraft } from './drafts.js';
import type { OrgName } from './orgs.js';
import { makeRandom } from './random.js';

/** The tickets of every organisation; the place in the list plus one is the number. */
export function ticketDrafts(): Readonly<Record<OrgName, readonly TicketDraft[]>> {
  return {
    'lantern-works': [],
    'scandia-maritime': scandiaTickets,
    'bergmann-orthopaedie': [...bergmannTickets, ...laterBergmannTickets],
    'casa-azul': [...museumTickets, ...laterMuseumTickets],
    'quill-and-moss': [],
  };
}

/** The same ticket in another world: satisfaction and watchers differ. World number 1 is as written. */
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
