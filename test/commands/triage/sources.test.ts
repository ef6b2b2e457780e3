import { expect, test } from 'vitest';
import { sourceFor } from '../../../src/commands/triage/sources.js';

test.each([
  [{ state: 'all' }, 'all tickets'],
  [{ state: 'closed' }, 'closed tickets'],
  [{ tasks: true, scope: 'all' }, 'all tasks'],
  [{ tasks: true, scope: 'mine' }, 'my tasks'],
  [{}, 'waiting on us'],
])('the list for %j is called %s', async (given, title) => {
  expect((await sourceFor(given)).title).toBe(title);
});
