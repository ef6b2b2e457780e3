import type { Side } from '../../contract/messages.js';
import { type Row, rowsWithin, uuidOf } from '../../contract/row.js';
import type { ReferenceIndex } from '../state/references.js';
import { conversationClues, knownSide, learnClues, learnTeam } from './sides.js';

/** Where people belong by what the detail of a task or ticket itself shows. */
export function shownSides(detail: Row): (id: string) => Side | undefined {
  const known = new Map<string, ReturnType<ReferenceIndex['find']>>();
  const learn: ReferenceIndex['learn'] = (_kind, entries) => {
    for (const entry of entries) known.set(entry.ref, entry);
  };
  const index = { find: (_kind: unknown, id: string) => known.get(id), learn, all: () => [], forget: () => undefined };
  learnClues(index, conversationClues(detail));
  // All of the team, for those who may edit a task; of a ticket, others can be assigned, too.
  const team = 'task' in detail ? rowsWithin(detail, 'assignableUsers').map(uuidOf) : [];
  if (team.length > 0) learnTeam(index, team, new Date(0));
  return (id) => knownSide(index, id)?.side;
}
