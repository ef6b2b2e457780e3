import type { SignedIn, World } from '../world.js';
import type { Attempts } from './attempts.js';
import { isPassword } from './passwords.js';
import { startSession } from './sessions.js';

/** A new session, a wrong email or password, or a required wait in seconds. */
export type SignIn =
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
