import type { Client } from '../client/client.js';
import { findMe } from '../client/find/people.js';
import { type Row, rowsWithin, titleOf, uuidOf } from '../contract/row.js';
import type { Option } from '../terminal/prompt/prompt.js';

/** The team: the people a task can be assigned to. Empty if the caller has no task that lists them. */
export async function readTeam(client: Client): Promise<readonly Row[]> {
  const [task] = rowsWithin(await client.call('GET /tasks', { query: { scope: 'mine' } }), 'tasks');
  if (!task) return [];
  return rowsWithin(await client.call('GET /tasks/:id', { id: uuidOf(task) }), 'assignableUsers');
}

/** People to choose from: you, the team, then the others, each by name. You are among them in any case. */
export async function peopleOptions(
  client: Client,
  people: readonly Row[],
  team: readonly Row[],
): Promise<readonly Option<string>[]> {
  const me = await findMe(client);
  const inTeam = new Set(team.map(uuidOf));
  const names = new Map(people.map((row) => [uuidOf(row), titleOf(row)]));
  names.set(me, `${names.get(me) || client.index.find('people', me)?.title || 'you'} (you)`);
  const rank = (id: string): number => (id === me ? 0 : inTeam.has(id) ? 1 : 2);
  return [...names]
    .filter(([id]) => id !== '')
    .map(([value, name]) => ({ name: name || value, value }))
    .sort((a, b) => rank(a.value) - rank(b.value) || a.name.localeCompare(b.name));
}
