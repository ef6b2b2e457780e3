import type { ObjectData } from '../output/shown.js';
import type { DetailLines, HumanLine, JsonObject } from '../output/view.js';
import { objectOf, objectsOf, ownText, ownValue } from './read-row.js';

interface Session {
  readonly instance: string;
  readonly url: string;
  /** What this process may do, and why: `propose (TRACKER_ACCESS)`. */
  readonly access: string;
}

export const whoamiPipeLines: DetailLines = {
  keys: 'name email id instance url type admin orgs surfaces create unread instances access'.split(' '),
};

/** `tracker whoami` in every format, from the response to `GET /me`. */
export function whoamiObject(me: JsonObject, { instance, url, access }: Session): ObjectData {
  const user = objectOf(me, 'user');
  const capabilities = objectOf(me, 'capabilities');
  const id = ownText(user, 'id') ?? '';
  return {
    object: me,
    ref: id,
    uuid: id,
    fields: [
      { key: 'name', label: 'Name', value: ownText(user, 'name') },
      { key: 'email', label: 'Email', value: ownText(user, 'email') },
      { key: 'id', label: 'Id', value: ownText(user, 'id') },
      { key: 'instance', label: 'Instance', value: instance },
      { key: 'url', label: 'URL', value: url },
      { key: 'type', label: 'Type', value: ownText(capabilities, 'userType') },
      { key: 'admin', label: 'Admin', value: ownValue(capabilities, 'isAdmin') },
      {
        key: 'orgs',
        label: 'Organisations',
        value: objectsOf(me, 'orgs').map((org) => ownText(org, 'slug', 'name', 'id')),
      },
      { key: 'surfaces', label: 'Surfaces', value: grantedIn(objectOf(capabilities, 'surfaces')) },
      { key: 'create', label: 'Create', value: grantedIn(objectOf(capabilities, 'quickCreate')) },
      { key: 'unread', label: 'Unread', value: ownValue(me, 'unreadCount') },
      {
        key: 'instances',
        label: 'Instances',
        value: objectsOf(me, 'instances').map((server) => ownText(server, 'url')),
      },
      { key: 'access', label: 'Access', value: access },
    ],
    human: () => whoamiLines(me, { instance, url, access }),
    tooWide: 'wrap',
  };
}

/** `tracker whoami` for people: the user and the server, what the account may use, its organisations, and other known servers. */
function whoamiLines(me: JsonObject, { instance, url, access }: Session): readonly HumanLine[] {
  const user = objectOf(me, 'user');
  const capabilities = objectOf(me, 'capabilities');
  const email = ownText(user, 'email');
  const admin = ownValue(capabilities, 'isAdmin') === true ? ', admin' : '';
  const pairs: readonly (readonly [string, string])[] = [
    ['Unread', ownText(me, 'unreadCount') ?? ''],
    ['Account', `${ownText(capabilities, 'userType') ?? ''}${admin}`.replace(/^, /, '')],
    ['Can see', grantedIn(objectOf(capabilities, 'surfaces')).join(', ')],
    ['Can create', grantedIn(objectOf(capabilities, 'quickCreate')).join(', ')],
    ['User id', ownText(user, 'id') ?? ''],
    ['Access', access],
  ];
  return [
    [
      { text: ownText(user, 'name', 'email', 'id') ?? 'Unknown user', tone: 'strong' },
      { text: email === undefined ? '' : `  ${email}`, tone: 'dim' },
    ],
    `Signed in to ${instance}, ${url}`,
    '',
    ...pairs.flatMap(([label, value]): readonly HumanLine[] =>
      value === '' ? [] : [[{ text: label.padEnd(12), tone: 'dim' }, value]],
    ),
    ...orgLines(me, capabilities),
    ...namedBlock(
      'Known instances',
      objectsOf(me, 'instances').map((server) => [ownText(server, 'url') ?? '', ownText(server, 'name') ?? '']),
    ),
  ];
}

function orgLines(me: JsonObject, capabilities: JsonObject): readonly HumanLine[] {
  const roles = objectOf(capabilities, 'orgs');
  const rows = objectsOf(me, 'orgs').map((org): NamedRow => {
    const role = ownText(objectOf(roles, ownText(org, 'id') ?? ''), 'role');
    const name = ownText(org, 'name', 'slug', 'id') ?? '';
    return [ownText(org, 'slug', 'name', 'id') ?? '', role === undefined ? name : `${name} (${role})`];
  });
  return namedBlock('Organisations', rows);
}

type NamedRow = readonly [name: string, title: string];

function namedBlock(title: string, rows: readonly NamedRow[]): readonly HumanLine[] {
  if (rows.length === 0) return [];
  const widest = rows.reduce((most, [name]) => Math.max(most, name.length), 0);
  const lines = rows.map(
    ([name, called]): HumanLine => [{ text: `  ${name.padEnd(widest)}`, tone: 'accent' }, `  ${called}`],
  );
  return ['', { text: title, tone: 'strong' }, ...lines];
}

function grantedIn(flags: JsonObject): readonly string[] {
  return Object.keys(flags).filter((name) => flags[name] === true);
}
