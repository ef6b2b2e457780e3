import type { OrgName } from './orgs.js';
import type { PersonName } from './people.js';
import type { Scene } from './scene.js';

interface ProjectDraft {
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly icon: string;
  readonly status: 'planned' | 'active' | 'archived';
  readonly org: OrgName | null;
  readonly lead: PersonName | null;
  readonly ago: number;
  readonly members: Readonly<Partial<Record<PersonName, string>>>;
}

/** The projects by key. The internal team sees all of them; members are those from outside, and the managers. */
export const projects = {
  EXPO: {
    name: 'Casa Azul exhibition site',
    description: 'The site for the big exhibition in the garden. Handed over; changes now come in as tickets.',
    color: '#be185d',
    icon: 'ticket',
    status: 'archived',
    org: 'casa-azul',
    lead: 'zoe',
    ago: 225,
    members: { zoe: 'project.manager', huong: 'project.member', jose: 'project.viewer', noa: 'project.viewer' },
  },
  BOP: {
    name: 'Bergmann order portal',
    description:
      'Practices order insoles, orthoses and supplies; orders, prices and invoices come from and go to the ERP.',
    color: '#4d7c0f',
    icon: 'package',
    status: 'active',
    org: 'bergmann-orthopaedie',
    lead: 'ines',
    ago: 190,
    members: { ines: 'project.manager', jurgen: 'project.member', hannelore: 'project.viewer' },
  },
  SCM: {
    name: 'Shore Crew Manager',
    description: 'Rosters, rest hours and certificates for the crews of Scandia Maritime, on the desk and on the quay.',
    color: '#0369a1',
    icon: 'anchor',
    status: 'active',
    org: 'scandia-maritime',
    lead: 'lukasz',
    ago: 150,
    members: {
      mara: 'project.manager',
      sigrid: 'project.manager',
      jonas: 'project.member',
      olena: 'project.member',
      annika: 'project.viewer',
    },
  },
  OPS: {
    name: 'Platform and operations',
    description: 'Servers, backups, mail, certificates and everything else nobody notices while it works.',
    color: '#475569',
    icon: 'server',
    status: 'active',
    org: null,
    lead: 'priya',
    ago: 140,
    members: {},
  },
  WEB: {
    name: 'Website relaunch',
    description: null,
    color: '#7c3aed',
    icon: 'globe',
    status: 'planned',
    org: null,
    lead: null,
    ago: 16,
    members: { zoe: 'project.manager' },
  },
} as const satisfies Record<string, ProjectDraft>;

export type ProjectKey = keyof typeof projects;

/** The people from a project's list of members. */
export function membersOf(key: ProjectKey): readonly PersonName[] {
  // Object.keys widens to string; the keys are exactly those written above.
  return Object.keys(projects[key].members) as PersonName[];
}

/** Inserts a project with its members and the beginning of its history; `tasks` is how many it has. */
export function seedProject(scene: Scene, key: ProjectKey, tasks: number): void {
  const project: ProjectDraft = projects[key];
  const id = scene.id('project', key);
  const created = scene.calendar.ago(project.ago);
  scene.insert('projects', {
    id,
    key,
    name: project.name,
    description: project.description,
    color: project.color,
    icon: project.icon,
    status: project.status,
    org_id: project.org ? scene.org(project.org) : null,
    lead_id: project.lead ? scene.user(project.lead) : null,
    next_task: tasks + 1,
    created_at: created,
    updated_at: scene.calendar.ago(Math.min(project.ago, lastChange[key])),
  });
  // Object.entries widens the keys to string; they are exactly those written above.
  for (const [person, role] of Object.entries(project.members) as [PersonName, string][]) {
    scene.insert('project_members', { project_id: id, user_id: scene.user(person), role });
  }
  tellBeginning(scene, key, project);
}

const lastChange: Readonly<Record<ProjectKey, number>> = { EXPO: 12.4, BOP: 6.3, SCM: 0.8, OPS: 12.1, WEB: 3.5 };

function tellBeginning(scene: Scene, project: ProjectKey, draft: ProjectDraft): void {
  const { ago } = draft;
  const tell = (type: string, at: number, text: string): void => {
    scene.events.push({ project, type, by: 'mara', at: scene.calendar.ago(at), text });
  };
  if (draft.lead) tell('lead.set', ago - 0.02, `made ${scene.nameOf(draft.lead)} the lead`);
  membersOf(project).forEach((person, index) => {
    tell('member.added', ago - 0.03 - index / 100, `added ${scene.nameOf(person)}`);
  });
  if (draft.description) tell('project.description', ago - 0.2, 'changed the description');
  if (draft.status === 'active') tell('project.status', ago - 0.9, 'changed the status from planned to active');
  if (draft.status === 'archived')
    tell('project.status', lastChange[project], 'changed the status from completed to archived');
}
