import { beforeAll, expect, test } from 'vitest';
import { allShapes, narrow, remarked, wide } from '../support/run.js';

interface Row {
  readonly changes?: unknown;
}

allShapes('every write says what was and what is, %s shape', (world) => {
  let people: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const { assignableUsers } = (await world.json('tickets view CASA-16')) as {
      assignableUsers: readonly { id: string; name: string }[];
    };
    people = Object.fromEntries(assignableUsers.map(({ id, name }) => [name, id]));
    await world.run('tasks list --scope all -q');
  });

  test('a ticket: a status, a person and a tag', async () => {
    await world.run('tickets edit CASA-16 -s open --set-assignee none --set-tag late');
    const said = await world.run('tickets edit CASA-16 -s resolved -a Zoë --tag paid --remove-tag late', narrow);
    expect(said).toEqual(
      remarked('', 'CASA-16: status open → resolved, assignees + Zoë Baptiste, tags + paid − late\n'),
    );
    const [row] = (await world.json('tickets edit CASA-16 -s open --remove-assignee Zoë')) as readonly Row[];
    expect(row?.changes).toEqual({
      status: { from: 'resolved', to: 'open' },
      assignees: { added: [], removed: [people['Zoë Baptiste']] },
    });
  });

  test('a task: days, durations, texts and dependencies as people say them', async () => {
    await world.run('tasks edit SCM-12 -t Rope -b none --due none --estimate 90 --planned none --set-dependency none');
    const line =
      'tasks edit SCM-12 -t "New rope" -b "Wet." --due 2026-12-24 --estimate none --planned today --depends-on SCM-3';
    expect(await world.run(line, wide)).toEqual(
      remarked(
        '',
        'SCM-12: title "Rope" → "New rope", due none → 24 Dec, estimate 1h 30m → none, planned none → 20 Nov, description none → "Wet.", dependencies + SCM-3\n',
      ),
    );
  });

  test('words instead of symbols', async () => {
    await world.run('tasks edit SCM-13 -s todo --set-tag dry');
    const env = { NO_COLOR: '1', ACCESSIBLE: '1' };
    expect(await world.run('tasks edit SCM-13 -s done --tag wet --remove-tag dry', { ...narrow, env })).toEqual(
      remarked('', 'SCM-13: status from todo to done, tags added wet removed dry\n'),
    );
    const { stderr } = await world.run('tickets edit CASA-9 -a Zoë', { ...narrow, env });
    expect(stderr).toBe('CASA-9: assigned Zoë Baptiste\n');
  });

  test('nothing that changes has no changes', async () => {
    await world.run('tasks edit SCM-14 -s todo');
    expect(await world.json('tasks edit SCM-14 -s todo')).toEqual([
      { ref: 'SCM-14', uuid: expect.any(String), ok: true },
    ]);
    expect(await world.run('tasks edit SCM-14 -s todo', narrow)).toEqual(remarked('', 'SCM-14 is already todo.\n'));
  });

  test.each([
    ['done SCM-15', { status: { from: 'todo', to: 'done' } }],
    ['reopen SCM-15', { status: { from: 'done', to: 'todo' } }],
    ['close SCM-15', { status: { from: 'todo', to: 'done' } }],
    ['assign SCM-15 @me', { assignees: { added: [expect.any(String)], removed: [] } }],
  ])('%s', async (line, changes) => {
    if (line.startsWith('done')) await world.run('tasks edit SCM-15 -s todo --set-assignee none');
    const [row] = (await world.json(line)) as readonly Row[];
    expect(row?.changes).toEqual(changes);
  });

  test('a checklist names its items', async () => {
    const changed = (await world.json('checklist WEB-1 --add "Buy rope"')) as Row;
    const none = { added: [], checked: [], unchecked: [], removed: [] };
    expect(changed.changes).toEqual({ checklist: { ...none, added: ['Buy rope'] } });
    expect(await world.run('checklist WEB-1 --check 1', narrow)).toEqual(
      remarked('', 'WEB-1: checked "Buy rope"; 1 of 1 done.\n'),
    );
  });

  test('one column of the changes', async () => {
    await world.run('tasks edit SCM-14 -s todo');
    expect((await world.run('tasks edit SCM-14 -s done --fields ref,changes.status.from')).stdout).toBe(
      'SCM-14\ttodo\n',
    );
  });
});
