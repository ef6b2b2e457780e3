import { randomBytes } from 'node:crypto';
import type { SignedIn, World } from '../world.js';
import { hashSecret } from './sessions.js';

const prefix = 'trk_';

/** Whether a bearer token looks like an API key rather than a session token. */
export function isApiKey(token: string): boolean {
  return token.startsWith(prefix);
}

/** Creates an API key for a user: `trk_` and 43 characters. Only a hash is stored. It is never rotated. */
export function createApiKey(world: World, userId: string): string {
  const key = prefix + randomBytes(32).toString('base64url');
  world.db.run(
    'INSERT INTO api_keys (key_hash, user_id, name, created_at) VALUES (?, ?, ?, ?)',
    hashSecret(key),
    userId,
    'key',
    world.now().toISOString(),
  );
  return key;
}

/** The user of a key; undefined if the key is unknown or revoked. */
export function findKeyOwner(world: World, key: string): SignedIn | undefined {
  return world.db.get<SignedIn>(
    `SELECT u.id, u.name, u.email, u.image FROM api_keys k JOIN users u ON u.id = k.user_id
     WHERE k.key_hash = ? AND k.revoked_at IS NULL`,
    hashSecret(key),
  );
}

/** Revokes a key. */
export function revokeApiKey(world: World, key: string): void {
  world.db.run('UPDATE api_keys SET revoked_at = ? WHERE key_hash = ?', world.now().toISOString(), hashSecret(key));
}
