import { describe, expect, test } from 'vitest';
import { openWorld, shapes } from '../support/run.js';

/** What docs/api.md says of each, in names that an answer may leave out. */
const documented: readonly (readonly [command: string, fields: string])[] = [
  ['tasks list', 'description,dependsOnIds,dependsOn,dependents,startDate,timeLogs,sourceTicket,assignee'],
  ['tasks view OPS-2', 'description,dependsOnIds,dependsOn,startDate,estimate,attachments,canEdit'],
  ['tickets list', 'description,orgColor,firstResponseAt,satisfactionScore,messageCount'],
  ['tickets view SCM-3', 'description,satisfactionScore,closedAt,linkedTasks,canInternalNote'],
  ['projects list', 'leadId,icon,color,description'],
  ['projects view SCM', 'description,orgId,leadId,taskCount,members'],
  ['projects activity SCM', 'taskId,taskRef,actor'],
  ['wiki list', 'parentId,icon,sortOrder'],
  ['notes list', 'icon,parentId,meetingDate'],
  ['chat list --org lantern-works', 'createdBy,status,tagIds'],
  ['inbox list', 'actorId,readAt,entityType,createdAt'],
  ['search SCM', 'displayId,subtitle'],
  ['orgs list', 'color,slug,name'],
];

describe.each(shapes)('shape %s', (shape) => {
  const world = openWorld({ shape });

  test.each(documented)('%s knows %s', async (command, fields) => {
    const { run } = await world;
    const { code, stdout, stderr } = await run(`${command} --json=${fields}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answer = [JSON.parse(stdout)].flat();
    expect(answer.length).toBeGreaterThan(0);
    for (const row of answer) expect(Object.keys(row)).toEqual(fields.split(','));
  });

  test('what is known and absent is null in JSON and empty in a line', async () => {
    const { run } = await world;
    const made = await run('tasks create --project SCM -t Bare');
    const ref = made.stdout.trim();
    expect(JSON.parse((await run(`tasks view ${ref} --json=description,startDate`)).stdout)).toEqual({
      description: null,
      startDate: null,
    });
    expect((await run(`tasks view ${ref} --fields description --tsv`)).stdout).toBe('description\t\n');
  });

  test('a name nobody knows is still refused', async () => {
    const { run } = await world;
    for (const command of ['tasks list', 'tasks view SCM-12', 'wiki list', 'orgs list']) {
      const { code, stderr } = await run(`${command} --json=descriptoin`);
      expect({ command, code, told: stderr.includes('unknown name in --fields') }).toEqual({
        command,
        code: 2,
        told: true,
      });
    }
  });
});

test('every flag of the lists of work finds something by default', async () => {
  const { run } = await openWorld();
  for (const line of [
    'tasks list --scope all --since 3d -q',
    'tasks list --scope all --tag payroll --state all -q',
    'tasks list --scope all --search planners -q',
    'tasks list --scope all --sort -updated -q',
    'tasks list --scope all --sort plannedFor -q',
    'tasks list --scope all --fields updated,tags,createdBy',
    'tickets list --segment all --since 3d -q',
    'tickets list --segment all --stale 3d -q',
    'tickets list --segment all --waiting -q',
    'tickets list --segment all --sort -messageCount -q',
    'status --since 3d',
  ]) {
    const { code, stdout, stderr } = await run(line);
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    expect(stdout, line).not.toBe('');
  }
});
