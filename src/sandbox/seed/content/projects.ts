import type { OrgName } from './orgs.js';
import type { PersonName } from './people.js';

/** A project of the sandbox, created `ago` workdays ago. */
export interface ProjectDraft {
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
