import { describe, expect, test } from 'vitest';
import { missing } from '../../support/computer/missing.js';
import { openWorld, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('columns that the rows of many will never have', () => {
  const world = allTests(openWorld);

  test.each([
    'tasks edit SCM-1 -p low --add-assignee priya',
    'tasks edit SCM-1 -e',
    'tasks done SCM-1 SCM-2',
    'tasks delete SCM-1',
    'tasks comment SCM-1 -b x',
    'tickets edit BERG-9 -p low --add-assignee priya',
    'tickets delete BERG-9',
    'inbox read e18c47ce',
  ])('are refused by "%s" before any request, question or editor', async (line) => {
    world.takeRequests();
    const env = { TRACKER_EDITOR: `${missing}/editor`, NO_COLOR: '1' };
    const { code, stdout, stderr } = await world.run(`${line} --fields ref,nope,error.code`, { ...wide, env });
    expect({ code, stdout, requests: world.takeRequests() }).toEqual({ code: 2, stdout: '', requests: [] });
    expect(stderr).toBe(
      'error: unknown name in --fields: "nope"\nhint: known: changes, error, error.code, error.message, error.retryable, error.status, ok, ref, uuid\n',
    );
  });
});
