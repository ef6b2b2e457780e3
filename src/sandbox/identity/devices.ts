import { type Handlers, ok, Refusal } from '../world.js';

const platforms = ['ios', 'android', 'ios-live-activity'];
const longestToken = 4096;
const longestName = 200;

/** Device tokens for push delivery (docs/api.md, Devices). A known token moves to the caller. */
export const deviceHandlers = {
  'POST /push/tokens': ({ world, user, body }) => {
    const { platform, deviceName, ...fields } = body;
    const token = readToken(fields.token);
    if (typeof platform !== 'string' || !platforms.includes(platform)) {
      throw new Refusal(400, `platform must be one of ${platforms.join(', ')}.`);
    }
    const name = typeof deviceName === 'string' ? deviceName.trim().slice(0, longestName) || null : null;
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
