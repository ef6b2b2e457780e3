import { internalOrg, membersOf, type OrgDraft, type OrgName, orgs } from './content/orgs.js';
import type { PersonName } from './content/people.js';
import type { Scene } from './scene.js';

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
