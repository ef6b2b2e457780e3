import {
  identityOf,
  internalOrg,
  membersOf,
  type OrgDraft,
  type OrgName,
  orgs,
  type PersonDraft,
  type PersonName,
  people,
} from './content.js';
import type { Scene } from './scene.js';

/** Inserts these people, who all share one password. */
export function seedPeople(scene: Scene, keys: readonly PersonName[], passwordHash: string): void {
  for (const key of keys) {
    const { domain, joined, preferences }: PersonDraft = people[key];
    const { name, mail } = identityOf(key, scene.number);
    scene.insert('users', {
      id: scene.user(key),
      name,
      email: `${mail}@${domain}`,
      password_hash: passwordHash,
      preferences: JSON.stringify(preferences ?? {}),
      instances: JSON.stringify(key === 'mara' ? knownInstances(scene) : []),
      created_at: scene.calendar.ago(joined),
    });
  }
}

function knownInstances(scene: Scene): readonly Readonly<Record<string, unknown>>[] {
  return [
    { url: 'https://tracker.lantern.example', name: 'Lantern Works', logoUrl: null, addedAt: scene.calendar.ago(301) },
    {
      url: 'https://work.harbour-guild.example',
      name: 'Harbour Guild',
      logoUrl: 'https://work.harbour-guild.example/logo.svg',
      addedAt: scene.calendar.ago(88.4),
    },
  ];
}

/** Inserts an organisation with those of its members who exist; `tickets` is its number of tickets. */
export function seedOrg(scene: Scene, slug: OrgName, members: readonly PersonName[], tickets: number): void {
  const org: OrgDraft = orgs[slug];
  scene.insert('orgs', {
    id: scene.org(slug),
    slug,
    key: org.key,
    name: org.name,
    color: org.color,
    is_internal: slug === internalOrg ? 1 : 0,
    next_ticket: tickets + 1,
    created_at: scene.calendar.ago(org.joined),
  });
  for (const [person, role] of membersOf(slug)) {
    if (!members.includes(person)) continue;
    scene.insert('org_members', { org_id: scene.org(slug), user_id: scene.user(person), role });
  }
}
