import type { NounContent } from '../../args/verb.js';
import { listTickets } from './list.js';
import { viewTicket } from './view.js';

export const tickets: NounContent = { verbs: [listTickets, viewTicket] };
