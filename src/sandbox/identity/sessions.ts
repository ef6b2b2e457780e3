import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { attempt } from '../../contract/errors.js';
import { type SandboxSignIn, timestamp, type World } from '../world.js';

const day = 24 * 60 * 60 * 1000;

/** How long a session lives after its last use (milliseconds). */
export const sessionLife = 7 * day;

/** The expiry is extended at most once in this time, so that not every request writes to the database. */
const renewAfter = 60 * 60 * 1000;

interface Session {
  /** Stays the same when the token is rotated. */
  readonly sessionId: number;
  readonly user: SandboxSignIn;
  /** How often it was used since its token was last rotated. */
  readonly requests: number;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * Starts a session and returns its token, which cannot be read again later: only a hash is stored (docs/requirements.md, R72).
 * A token is signed and contains characters that must be encoded in a URL.
 */
export function startSession(world: World, userId: string): string {
  const token = makeToken(world);
  const times = { createdAt: timestamp(world), expiresAt: expiry(world) };
  world.db.insert('sessions', { tokenHash: hashToken(world, token), userId, ...times });
  return token;
}

/** The active session of a token, or undefined. Does not count as a use. */
export function findSession(world: World, token: string): Session | undefined {
  if (!isSigned(world, token)) return undefined;
  const row = world.db.get<SandboxSignIn & Omit<Session, 'user'>>(
    `SELECT u.id, u.name, u.email, u.image, s.id AS sessionId, s.requests, s.created_at AS createdAt, s.expires_at AS expiresAt
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ? AND s.expires_at > ?`,
    hashToken(world, token),
    timestamp(world),
  );
  if (!row) return undefined;
  const { id, name, email, image, ...session } = row;
  return { user: { id, name, email, image }, ...session };
}

/**
 * Uses a session: extends its life and, if `rotateEvery` is above 0, rotates the token on every Nth use, which invalidates the
 * old one in the same transaction (docs/api.md, Authentication 4); the new one is `newToken`. Undefined for an invalid token.
 */
export function useSession(world: World, token: string, rotateEvery: number) {
  const session = findSession(world, token);
  if (!session) return undefined;
  if (rotateEvery > 0) return rotate(world, token, session.requests + 1 >= rotateEvery);
  if (Date.parse(session.expiresAt) - world.now().getTime() < sessionLife - renewAfter) {
    world.db.run('UPDATE sessions SET expires_at = ? WHERE token_hash = ?', expiry(world), hashToken(world, token));
  }
  return { ...session, newToken: undefined };
}

/** Ends the session of a token and returns its id, or undefined if there is none. */
export function endSession(world: World, token: string): number | undefined {
  return world.db.transaction(() => {
    const hash = hashToken(world, token);
    const ended = world.db.value<number>('SELECT id FROM sessions WHERE token_hash = ?', hash);
    world.db.run('DELETE FROM sessions WHERE token_hash = ?', hash);
    return ended;
  });
}

/** Hashes a token or key for storage. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

/** In shape `wire` the part before the dot says whose session it is, as on public servers. */
function hashToken({ shape }: World, token: string): string {
  return hashSecret(shape === 'wire' ? token.replace(/\..*/, '') : token);
}

function rotate(world: World, token: string, due: boolean) {
  return world.db.transaction(() => {
    const session = findSession(world, token);
    if (!session) return undefined;
    const newToken = due ? makeToken(world) : undefined;
    world.db.run(
      'UPDATE sessions SET token_hash = ?, requests = ?, expires_at = ? WHERE token_hash = ?',
      hashToken(world, newToken ?? token),
      due ? 0 : session.requests + 1,
      expiry(world),
      hashToken(world, token),
    );
    return { ...session, newToken };
  });
}

function expiry(world: World): string {
  return new Date(world.now().getTime() + sessionLife).toISOString();
}

function makeToken(world: World): string {
  const value = randomBytes(32).toString('base64url');
  const token = `${value}.${sign(world, value)}`;
  return world.shape === 'wire' ? encodeURIComponent(token) : token;
}

function isSigned(world: World, token: string): boolean {
  const plain = world.shape === 'wire' ? decodeToken(token) : token;
  const dot = plain.indexOf('.');
  if (dot < 0) return world.shape === 'wire' && plain !== '';
  if (plain.length > 200) return false;
  const given = Buffer.from(plain.slice(dot + 1));
  const right = Buffer.from(sign(world, plain.slice(0, dot)));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Decodes a percent-encoded token; empty if it is not encoded exactly as encodeURIComponent does. */
function decodeToken(token: string): string {
  const plain = attempt(() => decodeURIComponent(token)) ?? '';
  return encodeURIComponent(plain) === token ? plain : '';
}

function sign(world: World, value: string): string {
  return createHmac('sha256', signingKey(world)).update(value).digest('base64');
}

/** The key that signs tokens, stored so that sessions survive a restart. It does not open a session by itself. */
function signingKey(world: World): string {
  const read = () => world.db.value<string>("SELECT value FROM meta WHERE key = 'signing-key'");
  const known = read();
  if (known !== undefined) return known;
  const made = randomBytes(32).toString('base64');
  world.db.run("INSERT INTO meta (key, value) VALUES ('signing-key', ?) ON CONFLICT DO NOTHING", made);
  return read() ?? made;
}
