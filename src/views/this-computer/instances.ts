import type { JsonObject, ListView } from '../../output/view.js';
import { timeCell } from '../cells/times.js';
import { ownValue, textOf } from '../read-row.js';

/** An instance known on this machine, for a row of `instances list`. */
export interface InstanceFacts {
  readonly name: string;
  readonly url: string;
  readonly userName?: string | undefined;
  readonly userId?: string | undefined;
  readonly isDefault: boolean;
  readonly isSignedIn: boolean;
}

/** A row of `instances list`; an instance's name is its reference. */
export function instanceRow({ name, url, userName, userId, isDefault, isSignedIn }: InstanceFacts): JsonObject {
  return {
    id: name,
    name,
    url,
    user: userName ?? null,
    userId: userId ?? null,
    default: isDefault,
    signedIn: isSignedIn,
  };
}

/** The columns of `instances list`, for rows from instanceRow. */
export const instanceList: ListView = {
  noun: 'instances',
  columns: [
    {
      key: 'ref',
      head: 'Name',
      value: (row) => textOf(row, 'name'),
      human: (row) => ({
        text: textOf(row, 'name') ?? '',
        tone: ownValue(row, 'default') === true ? 'strong' : 'plain',
      }),
    },
    { key: 'url', head: 'URL', value: (row) => ownValue(row, 'url'), grow: true },
    {
      key: 'user',
      head: 'User',
      value: (row) => textOf(row, 'user', 'userId'),
      human: (row) => textOf(row, 'user', 'userId') ?? '',
    },
    {
      key: 'signedIn',
      head: 'Session',
      value: (row) => ownValue(row, 'signedIn'),
      human: (row) =>
        ownValue(row, 'signedIn') === true ? { text: 'signed in', tone: 'good' } : { text: 'signed out', tone: 'dim' },
    },
    {
      key: 'default',
      head: 'Default',
      value: (row) => ownValue(row, 'default'),
      human: (row) => (ownValue(row, 'default') === true ? 'yes' : ''),
    },
  ],
  fields: [],
};

/** The columns of `instances list --known`: servers the user's account remembers. */
export const knownInstanceList: ListView = {
  noun: 'known instances',
  columns: [
    {
      key: 'ref',
      head: 'URL',
      value: (row) => textOf(row, 'url'),
      human: (row) => ({ text: textOf(row, 'url') ?? '', tone: 'accent' }),
    },
    { key: 'name', head: 'Name', value: (row) => ownValue(row, 'name'), grow: true },
    {
      key: 'added',
      head: 'Added',
      value: (row) => ownValue(row, 'addedAt'),
      human: (row, { now }) => timeCell(textOf(row, 'addedAt'), now),
    },
  ],
  fields: ['url', 'name', 'logoUrl', 'addedAt'],
};
