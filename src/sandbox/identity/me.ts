import type { KnownInstance } from '../../contract/session.js';
import { capabilitiesOf, visibleOrgs } from '../access/access.js';
import { countUnread } from '../inbox/inbox.js';
import { type Handlers, ok, type World } from '../world.js';

/** Who the caller is and what they may do (docs/api.md, Session). The probe is elsewhere, since it needs no sign-in. */
export const sessionHandlers = {
  'GET /me': ({ world, user }) =>
    ok({
      user: { id: user.id, name: user.name, email: user.email, image: user.image },
      capabilities: capabilitiesOf(world, user),
      orgs: visibleOrgs(world, user),
      unreadCount: countUnread(world, user.id),
      instances: readInstances(world, user.id),
    }),
} satisfies Handlers<'GET /me'>;

function readInstances(world: World, userId: string): readonly KnownInstance[] {
  const row = world.db.get<{ instances: string }>('SELECT instances FROM users WHERE id = ?', userId);
  // The column holds what the seed wrote, in this shape.
  return JSON.parse(row?.instances ?? '[]') as readonly KnownInstance[];
}
