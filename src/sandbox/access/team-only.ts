import { type Call, Refusal } from '../world.js';
import { isTeam } from './access.js';

/** Notes, wiki and meetings are for the internal team (docs/api.md, Chat, notes, wiki). @throws Refusal 403 */
export function requireTeam({ world, user }: Call): void {
  if (!isTeam(world, user)) throw new Refusal(403, 'This is for the internal team.');
}
