import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';
import type { SandboxSignIn, World } from '../world.js';
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
  | { readonly kind: 'done'; readonly user: SandboxSignIn; readonly token: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'later'; readonly seconds: number };

/** Signs in with email and password. Does not reveal which of the two was wrong, not even by its timing. */
export function signInWithPassword(world: World, attempts: Attempts, given: string, password: string): SignIn {
  // The database reads a text only up to NUL; attempts must be counted for the same account.
  const email = given.replace(/\0.*/s, '').trim();
  const wait = attempts.secondsToWait(email);
  if (wait > 0) return { kind: 'later', seconds: wait };
  const row = world.db.get<SandboxSignIn & { hash: string }>(
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

export type Attempts = ReturnType<typeof countAttempts>;

const window = 15 * 60 * 1000;
const perAccount = 50;
const inAll = 200;

/** The key of all accounts together, which nobody can give as an email address: blanks around one are dropped. */
const everyone = ' ';

/**
 * Counts wrong passwords per account and in total, in memory, for one running sandbox: fifty lock an account for the rest of a
 * quarter of an hour (docs/requirements.md, R77).
 */
export function countAttempts(now: () => Date) {
  const counts = new Map<string, { readonly wrong: number; readonly until: number }>();
  const leftOf = (key: string): number => (counts.get(key)?.until ?? 0) - now().getTime();
  const seconds = (key: string, limit: number): number =>
    (counts.get(key)?.wrong ?? 0) < limit ? 0 : Math.max(0, Math.ceil(leftOf(key) / 1000));
  return {
    /** Seconds until `account` may be tried again; 0 if it may be tried now. */
    secondsToWait: (account: string): number =>
      Math.max(seconds(account.toLowerCase(), perAccount), seconds(everyone, inAll)),
    countWrong(account: string): void {
      if (leftOf(everyone) <= 0) counts.clear();
      for (const key of [everyone, account.toLowerCase()]) {
        const known = leftOf(key) > 0 ? counts.get(key) : undefined;
        const { wrong, until } = known ?? { wrong: 0, until: now().getTime() + window };
        counts.set(key, { wrong: wrong + 1, until });
      }
    },
    forget: (account: string): void => void counts.delete(account.toLowerCase()),
  };
}

/** Someone who can sign in. */
interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly orgs: readonly { readonly slug: string; readonly name: string; readonly role: string }[];
}

/** Everyone who can sign in: the team first, then by organisation and name. */
export function listAccounts({ db }: World): readonly Account[] {
  const rows = db.all<Omit<Account, 'orgs'> & { slug: string; org: string; role: string }>(
    `SELECT u.id, u.name, u.email, o.slug, o.name AS org, m.role FROM users u
     JOIN org_members m ON m.user_id = u.id JOIN orgs o ON o.id = m.org_id
     ORDER BY o.is_internal DESC, o.name, u.name, u.id`,
  );
  const accounts = new Map<string, Account>();
  for (const { id, name, email, slug, org, role } of rows) {
    const orgs = accounts.get(id)?.orgs ?? [];
    accounts.set(id, { id, name, email, orgs: [...orgs, { slug, name: org, role }] });
  }
  return [...accounts.values()];
}

/** Gives all accounts the same new password. */
export function resetPassword({ db }: World): string {
  const password = makePassword();
  db.run('UPDATE users SET password_hash = ?', hashPassword(password));
  return password;
}
