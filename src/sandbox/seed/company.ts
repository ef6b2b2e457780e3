import type { Shape } from '../world.js';
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
  views,
} from './content.js';
import type { Scene } from './scene.js';

/** Inserts these people, who all share one password. */
export function seedPeople(scene: Scene, keys: readonly PersonName[], passwordHash: string): void {
  for (const key of keys) {
    const { domain, joined, preferences, instances = [] }: PersonDraft = people[key];
    const { name, mail } = identityOf(key, scene.number);
    scene.insert('users', {
      id: scene.user(key),
      name,
      email: `${mail}@${domain}`,
      password_hash: passwordHash,
      preferences: JSON.stringify(preferences ?? {}),
      instances: JSON.stringify(instances.map(({ ago, ...one }) => ({ ...one, addedAt: scene.calendar.ago(ago) }))),
      created_at: scene.calendar.ago(joined),
    });
  }
}

/** Inserts people's saved views, in the form of this shape. */
export function seedViews(scene: Scene, shape: Shape): void {
  // The marks name people and organisations as the drafts do.
  const ids: Readonly<Record<string, (name: string) => string>> = {
    user: (name) => scene.user(name as PersonName),
    org: (name) => scene.org(name as OrgName),
  };
  for (const { person, key, state, wire = state } of views) {
    const stored = JSON.stringify(shape === 'wire' ? wire : state).replace(
      /\{(\w+):([\w-]+)\}/g,
      (_, kind: string, name: string) => ids[kind]?.(name) ?? scene.id(kind, name),
    );
    scene.insert('view_states', { user_id: scene.user(person), key, state: stored });
  }
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
