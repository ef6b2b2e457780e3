import { type Row, rowsOf, textOf, titleOf, uuidOf } from '../contract/row.js';
import { TrackerError } from '../errors.js';
import { quoteTyped } from '../http/mask-url.js';
import type { Client } from './client.js';

/** The id of an ORG: its slug, name, a unique part of it, or its id. Throws `not_found` or `ambiguous`. */
export async function resolveOrg(client: Client, name: string): Promise<string> {
  const orgs = rowsOf((await client.call('GET /me')).orgs);
  const wanted = name.toLowerCase();
  const names = (org: Row): readonly string[] =>
    [textOf(org.slug) ?? '', titleOf(org), uuidOf(org)].map((each) => each.toLowerCase());
  const exact = orgs.filter((org) => names(org).includes(wanted));
  const matches = exact.length > 0 ? exact : orgs.filter((org) => titleOf(org).toLowerCase().includes(wanted));
  const [first, second] = matches;
  if (!first || wanted === '') {
    throw new TrackerError('not_found', `there is no organisation ${quoteTyped(name, 80)} that you can see`, {
      hint: `yours: ${
        orgs
          .map((org) => textOf(org.slug) ?? titleOf(org))
          .slice(0, 12)
          .join(', ') || 'none'
      }`,
    });
  }
  if (!second) return uuidOf(first);
  throw new TrackerError(
    'ambiguous',
    `${JSON.stringify(name)} fits several: ${matches.map((org) => titleOf(org)).join(', ')}`,
  );
}
