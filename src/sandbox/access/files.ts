import type { World } from '../world.js';
import type { Access } from './access.js';
import { readsTask } from './tasks.js';
import { seesInternalNotes, seesTicket } from './tickets.js';

/** What decides who may read a file. */
type Parent =
  | {
      readonly kind: 'task';
      readonly createdBy: string | null;
      readonly projectId: string;
      readonly orgId: string | null;
    }
  | { readonly kind: 'ticket'; readonly id: string; readonly isInternal: boolean }
  | { readonly kind: 'thread'; readonly orgId: string };

const taskColumns = `t.created_by AS createdBy, p.id AS projectId, p.org_id AS orgId
  FROM tasks t JOIN projects p ON p.id = t.project_id WHERE t.deleted_at IS NULL`;

/** The task, ticket or thread a file belongs to; undefined if it is gone. */
export function findParent(world: World, entityType: string, entityId: string): Parent | undefined {
  if (entityType === 'task') return find(world, 'task', `SELECT ${taskColumns} AND t.id = ?`, entityId);
  if (entityType === 'ticket')
    return find(world, 'ticket', 'SELECT id FROM tickets WHERE id = ? AND deleted_at IS NULL', entityId);
  return findMessageParent(world, entityId);
}

/** Comments, replies and chat messages share an entity type; their ids never collide. */
function findMessageParent(world: World, id: string): Parent | undefined {
  return (
    find(world, 'task', `SELECT ${taskColumns} AND t.id = (SELECT task_id FROM task_comments WHERE id = ?)`, id) ??
    find(
      world,
      'ticket',
      `SELECT t.id, m.is_internal AS isInternal FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
       WHERE m.id = ? AND t.deleted_at IS NULL`,
      id,
    ) ??
    find(
      world,
      'thread',
      'SELECT h.org_id AS orgId FROM thread_messages m JOIN threads h ON h.id = m.thread_id WHERE m.id = ?',
      id,
    )
  );
}

function find(world: World, kind: Parent['kind'], sql: string, id: string): Parent | undefined {
  const row = world.db.get(sql, id);
  // Each statement selects exactly the fields of its kind.
  return row && ({ ...row, kind, isInternal: row.isInternal === 1 } as Parent);
}

/** Anyone who can read the parent can read its files. */
export function canReadParent(world: World, access: Access, parent: Parent): boolean {
  if (parent.kind === 'task') {
    const project = { id: parent.projectId, orgId: parent.orgId };
    return readsTask(access, { createdBy: parent.createdBy, project });
  }
  if (parent.kind === 'thread') return access.mayInOrg(parent.orgId, 'org.chat.read');
  return seesTicket(world, access, parent.id) && (!parent.isInternal || seesInternalNotes(access));
}
