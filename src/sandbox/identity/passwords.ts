import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';

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
export function isPassword(password: string, stored: string | undefined): boolean {
  const [, , , salt = '', hash = ''] = (stored ?? '').split(':');
  const right = Buffer.from(hash, 'base64');
  const given = derive(password.slice(0, longest), Buffer.from(salt, 'base64'));
  return right.length === given.length && timingSafeEqual(right, given);
}

function derive(password: string, salt: Uint8Array): Buffer {
  return scryptSync(password.normalize('NFC'), salt, 32, { N: cost, r: blockSize });
}
