import type { World } from '../world.js';
import { hashPassword, makePassword } from './passwords.js';

/** Someone who can sign in. */
export interface Account {
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
