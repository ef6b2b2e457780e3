import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';
import type { SignedIn, World } from '../world.js';
import type { Attempts } from './attempts.js';
import { startSession } from './sessions.js';

const cost = 4096;
const blockSize = 8;
const longest = 1024;
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password that is easy to read from a terminal: four groups of five letters and digits, about 99 bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** Hashes a password for storage: the parameters, a salt and the scrypt hash. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `scrypt:${cost}:${blockSize}:${salt.toString('base64')}:${derive(password, salt).toString('base64')}`;
}

/** Whether `password` matches the hash `stored`. Takes just as long for an account that does not exist (undefined). */
function isPassword(password: string, stored: string | undefined): boolean {
  const [, , , salt = '', hash = ''] = (stored ?? '').split(':');
  const right = Buffer.from(hash, 'base64');
  const given = derive(password.slice(0, longest), Buffer.from(salt, 'base64'));
  return right.length === given.length && timingSafeEqual(right, given);
}

function derive(password: string, salt: Uint8Array): Buffer {
  return scryptSync(password.normalize('NFC'), salt, 32, { N: cost, r: blockSize });
}

/** A new session, a wrong email or password, or a required wait in seconds. */
type SignIn =
  | { readonly kind: 'done'; readonly user: SignedIn; readonly token: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'later'; readonly seconds: number };

/** Signs in with email and password. Does not reveal which of the two was wrong, not even by its timing. */
export function signInWithPassword(world: World, attempts: Attempts, given: string, password: string): SignIn {
  // The database reads a text only up to NUL; attempts must be counted for the same account.
  const email = given.replace(/\0.*/s, '').trim();
  const wait = attempts.secondsToWait(email);
  if (wait > 0) return { kind: 'later', seconds: wait };
  const row = world.db.get<SignedIn & { hash: string }>(
    'SELECT id, name, email, image, password_hash AS hash FROM users WHERE email = ?',
    email,
  );
  if (isPassword(password, row?.hash) && row) {
    attempts.forget(email);
    const { hash: _, ...user } = row;
    return { kind: 'done', user, token: startSession(world, user.id) };
  }
  attempts.countWrong(email);
  const seconds = attempts.secondsToWait(email);
  return seconds > 0 ? { kind: 'later', seconds } : { kind: 'wrong' };
}
