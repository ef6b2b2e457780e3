import type { People, Person } from '../../contract/shapes/wide.js';
import { compareIds, type SandboxSignIn, type Shape, type World } from '../world.js';

type NameRow = Pick<SandboxSignIn, 'id' | 'name'>;

/** A user's colour, always the same for an id: hex (docs/api.md, Task list row), or `hsl()` as public servers send it. */
export function colorOf(userId: string, shape: Shape): string {
  const hue = hueOf(userId);
  return shape === 'wire' ? `hsl(${hue} 55% 60%)` : hexOf(hue);
}

function hueOf(userId: string): number {
  let hash = 0;
  for (let index = 0; index < userId.length; index++) hash = (hash * 31 + userId.charCodeAt(index)) >>> 0;
  return hash % 360;
}

/** The hex form of `hsl(hue 55% 60%)`. */
function hexOf(hue: number): string {
  const channel = (offset: number): string => {
    const turn = (offset + hue / 30) % 12;
    const value = 0.6 - 0.22 * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** The names and colours of users by id, as lists and details carry them; unknown ids are left out. */
export function peopleOf(world: World, userIds: Iterable<string | null>): People {
  const rows = world.db.all<NameRow>(
    'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(userIds)]),
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, { name, color: colorOf(id, world.shape) }]));
}

/** The people who can be assigned work, by name: the team, and for a ticket the members of its organisation too. */
export function assignablePeople(world: World, orgId = ''): Person[] {
  const rows = world.db.all<NameRow>(
    `SELECT DISTINCT u.id, u.name FROM users u JOIN org_members m ON m.user_id = u.id JOIN orgs o ON o.id = m.org_id
     WHERE o.is_internal = 1 OR o.id = ? ORDER BY u.name, u.id`,
    orgId,
  );
  return rows.map(({ id, name }) => ({ id, name, color: colorOf(id, world.shape) }));
}

/** The ids of those people. */
export function assignableIds(world: World, orgId?: string): ReadonlySet<unknown> {
  return new Set(assignablePeople(world, orgId).map((person) => person.id));
}

/** The first letters of the first and last word of a name, such as `AL`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** The assignees of a task or ticket, in the order they were added. */
export function readAssignees({ db }: World, of: 'task' | 'ticket', id: string): string[] {
  return db.texts(`SELECT user_id FROM ${of}_assignees WHERE ${of}_id = ? ORDER BY position`, id);
}

/** Replaces the assignees of a task or ticket by these, in that order, and says who is new and gone; undefined if they are the same. */
export function changeAssignees(world: World, of: 'task' | 'ticket', id: string, wanted: readonly string[]) {
  const before = readAssignees(world, of, id);
  if (JSON.stringify(before) === JSON.stringify(wanted)) return undefined;
  storeAssignees(world, of, id, wanted);
  return compareIds(before, wanted);
}

/** Replaces the assignees of a task or ticket by these, in that order. */
export function storeAssignees({ db }: World, of: 'task' | 'ticket', id: string, userIds: readonly string[]): void {
  db.run(`DELETE FROM ${of}_assignees WHERE ${of}_id = ?`, id);
  for (const [position, userId] of userIds.entries())
    db.insert(`${of}_assignees`, { [`${of}Id`]: id, userId, position });
}
