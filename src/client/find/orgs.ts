import { toNameKey } from '../../contract/plain-letters.js';
import { type Row, rowsWithin, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import { quoteTyped } from '../../http/mask-url.js';
import type { Client } from '../client.js';

/**
 * The id of the ORG with this slug, name or id, ignoring case. Throws `not_found`, suggesting those whose names contain the
 * word, or `ambiguous`.
 */
export async function resolveOrg(client: Client, name: string): Promise<string> {
  const orgs = rowsWithin(await client.call('GET /me'), 'orgs');
  const wanted = toNameKey(name.trim());
  const namesOf = (org: Row): readonly string[] => [textOf(org.slug) ?? '', titleOf(org), uuidOf(org)].map(toNameKey);
  const matches = wanted === '' ? [] : orgs.filter((org) => namesOf(org).includes(wanted));
  const [first, second] = matches;
  if (!first) {
    const like = wanted === '' ? [] : orgs.filter((org) => namesOf(org).some((each) => each.includes(wanted)));
    throw new TrackerError('not_found', `there is no organisation ${quoteTyped(name, 80)} that you can see`, {
      hint: like.length > 0 ? `did you mean ${listOf(like)}?` : `your organisations: ${listOf(orgs) || 'none'}`,
    });
  }
  if (!second) return uuidOf(first);
  throw new TrackerError('ambiguous', `${JSON.stringify(name)} matches several: ${matches.map(describe).join(', ')}`);
}

function listOf(orgs: readonly Row[]): string {
  return orgs
    .slice(0, 12)
    .map((org) => textOf(org.slug) ?? titleOf(org))
    .join(', ');
}

function describe(org: Row): string {
  return `${titleOf(org)} (${textOf(org.slug) ?? uuidOf(org)})`;
}
