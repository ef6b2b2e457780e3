import { expect, test } from 'vitest';
import { sourceFor } from '../../../src/commands/triage/reading/sources.js';

const day = 86_400_000;

test.each([
  [{}, 'waiting on us'],
  [{ segment: 'all' }, 'waiting on us'],
  [{ segment: 'mine' }, 'my tickets waiting on us'],
  [{ segment: 'watched' }, 'watched tickets waiting on us'],
  [{ state: 'all' }, 'all tickets'],
  [{ state: 'finished', segment: 'mine' }, 'my finished tickets'],
  [{ state: 'all', segment: 'watched' }, 'all watched tickets'],
  [{ stale: 3 * day }, 'stale for 3d'],
  [{ stale: 1.5 * day, segment: 'mine' }, 'my tickets, stale for 36h'],
  [{ stale: 14 * day }, 'stale for 2w'],
  [{ stale: 90 * 60_000 }, 'stale for 90m'],
  [{ since: 'yesterday' }, 'changed since yesterday'],
  [{ since: 'yesterday', waiting: true }, 'waiting on us, changed since yesterday'],
  [{ since: '12h' }, 'changed in the last 12h'],
  [{ since: '2026-11-20' }, 'changed since 2026-11-20'],
  [{ assignee: ['none'] }, 'waiting on us, unassigned'],
  [{ unassigned: true }, 'waiting on us, unassigned'],
  [{ assignee: ['@me'] }, 'waiting on us, assigned to me'],
  [{ assignee: ['noa', '!sean'] }, 'waiting on us, assigned to noa, not assigned to sean'],
  [{ priority: ['high', 'urgent'] }, 'waiting on us, high or urgent priority'],
  [{ status: ['waiting_on_customer'] }, 'waiting on customer'],
  [{ status: ['open', '!paused'] }, 'open, not paused'],
  [{ category: ['billing'] }, 'waiting on us, category billing'],
  [{ org: ['casa'], customer: ['zoë'] }, 'waiting on us, from casa, customer zoë'],
  [{ tag: ['print'] }, 'waiting on us, tagged print'],
  [{ search: 'roster pdf' }, 'matching roster pdf'],
  [{ limit: 5, sort: ['updated'] }, 'waiting on us'],
  [{ view: 'For tonight' }, 'view For tonight'],
  [{ view: 'tonight', segment: 'mine', priority: ['high'] }, 'my tickets, high priority, view tonight'],
  [{ tasks: true, view: 'Overdue' }, 'view Overdue'],
  [{ tasks: true }, 'my tasks'],
  [{ tasks: true, status: ['in_progress'] }, 'my tasks, in progress'],
  [{ tasks: true, state: 'finished' }, 'my finished tasks'],
  [{ tasks: true, assignee: ['noa'] }, 'tasks, assigned to noa'],
  [{ tasks: true, state: 'all', search: 'gate' }, 'all tasks, matching gate'],
  [{ inbox: true }, 'inbox'],
  [{ inbox: true, since: 'yesterday' }, 'inbox since yesterday'],
  [{ inbox: true, since: '3d' }, 'inbox of the last 3d'],
])('the list for %j is called %s', async (given, title) => {
  expect((await sourceFor(given)).title).toBe(title);
});
