import { readChecklist } from '../fields/checklist.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, ok, Refusal } from '../world.js';
import { requireVisibleTicket } from './record.js';

/** `PUT /tickets/:id/checklist` replaces the whole list; open to everyone who can see the ticket. */
export function replaceChecklist(call: Call): Answer {
  const { world } = call;
  const { ticket } = requireVisibleTicket(call);
  const checklist = readChecklist(world, call.body);
  if (!checklist) throw new Refusal(400, 'checklist is required and must be a list of items.');
  commit(world, () => {
    const stored = JSON.stringify(checklist);
    world.db.run(
      'UPDATE tickets SET checklist = ?, updated_at = ? WHERE id = ?',
      stored,
      world.now().toISOString(),
      ticket.id,
    );
  });
  return ok({ ok: true });
}
