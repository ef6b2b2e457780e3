import { describe, expect, test } from 'vitest';
import { type StatusData, shortStatus, statusObject } from '../../src/views/status.js';
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
  (await shown(options, (show) => show.write({ is: 'object', data: statusObject(given, setting) }))).stdout;

describe('status', () => {
  test('a block that failed is named, the others are shown', async () => {
    expect(await status(failed, { isTerminal: true })).toBe(
      'Inbox    could not be loaded\nTasks    could not be loaded\nTickets  0 open\n',
    );
    expect(await status(failed, {})).toBe('me\t\nunread\t\ntasks\t\ntickets\t0\nerrors\ttasks\n');
  });

  test('for a prompt', () => {
    expect(shortStatus(data, now)).toBe('3 unread, 3 tasks, 1 overdue, 1 ticket');
    expect(shortStatus({ ...data, unread: 0, tasks: [], tickets: [] }, now)).toBe('');
    expect(shortStatus(failed, now)).toBe('? unread, ? tasks');
  });
});
