import type { ProjectDetail, ProjectList } from '../../contract/project.js';
import type { Person } from '../../contract/wide.js';
import { noSuch, readAccess } from '../access/access.js';
import { visibleProjects } from '../access/work.js';
import { list, object, value } from '../store/json.js';
import { type Answer, type Call, type Handlers, ok, type World } from '../world.js';
import { addProjectComment, findReadableProject, getActivity } from './activity.js';

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

/** The JSON of a project's members (see store/json.ts). */
const members = list(
  object({ id: value('u.id'), name: value('u.name') }),
  'project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id',
  'u.name, u.id',
);

/** The projects visible to the caller, newest first, including archived ones. */
function getProjects({ world, user }: Call): Answer {
  const visible = visibleProjects(readAccess(world, user.id));
  const projects = world.db.all<ProjectRow & { readonly members: string }>(
    `SELECT ${columns}, ${members} AS members FROM projects p WHERE ${visible.condition} ORDER BY p.created_at DESC, p.key`,
    ...visible.values,
  );
  const answer: ProjectList = {
    projects: projects.map(({ members: people, ...project }) => ({
      ...project,
      ...showIds(world, project),
      // A list of people, by its definition above.
      members: JSON.parse(people) as Person[],
    })),
  };
  return ok(answer);
}

/** By docs/api.md, Conventions 6, `id` is the readable reference, here the key; public servers send the database id. */
function showIds(world: World, project: { id: string; key: string }): { id: string; uuid?: string } {
  return world.shape === 'wire' ? { id: project.id } : { id: project.key, uuid: project.id };
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
