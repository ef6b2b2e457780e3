import type { Activity, Project } from '../contract/shapes/project.js';
import { noSuch, outOfSight, readAccess } from './access/access.js';
import { keepReaders } from './access/notified.js';
import { visibleProjects } from './access/visibility.js';
import { readRequiredText } from './fields/fields.js';
import { colorOf, initialsOf } from './identity/people.js';
import { flattenMentions, mentionedUsers, notify } from './inbox/notify.js';
import { columns, exceptWire, type FieldsOf, list, object, readList, value } from './store/json.js';
import { type Call, created, type Handlers, ok, type Shape, store } from './world.js';

export const projectHandlers = {
  /** The projects visible to the caller, newest first, including archived ones. */
  'GET /projects'(call) {
    const { world } = call;
    const { condition, values } = visibleProjects(readAccess(call));
    const json = object({ ...sharedFields, uuid, members }, world.shape);
    const rows = list(json, `projects p WHERE ${condition}`, 'p.created_at DESC, p.key');
    return ok({ projects: readList(world, rows, ...values) });
  },
  /** A project with its number of tasks, including done ones. */
  'GET /projects/:id'(call) {
    const { world } = call;
    findReadableProject(call);
    const fields = {
      ...sharedFields,
      orgId: value('p.org_id'),
      orgName: value('(SELECT name FROM orgs WHERE id = p.org_id)'),
      createdAt: value('p.created_at'),
      taskCount: `(SELECT COUNT(*) FROM tasks t
        WHERE t.project_id = p.id AND t.deleted_at IS NULL AND t.archived_at IS NULL)`,
      uuid,
    } satisfies FieldsOf<Project>;
    const json = object(fields, world.shape);
    const [project] = readList<Project>(world, list(json, 'projects p WHERE p.id = ?', 'p.id'), call.id);
    if (!project) throw noSuch('project');
    return ok({ project });
  },
  /** A project's history: 50 entries from `offset`, newest first; fewer mean the end is reached. */
  'GET /projects/:id/activity'(call) {
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
    return ok({ items: rows.map((row) => showEntry(row, world.shape)) });
  },
  /** Adds a comment to a project; anyone who can read its tasks may. */
  'POST /projects/:id/activity'(call) {
    const body = readRequiredText(call.body, 'body');
    const project = findReadableProject(call);
    if (!project) throw noSuch('project');
    notify(call, {
      kind: 'projectMentioned',
      entityType: 'project',
      entityId: call.id,
      url: `/projects/${call.id}`,
      title: project.name,
      body: flattenMentions(body),
      to: keepReaders(call.world, call.id, mentionedUsers(body)),
    });
    return created({ id: addActivity(call, { projectId: call.id, type: 'comment', text: body }) });
  },
} satisfies Handlers;

/** The JSON of a project's members (see store/json.ts). */
const members = list(
  object(columns('u', 'id name')),
  'project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id',
  'u.name, u.id',
);

/**
 * The fields that lists and details of projects `p` share, as JSON. By docs/api.md, Conventions 6, `id` is the readable
 * reference, here the key; public servers send the database id, which the other shapes add as `uuid`.
 */
const sharedFields = {
  id: { ...exceptWire(value('p.key')), wire: value('p.id') },
  ...columns('p', 'key name description color icon status leadId updatedAt'),
} satisfies FieldsOf<Project>;

const uuid = exceptWire(value('p.id'));

const pageSize = 50;

type EntryRow = Readonly<Record<'actorId' | 'actorName', string | null>>;

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

/** The project `call.id`; undefined if unknown. @throws Refusal, known or unknown, if the caller cannot read its tasks. */
function findReadableProject(call: Call) {
  const { world, id } = call;
  const sql = 'SELECT org_id AS orgId, name FROM projects WHERE id = ?';
  const project = world.db.get<{ readonly orgId: string | null; readonly name: string }>(sql, id);
  const place = { projectId: id, orgId: project?.orgId ?? null };
  if (readAccess(call).mayInProject(place, 'project.tasks.read')) return project;
  throw outOfSight(noSuch('project'));
}

/** An entry of a project's history; `text` is a sentence fragment without the actor's name. */
type ActivityEntry = Readonly<Record<'projectId' | 'type' | 'text', string> & { taskId?: string }>;

/** Adds an entry by the caller, dated now, and returns its id. */
export function addActivity({ world, user }: Call, entry: ActivityEntry): string {
  return store(world, 'project_activity', { ...entry, actorId: user.id });
}
