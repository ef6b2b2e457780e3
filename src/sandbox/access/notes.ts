import type { Condition } from './access.js';

/** The notes a team member may read, as a condition on `notes n`: meeting notes, their own, and those shared with them. */
export function visibleNotes(userId: string): Condition {
  return {
    condition: `(n.kind = 'meeting' OR n.owner_id = ?
      OR EXISTS (SELECT 1 FROM note_shares s WHERE s.note_id = n.id AND s.user_id = ?))`,
    values: [userId, userId],
  };
}
