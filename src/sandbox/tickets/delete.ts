import { readAccess } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { seesTicket } from '../access/tickets.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, ok, Refusal } from '../world.js';
import { requireTicket } from './record.js';

/** `DELETE /tickets/:id`: 404 if the caller may not see it, in all shapes, and 403 if they may not delete it. */
export function deleteTicket(call: Call): Answer {
  const { world, user } = call;
  const access = readAccess(world, user.id);
  const ticket = requireTicket(call);
  if (!seesTicket(world, access, ticket.id)) throw noSuch('ticket');
  if (!access.mayInOrg(ticket.orgId, 'org.tickets.delete.any')) {
    throw new Refusal(403, 'You may not delete tickets of this organisation.');
  }
  commit(world, () => {
    world.db.run('UPDATE tickets SET deleted_at = ? WHERE id = ?', world.now().toISOString(), ticket.id);
  });
  return ok({ ok: true });
}
