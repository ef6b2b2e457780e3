import { describe, expect, test } from 'vitest';
import { type StatusData, shortStatus, statusObject } from '../../src/views/status.js';
import { whoamiObject } from '../../src/views/whoami.js';
import { minutesAgo, now, setting, shown } from '../output/fake-io.js';

const data: StatusData = {
  me: { id: 'u1', name: 'Ada Lovelace' },
  unread: 3,
  tasks: [
    { id: 'SCM-2', title: 'No day', status: 'todo' },
    { id: 'SCM-10', title: 'Late', status: 'todo', due: '2025-11-18' },
    { id: 'SCM-3', title: 'Today', status: 'in_progress', due: '2025-11-21' },
    { id: 'SCM-4', title: 'Over', status: 'done', due: '2025-11-01' },
  ],
  tickets: [
    { id: 'x', displayId: 'ACM-1', subject: 'Help', status: 'open', priority: 'urgent', lastMessageAt: minutesAgo(9) },
  ],
  errors: {},
};
const failed: StatusData = { me: null, unread: null, tasks: null, tickets: [], errors: { tasks: 'It timed out.' } };
const status = async (given: StatusData, options: object) =>
  (await shown(options, (show) => show.object(statusObject(given, setting)))).stdout;

describe('status', () => {
  test('on a terminal', async () => {
    expect(await status(data, { isTerminal: true })).toBe(`Ada Lovelace

Inbox    3 unread
Tasks    3 open, 1 overdue, 1 due today
  SCM-10  overdue 3d  Late
  SCM-3   today       Today
  SCM-2               No day
Tickets  1 open, 1 urgent
  ACM-1  9m ago  urgent  Help
`);
  });

  test('a block that failed is named, the others are shown', async () => {
    expect(await status(failed, { isTerminal: true })).toBe(
      'Inbox    could not be loaded\nTasks    could not be loaded\nTickets  0 open\n',
    );
    expect(await status(failed, {})).toBe('me\t\nunread\t\ntasks\t\ntickets\t0\nerrors\ttasks\n');
  });

  test('in a pipe, and as JSON', async () => {
    expect(await status(data, {})).toBe('me\tAda Lovelace\nunread\t3\ntasks\t3\ntickets\t1\nerrors\t\n');
    const json = JSON.parse(await status(data, { format: 'json' }));
    expect(Object.keys(json)).toEqual(['me', 'unread', 'tasks', 'tickets', 'errors']);
    expect(json.tickets[0]).toMatchObject({ ref: 'ACM-1', uuid: 'x', subject: 'Help' });
  });

  test('for a prompt', () => {
    expect(shortStatus(data, now)).toBe('3 unread, 3 tasks, 1 overdue, 1 ticket');
    expect(shortStatus({ ...data, unread: 0, tasks: [], tickets: [] }, now)).toBe('');
    expect(shortStatus(failed, now)).toBe('? unread, ? tasks');
  });
});

describe('me', () => {
  const me = {
    user: { id: 'u1', name: 'Ada', email: 'ada@x.example' },
    capabilities: {
      userType: 'staff',
      isAdmin: true,
      surfaces: { tickets: true, wiki: false },
      quickCreate: { task: true },
      orgs: { o1: { role: 'org.agent' } },
    },
    orgs: [{ id: 'o1', slug: 'acme', name: 'Acme' }],
    unreadCount: 2,
    instances: [{ url: 'https://o.example', name: 'Other' }],
  };
  const run = async (given: object, options: object) => {
    const object = whoamiObject({ ...given }, { instance: 'work', url: 'https://t.example' });
    return (await shown(options, (show) => show.object(object))).stdout;
  };

  test('on a terminal', async () => {
    expect(await run(me, { isTerminal: true })).toBe(`Ada  ada@x.example
Signed in to work, https://t.example

Unread      2
Account     staff, admin
Can see     tickets
Can create  task
User id     u1

Organisations
  acme  Acme (org.agent)

Known instances
  https://o.example  Other
`);
  });

  test('as JSON it is the data the server sent', async () => {
    expect(JSON.parse(await run(me, { format: 'json' }))).toEqual({ ref: 'u1', uuid: 'u1', ...me });
    expect(await run(me, { format: 'quiet' })).toBe('u1\n');
  });

  test('with nothing in it nothing crashes', async () => {
    expect(await run({ user: null, orgs: 'x', capabilities: [] }, { isTerminal: true })).toBe(
      'Unknown user\nSigned in to work, https://t.example\n\n',
    );
  });
});
