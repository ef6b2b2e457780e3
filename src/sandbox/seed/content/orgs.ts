import type { PersonName } from './people.js';

/** An organisation of the sandbox; `joined` is in workdays ago. */
export interface OrgDraft {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly joined: number;
  readonly members: Readonly<Partial<Record<PersonName, string>>>;
}

/** The organisations by slug; the first one is the internal one. */
export const orgs = {
  'lantern-works': {
    key: 'LAN',
    name: 'Lantern Works',
    color: '#d97706',
    joined: 482,
    members: {
      mara: 'org.superadmin',
      priya: 'org.admin',
      sean: 'org.admin',
      lukasz: 'org.staff',
      zoe: 'org.staff',
      misaki: 'org.staff',
      ines: 'org.staff',
    },
  },
  'scandia-maritime': {
    key: 'SCM',
    name: 'Scandia Maritime',
    color: '#0369a1',
    joined: 262,
    members: { sigrid: 'org.agent', jonas: 'org.client', annika: 'org.member', emeka: 'org.member' },
  },
  'bergmann-orthopaedie': {
    key: 'BERG',
    name: 'Bergmann Orthopädie GmbH & Co. KG',
    color: '#4d7c0f',
    joined: 241,
    members: { jurgen: 'org.agent', hannelore: 'org.client', petra: 'org.member' },
  },
  'casa-azul': {
    key: 'CASA',
    name: 'Fundación Casa Azul',
    color: '#be185d',
    joined: 232,
    members: { huong: 'org.agent', jose: 'org.client', lucia: 'org.member', noa: 'org.member' },
  },
  'quill-and-moss': {
    key: 'QM',
    name: 'Quill & Moss',
    color: '#57534e',
    joined: 9,
    members: { theo: 'org.member' },
  },
} as const satisfies Record<string, OrgDraft>;

export type OrgName = keyof typeof orgs;

export const internalOrg: OrgName = 'lantern-works';

/** The members of an organisation with their roles. */
export function membersOf(org: OrgName): ReadonlyMap<PersonName, string> {
  const { members }: OrgDraft = orgs[org];
  const roles = new Map<PersonName, string>();
  // Object.entries widens the keys to string; they are exactly those written above.
  for (const [person, role] of Object.entries(members)) roles.set(person as PersonName, role);
  return roles;
}
