import type { KnownInstance } from '../../contract/session.js';
import { capabilitiesOf, visibleOrgs } from '../access/access.js';
import { countUnread } from '../inbox/inbox.js';
import { type Handlers, ok, Refusal, type SignedIn, type World } from '../world.js';

/** Who the caller is and what they may do (docs/api.md, Session). The probe is elsewhere, since it needs no sign-in. */
export const sessionHandlers = {
  'GET /me': ({ world, user }) =>
    ok({
      user: { id: user.id, name: user.name, email: user.email, image: user.image },
      capabilities: capabilitiesOf(world, user),
      orgs: visibleOrgs(world, user),
      unreadCount: countUnread(world, user.id),
      instances: readInstances(world, user.id),
    }),
} satisfies Handlers<'GET /me'>;

function readInstances(world: World, userId: string): readonly KnownInstance[] {
  const row = world.db.get<{ instances: string }>('SELECT instances FROM users WHERE id = ?', userId);
  // The column holds what the seed wrote, in this shape.
  return JSON.parse(row?.instances ?? '[]') as readonly KnownInstance[];
}

const longestName = 80;

/** The caller's name and image (docs/api.md, Current user and related). */
export const profileHandlers = {
  'PATCH /me/profile': ({ world, user, body }) => {
    const { name, image } = body;
    if (name === undefined && image === undefined) throw new Refusal(400, 'Give a name, an image or both.');
    const patched = {
      ...user,
      ...(name === undefined ? {} : { name: readName(name) }),
      ...(image === undefined ? {} : { image: readImage(image) }),
    };
    save(world, patched);
    return ok({ ok: true, user: { id: user.id, name: patched.name, email: user.email, image: patched.image } });
  },
} satisfies Handlers<'PATCH /me/profile'>;

function readName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '' || name.length > longestName)
    throw new Refusal(400, `name must have 1 to ${longestName} characters.`);
  return name;
}

function readImage(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw new Refusal(400, 'image must be a URL, or null for none.');
  return value.trim() || null;
}

function save(world: World, user: SignedIn): void {
  world.db.run('UPDATE users SET name = ?, image = ? WHERE id = ?', user.name, user.image, user.id);
}

const platforms = ['ios', 'android', 'ios-live-activity'];
const longestToken = 4096;
const longestDeviceName = 200;

/** Device tokens for push delivery (docs/api.md, Devices). A known token moves to the caller. */
export const deviceHandlers = {
  'POST /push/tokens': ({ world, user, body }) => {
    const { platform, deviceName, ...fields } = body;
    const token = readToken(fields.token);
    if (typeof platform !== 'string' || !platforms.includes(platform)) {
      throw new Refusal(400, `platform must be one of ${platforms.join(', ')}.`);
    }
    const name = typeof deviceName === 'string' ? deviceName.trim().slice(0, longestDeviceName) || null : null;
    world.db.run(
      `INSERT INTO push_tokens (token, user_id, platform, device_name, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (token) DO UPDATE
       SET user_id = excluded.user_id, platform = excluded.platform, device_name = excluded.device_name`,
      token,
      user.id,
      platform,
      name,
      world.now().toISOString(),
    );
    return ok({ ok: true });
  },
  'DELETE /push/tokens': ({ world, user, body }) => {
    const token = readToken(body.token);
    world.db.run('DELETE FROM push_tokens WHERE token = ? AND user_id = ?', token, user.id);
    return ok({ ok: true });
  },
} satisfies Handlers<'POST /push/tokens' | 'DELETE /push/tokens'>;

function readToken(value: unknown): string {
  const token = typeof value === 'string' ? value.trim() : '';
  if (token === '' || token.length > longestToken)
    throw new Refusal(400, `token must have 1 to ${longestToken} characters.`);
  return token;
}
