import { type Call, Refusal } from '../world.js';
import { isTeam } from './access.js';

/** Restricts notes, wiki and meetings to the internal team (docs/api.md, Chat, notes, wiki). @throws Refusal 403 */
export function requireTeam({ world, user }: Call): void {
  if (!isTeam(world, user)) throw new Refusal(403, 'Only the internal team may use this.');
}
