import { isPlainObject } from '../fields/fields.js';
import { type Handlers, ok, Refusal, type World } from '../world.js';

const keys = ['tasks', 'projects', 'projectTasks', 'week', 'tickets', 'wiki', 'notes', 'portal', 'shell'];
const longestPatch = 32_768;
const maxSavedViews = 20;
const longestName = 60;

/** Saved views and filters per page (docs/api.md, Session). */
export const viewHandlers = {
  'GET /me/views': ({ world, user }) => {
    const views = readViews(world, user.id);
    return ok(world.shape === 'wire' ? { viewState: views } : { views });
  },
  'POST /me/views': ({ world, user, body }) => {
    const { key, patch } = body;
    if (typeof key !== 'string' || !keys.includes(key))
      throw new Refusal(400, `key must be one of ${keys.join(', ')}.`);
    if (!isPlainObject(patch)) throw new Refusal(400, 'patch must be an object.');
    if (JSON.stringify(patch).length > longestPatch)
      throw new Refusal(413, `patch is longer than ${longestPatch} characters.`);
    if (patch.savedViews !== undefined) checkSavedViews(patch.savedViews);
    const state = { ...readViews(world, user.id)[key], ...patch };
    world.db.run(
      `INSERT INTO view_states (user_id, key, state) VALUES (?, ?, ?)
       ON CONFLICT (user_id, key) DO UPDATE SET state = excluded.state`,
      user.id,
      key,
      JSON.stringify(state),
    );
    return ok({ ok: true });
  },
} satisfies Handlers<'GET /me/views' | 'POST /me/views'>;

function readViews(world: World, userId: string): Record<string, Record<string, unknown>> {
  const rows = world.db.all<{ key: string; state: string }>(
    'SELECT key, state FROM view_states WHERE user_id = ?',
    userId,
  );
  // Only objects are ever stored.
  return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.state) as Record<string, unknown>]));
}

function checkSavedViews(value: unknown): void {
  if (!Array.isArray(value) || value.length > maxSavedViews || !value.every(isSavedView)) {
    throw new Refusal(
      400,
      `savedViews must be a list of at most ${maxSavedViews} views, each with an id and a name of 1 to ${longestName} characters.`,
    );
  }
}

function isSavedView(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { id, name } = value;
  return typeof id === 'string' && id !== '' && typeof name === 'string' && name !== '' && name.length <= longestName;
}
