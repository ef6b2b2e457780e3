import type { Activity, ActivityPage } from '../../contract/project.js';
import { noSuch, outOfSight, readAccess } from '../access/access.js';
import { keepReaders } from '../access/audience.js';
import { readRequiredText } from '../fields/fields.js';
import { colorOf, initialsOf } from '../identity/people.js';
import { commit, flattenMentions, mentionedUsers, notify, type Outbox } from '../inbox/notify.js';
import { type Answer, type Call, created, ok, type Shape } from '../world.js';

const pageSize = 50;

interface EntryRow {
  readonly id: string;
  readonly type: string;
  readonly taskId: string | null;
  readonly taskRef: string | null;
  readonly text: string;
  readonly createdAt: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
}

/** A project's history: 50 entries from `offset`, newest first; fewer mean the end is reached. */
export function getActivity(call: Call): Answer {
  const { world } = call;
  const project = findReadableProject(call);
  // Public servers send the team an empty list.
  if (!project && world.shape !== 'wire') throw noSuch('project');
  const rows = world.db.all<EntryRow>(
    `SELECT a.id, a.type, a.task_id AS taskId, p.key || '-' || t.number AS taskRef, a.text, a.created_at AS createdAt,
       u.id AS actorId, u.name AS actorName
     FROM project_activity a LEFT JOIN tasks t ON t.id = a.task_id LEFT JOIN projects p ON p.id = t.project_id
       LEFT JOIN users u ON u.id = a.actor_id
     WHERE a.project_id = ? ORDER BY a.created_at DESC, a.sequence DESC LIMIT ? OFFSET ?`,
    call.id,
    pageSize,
    readOffset(call.query.get('offset')),
  );
  const page: ActivityPage = { items: rows.map((row) => showEntry(row, world.shape)) };
  return ok(page);
}

/** The offset; 0 for anything but a whole number from 0 (docs/api.md, Projects). */
function readOffset(text: string | null): number {
  const offset = Number(text ?? 0);
  return Number.isInteger(offset) && offset > 0 ? Math.min(offset, Number.MAX_SAFE_INTEGER) : 0;
}

function showEntry({ actorId, actorName, ...entry }: EntryRow, shape: Shape): Activity {
  if (actorId === null) return { ...entry, actor: null };
  const name = actorName ?? '';
  return { ...entry, actor: { id: actorId, name, initials: initialsOf(name), color: colorOf(actorId, shape) } };
}

/** Adds a comment to a project; anyone who can read its tasks may. */
export function addProjectComment(call: Call): Answer {
  const { world } = call;
  const body = readRequiredText(call.body, 'body');
  const project = findReadableProject(call);
  if (!project) throw noSuch('project');
  const id = commit(world, (outbox) => {
    notifyMentioned(call, outbox, project.name, body);
    return addActivity(call, { projectId: call.id, type: 'comment', text: body });
  });
  return created({ id });
}

function notifyMentioned(call: Call, outbox: Outbox, name: string, body: string): void {
  notify(call, outbox, {
    kind: 'projectMentioned',
    entityType: 'project',
    entityId: call.id,
    url: `/projects/${call.id}`,
    title: name,
    body: flattenMentions(body),
    to: keepReaders(call.world, call.id, mentionedUsers(body)),
  });
}

interface ProjectNamed {
  readonly orgId: string | null;
  readonly name: string;
}

/**
 * The project `call.id`; undefined if it does not exist.
 *
 * @throws Refusal if the caller cannot read its tasks, the same whether it exists or not.
 */
export function findReadableProject({ world, user, id }: Call): ProjectNamed | undefined {
  const project = world.db.get<ProjectNamed>('SELECT org_id AS orgId, name FROM projects WHERE id = ?', id);
  const place = { id, orgId: project?.orgId ?? null };
  if (readAccess(world, user.id).mayInProject(place, 'project.tasks.read')) return project;
  throw outOfSight(world, noSuch('project'));
}

/** An entry of a project's history; `text` is a sentence fragment without the actor's name. */
interface ActivityEntry {
  readonly projectId: string;
  readonly type: string;
  readonly taskId?: string;
  readonly text: string;
}

/** Adds an entry by the caller, dated now, and returns its id. */
export function addActivity(call: Call, entry: ActivityEntry): string {
  const { world, user } = call;
  const id = world.newId();
  world.db.insert('project_activity', {
    id,
    project_id: entry.projectId,
    type: entry.type,
    task_id: entry.taskId ?? null,
    actor_id: user.id,
    text: entry.text,
    created_at: world.now().toISOString(),
  });
  return id;
}
