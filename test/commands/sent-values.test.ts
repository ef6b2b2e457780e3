import { expect, test } from 'vitest';
import { allShapes, narrow, openWorld } from '../support/run.js';

/** Commands, and keys that both a column of ours and the server's answer have, or had. */
const lists: readonly (readonly [command: string, keys: readonly string[]])[] = [
  ['tasks list --scope all', ['assignees', 'project', 'due', 'status', 'estimate']],
  ['tickets list --segment all', ['assignees', 'createdBy', 'customerId', 'tags', 'checklist']],
  ['projects list', ['members', 'leadId', 'status']],
  ['projects activity SCM', ['actor', 'taskId', 'type']],
  ['chat list --org lantern-works', ['messages', 'createdBy', 'tagIds', 'status']],
  ['notes list', ['pinned', 'icon', 'kind']],
  ['wiki list', ['icon', 'isFolder']],
  ['inbox list', ['kind', 'url', 'entityId', 'body']],
  ['search SCM', ['type', 'subtitle', 'url']],
  ['attachments list BERG-9', ['uploadedBy', 'sizeBytes', 'createdAt']],
  ['orgs list', ['name', 'color']],
];

const views: readonly (readonly [command: string, entity: string | undefined, keys: readonly string[]])[] = [
  ['tasks view SCM-12', 'task', ['assignees', 'project', 'createdBy', 'createdAt', 'tags', 'checklist']],
  ['tickets view BERG-9', 'ticket', ['assignees', 'createdBy', 'tags', 'status']],
  ['tickets view BERG-9', undefined, ['messages', 'attachments', 'canEdit']],
  ['projects view SCM', 'project', ['leadId', 'status', 'taskCount']],
  ['chat view "Lunch on Friday"', undefined, ['messages', 'authors']],
  ['status', undefined, ['me', 'unread', 'tasks', 'tickets', 'errors']],
  ['whoami', undefined, ['user', 'orgs', 'instances', 'capabilities']],
];

allShapes('a key of the answer is the value of the server in JSON (shape %s) (#10.8)', (world) => {
  test.each(lists)('%s %j', async (command, keys) => {
    const whole = (await world.json(command)) as readonly Record<string, unknown>[];
    const picked = (await world.json(`${command} --fields ${keys.join(',')}`)) as readonly unknown[];
    expect(whole.length).toBeGreaterThan(0);
    expect(picked).toEqual(whole.map((row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))));
  });

  test.each(views)('%s: %s %j', async (command, entity, keys) => {
    const whole = (await world.json(command)) as Record<string, unknown>;
    const source = (entity === undefined ? whole : whole[entity]) as Record<string, unknown>;
    const picked = await world.json(`${command} --fields ${keys.join(',')}`);
    expect(picked).toEqual(Object.fromEntries(keys.map((key) => [key, source[key] ?? null])));
  });
});

test('what a column makes of a field for people has a name of its own (#10.8)', async () => {
  const { json, run } = await openWorld();
  const [task] = (await json('tasks list --scope all -L 1 --fields assigneeNames,projectKey')) as readonly unknown[];
  expect(task).toEqual({ assigneeNames: ['Mara Lindqvist', 'Zoë Baptiste'], projectKey: 'SCM' });
  const [project] = (await json('projects list -L 1 --fields memberCount,memberNames')) as readonly unknown[];
  expect(project).toEqual({ memberCount: expect.any(Number), memberNames: expect.any(Array) });
  const view = await json('tickets view BERG-9 --fields assigneeNames,createdByName,messageCount');
  expect(view).toEqual({
    assigneeNames: expect.any(Array),
    createdByName: expect.any(String),
    messageCount: expect.any(Number),
  });
  const { stdout } = await run('tasks list --scope all -L 1 --fields ref,assignees,project', narrow);
  expect(stdout).toMatch(/ me, Zoë| me \+1/);
});
