import type { JsonObject, ListView } from '../output/view.js';
import { toned } from './cells/columns.js';
import { objectOf, objectsOf, ownText, ownValue } from './read-row.js';

/** The rows of `orgs list` from the response to `GET /me`: the organisations with the user's role in each. */
export function orgRows(me: JsonObject): readonly JsonObject[] {
  const memberships = objectOf(objectOf(me, 'capabilities'), 'orgs');
  return objectsOf(me, 'orgs').map((org) => {
    const membership = objectOf(memberships, ownText(org, 'id') ?? '');
    return {
      ...org,
      role: ownValue(org, 'role') ?? ownValue(membership, 'role') ?? null,
      isInternal: ownValue(org, 'isInternal') ?? ownValue(membership, 'isInternal') ?? null,
    };
  });
}

/** The columns of `orgs list`, for rows from orgRows; `ref` is the slug. */
export const orgList: ListView = {
  noun: 'organisations',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => ownText(row, 'slug', 'id'), human: toned('accent', 'slug', 'id') },
    { key: 'name', head: 'Name', value: (row) => ownValue(row, 'name'), grow: true },
    { key: 'role', head: 'Role', value: (row) => ownValue(row, 'role'), human: toned('dim', 'role') },
    { key: 'internal', value: (row) => ownValue(row, 'isInternal') },
  ],
  fields: ['id', 'slug', 'name', 'color'],
};
