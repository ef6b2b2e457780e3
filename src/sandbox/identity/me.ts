import { isRow } from '../../contract/row.js';
import type { KnownInstance } from '../../contract/shapes/session.js';
import { capabilitiesOf, readAccess, visibleOrgs } from '../access/access.js';
import { countUnread } from '../inbox/inbox.js';
import { type Handlers, ok, Refusal, timestamp, type World } from '../world.js';

/** Who the caller is, and what belongs to them. The probe is elsewhere, since it needs no sign-in. */
export const meHandlers = {
  /** The caller and what they may do (docs/api.md, Session). */
  'GET /me'({ world, user }) {
    const access = readAccess({ world, user });
    const stored = world.db.value<string>('SELECT instances FROM users WHERE id = ?', user.id);
    return ok({
      user,
      capabilities: capabilitiesOf(access),
      orgs: visibleOrgs(world, access),
      unreadCount: countUnread(world, user.id),
      // The column holds what the seed wrote, in this shape.
      instances: JSON.parse(stored ?? '[]') as readonly KnownInstance[],
    });
  },
  /** Changes the caller's name and image (docs/api.md, Current user and related). */
  'PATCH /me/profile'({ world, user, body }) {
    const { name, image } = body;
    if (name === undefined && image === undefined) throw new Refusal(400, 'Give a name, an image or both.');
    const patched = {
      ...user,
      ...(name === undefined ? {} : { name: readUpTo(longestName, 'name', name) }),
      ...(image === undefined ? {} : { image: readImage(image) }),
    };
    world.db.update('users', user.id, { name: patched.name, image: patched.image });
    return ok({ ok: true, user: patched });
  },
  /** Saved views and filters per page (docs/api.md, Session). */
  'GET /me/views'({ world, user }) {
    const views = readViews(world, user.id);
    return ok(world.shape === 'wire' ? { viewState: views } : { views });
  },
  /** Merges a patch into the saved state of a page. */
  'POST /me/views'({ world, user, body }) {
    const { key, patch } = body;
    if (typeof key !== 'string' || !pages.includes(key))
      throw new Refusal(400, `key must be one of ${pages.join(', ')}.`);
    if (!isRow(patch)) throw new Refusal(400, 'patch must be an object.');
    if (JSON.stringify(patch).length > longestPatch)
      throw new Refusal(413, `patch is longer than ${longestPatch} characters.`);
    if (patch.savedViews !== undefined) checkSavedViews(patch.savedViews);
    const state = { ...readViews(world, user.id)[key], ...patch };
    world.db.replace('view_states', { userId: user.id, key, state: JSON.stringify(state) });
    return ok({ ok: true });
  },
  /** Adds a token for push delivery (docs/api.md, Devices). A known one moves to the caller. */
  'POST /push/tokens'({ world, user, body }) {
    const { platform, deviceName, ...fields } = body;
    const token = readUpTo(longestToken, 'token', fields.token);
    if (typeof platform !== 'string' || !platforms.includes(platform)) {
      throw new Refusal(400, `platform must be one of ${platforms.join(', ')}.`);
    }
    const name = typeof deviceName === 'string' ? deviceName.trim().slice(0, longestDeviceName) || null : null;
    const device = { token, userId: user.id, platform, deviceName: name, createdAt: timestamp(world) };
    world.db.replace('push_tokens', device);
    return ok({ ok: true });
  },
  'DELETE /push/tokens'({ world, user, body }) {
    const token = readUpTo(longestToken, 'token', body.token);
    world.db.run('DELETE FROM push_tokens WHERE token = ? AND user_id = ?', token, user.id);
    return ok({ ok: true });
  },
} satisfies Handlers;

const longestName = 80;

function readUpTo(longest: number, name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > longest) throw new Refusal(400, `${name} must have 1 to ${longest} characters.`);
  return text;
}

function readImage(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw new Refusal(400, 'image must be a URL, or null for none.');
  return value.trim() || null;
}

const platforms = ['ios', 'android', 'ios-live-activity'];
const longestToken = 4096;
const longestDeviceName = 200;

const pages = ['tasks', 'projects', 'projectTasks', 'week', 'tickets', 'wiki', 'notes', 'portal', 'shell'];
const longestPatch = 32_768;
const maxSavedViews = 20;
const longestViewName = 60;

function readViews(world: World, userId: string): Record<string, Record<string, unknown>> {
  const rows = world.db.all<{ key: string; state: string }>(
    'SELECT key, state FROM view_states WHERE user_id = ?',
    userId,
  );
  // Only objects are ever stored.
  return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.state) as Record<string, unknown>]));
}

function checkSavedViews(value: unknown): void {
  if (Array.isArray(value) && value.length <= maxSavedViews && value.every(isSavedView)) return;
  const each = `each with an id and a name of 1 to ${longestViewName} characters`;
  throw new Refusal(400, `savedViews must be a list of at most ${maxSavedViews} views, ${each}.`);
}

function isSavedView(value: unknown): boolean {
  if (!isRow(value)) return false;
  const { id, name } = value;
  return (
    typeof id === 'string' && id !== '' && typeof name === 'string' && name !== '' && name.length <= longestViewName
  );
}
