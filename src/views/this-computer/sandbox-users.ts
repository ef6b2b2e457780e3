import type { ListView } from '../../output/view.js';
import { objectsOf, ownValue, textOf } from '../read-row.js';

/** The columns of `sandbox users`; `ref` is the mail address. */
export const sandboxUserList: ListView = {
  noun: 'users',
  columns: [
    {
      key: 'ref',
      head: 'Mail',
      value: (row) => ownValue(row, 'email'),
      human: (row) => ({ text: textOf(row, 'email') ?? '', tone: 'accent' }),
    },
    { key: 'name', head: 'Name', value: (row) => ownValue(row, 'name'), grow: true },
    { key: 'role', head: 'Role', value: (row) => objectsOf(row, 'orgs').map((org) => textOf(org, 'role') ?? '') },
    {
      key: 'org',
      head: 'Organisation',
      value: (row) => objectsOf(row, 'orgs').map((org) => textOf(org, 'name') ?? ''),
    },
  ],
  fields: ['id', 'name', 'email', 'orgs'],
};
