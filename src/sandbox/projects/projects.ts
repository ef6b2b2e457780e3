import type { ProjectDetail, ProjectList } from '../../contract/project.js';
import type { Person } from '../../contract/wide.js';
import { readAccess } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { visibleProjects } from '../access/tasks.js';
import { groupRows } from '../store/group-rows.js';
import { type Answer, type Call, type Handlers, ok, type World } from '../world.js';
import { addProjectComment, getActivity } from './activity.js';
import { findReadableProject } from './read.js';

export const projectHandlers = {
  'GET /projects': getProjects,
  'GET /projects/:id': getProject,
  'GET /projects/:id/activity': getActivity,
  'POST /projects/:id/activity': addProjectComment,
} satisfies Handlers<
  'GET /projects' | 'GET /projects/:id' | 'GET /projects/:id/activity' | 'POST /projects/:id/activity'
>;

interface ProjectRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly icon: string;
  readonly status: string;
  readonly leadId: string | null;
  readonly updatedAt: string;
}

const columns = `p.id, p.key, p.name, p.description, p.color, p.icon, p.status, p.lead_id AS leadId,
  p.updated_at AS updatedAt`;

/** The projects visible to the caller, newest first, including archived ones. */
function getProjects({ world, user }: Call): Answer {
  const visible = visibleProjects(readAccess(world, user.id));
  const projects = world.db.all<ProjectRow>(
    `SELECT ${columns} FROM projects p WHERE ${visible.condition} ORDER BY p.created_at DESC, p.key`,
    ...visible.values,
  );
  const members = readMembers(
    world,
    projects.map((project) => project.id),
  );
  const list: ProjectList = {
    projects: projects.map((project) => ({
      ...project,
      ...showIds(world, project),
      members: members.get(project.id) ?? [],
    })),
  };
  return ok(list);
}

/** By docs/api.md, Conventions 6, `id` is the readable reference, here the key; public servers send the database id. */
function showIds(world: World, project: { id: string; key: string }): { id: string; uuid?: string } {
  return world.shape === 'wire' ? { id: project.id } : { id: project.key, uuid: project.id };
}

function readMembers(world: World, projectIds: readonly string[]): Map<string, Person[]> {
  const rows = world.db.all<{ projectId: string; id: string; name: string }>(
    `SELECT m.project_id AS projectId, u.id, u.name FROM project_members m JOIN users u ON u.id = m.user_id
     WHERE m.project_id IN (SELECT value FROM json_each(?)) ORDER BY u.name, u.id`,
    JSON.stringify(projectIds),
  );
  return groupRows(
    rows,
    ({ projectId }) => projectId,
    ({ projectId: _, ...person }) => person,
  );
}

/** A project with its number of tasks, including done ones. */
function getProject(call: Call): Answer {
  const { world } = call;
  findReadableProject(call);
  const project = world.db.get<ProjectRow & { orgId: string | null; createdAt: string; taskCount: number }>(
    `SELECT ${columns}, p.org_id AS orgId, o.name AS orgName, p.created_at AS createdAt,
       (SELECT COUNT(*) FROM tasks t WHERE t.project_id = p.id AND t.deleted_at IS NULL AND t.archived_at IS NULL)
         AS taskCount
     FROM projects p LEFT JOIN orgs o ON o.id = p.org_id WHERE p.id = ?`,
    call.id,
  );
  if (!project) throw noSuch('project');
  const detail: ProjectDetail = { project: { ...project, ...showIds(world, project) } };
  return ok(detail);
}
