import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, type SmallWorld } from '../support/world.js';

let small: SmallWorld;
beforeEach(async () => {
  small = await openSmallWorld();
});

/** Creates a task in scm as the manager and gives its uuid. */
function makeTask(fields: Record<string, unknown> = {}, person: 'manager' | 'admin' | 'worker' = 'manager'): string {
  const { status, body } = small.ask(person, 'POST /tasks', { title: 'Fix the login', projectKey: 'SCM', ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

function taskOf(id: string) {
  return small.ask('admin', `GET /tasks/${id}`).body.task;
}

describe('creating a task', () => {
  it('returns 201 with uuid and reference, and numbers tasks per project from 1', () => {
    expect(small.ask('manager', 'POST /tasks', { title: ' A ', projectKey: ' scm ' })).toMatchObject({
      status: 201,
      body: { displayId: 'SCM-1' },
    });
    expect(small.ask('manager', 'POST /tasks', { title: 'B', projectKey: 'SCM' }).body.displayId).toBe('SCM-2');
    expect(small.ask('admin', 'POST /tasks', { title: 'C', projectKey: 'OPS' }).body.displayId).toBe('OPS-1');
  });

  it('assigns the creator if no team member is given', () => {
    expect(taskOf(makeTask({ assigneeIds: ['client'] })).assignees).toEqual(['manager']);
    expect(taskOf(makeTask()).assignees).toEqual(['manager']);
  });

  it('ignores an estimate that is not a number above 0, and lists that are not lists', () => {
    const task = taskOf(makeTask({ estimate: 'long', tags: 'red', assigneeIds: 'staff' }));
    expect(task.estimate).toBeNull();
    expect(task.tags).toEqual([]);
    expect(taskOf(makeTask({ estimate: -5 })).estimate).toBeNull();
  });

  it.each([
    [{ title: undefined }, 400],
    [{ title: '  ' }, 400],
    [{ title: 5 }, 400],
    [{ projectKey: undefined }, 400],
    [{ projectKey: { a: 1 } }, 400],
    [{ status: 'doing' }, 400],
    [{ status: null }, 400],
    [{ priority: 3 }, 400],
    [{ type: 'epic' }, 400],
    [{ due: 'soon' }, 400],
    [{ due: '2026-02-30' }, 400],
    [{ due: '2026-02-30T10:00:00Z' }, 400],
    [{ due: 20260331 }, 400],
    [{ due: [] }, 400],
    [{ plannedFor: '2026-13-01' }, 400],
    [{ plannedFor: '5 March' }, 400],
    [{ estimate: 1e12 }, 400],
    [{ description: { a: 1 } }, 400],
    [{ tags: [1] }, 400],
    [{ assigneeIds: [null] }, 400],
    [{ dependsOnIds: 'x' }, 400],
    [{ dependsOnIds: [7] }, 400],
    [{ dependsOnIds: ['00000000-0000-4000-8000-999999999999'] }, 400],
    [{ projectKey: 'NOPE' }, 404],
    [{ projectKey: "' OR 1=1--" }, 404],
    [{ projectKey: 'NOPE', status: 'doing' }, 400],
    [{ projectKey: 'NOPE', dependsOnIds: 'x' }, 404],
  ])('refuses %j with %i and creates nothing', (fields, status) => {
    expect(small.ask('manager', 'POST /tasks', { title: 'x', projectKey: 'SCM', ...fields }).status).toBe(status);
    expect(small.ask('admin', 'GET /tasks?scope=all').body.tasks).toEqual([]);
    expect(makeTask()).toBeTruthy();
    expect(small.ask('admin', 'GET /tasks?scope=all').body.tasks[0].id).toBe('SCM-1');
  });

  it('asks for the right before it looks at the dependencies', () => {
    const body = { title: 'x', projectKey: 'SCM', dependsOnIds: 'x' };
    expect(small.ask('viewer', 'POST /tasks', body).status).toBe(403);
    expect(small.ask('client', 'POST /tasks', body).status).toBe(404);
  });

  it('refuses dependencies on deleted tasks and on those of other projects', () => {
    const gone = makeTask();
    small.ask('manager', `DELETE /tasks/${gone}`);
    const foreign = small.ask('admin', 'POST /tasks', { title: 'x', projectKey: 'OPS' }).body.id;
    for (const id of [gone, foreign]) {
      expect(small.ask('manager', 'POST /tasks', { title: 'x', projectKey: 'SCM', dependsOnIds: [id] }).status).toBe(
        400,
      );
    }
  });

  it('takes text literally, whatever it looks like', () => {
    const title = `'; DROP TABLE tasks; -- % _ \u{1f600} <b>`;
    expect(taskOf(makeTask({ title })).title).toBe(title);
  });

  it('writes one entry of history and notifies the assignees, except the creator', () => {
    const id = makeTask({ assigneeIds: ['staff', 'admin'] }, 'admin');
    const entries = small.ask('admin', 'GET /projects/scm/activity').body.items;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ type: 'task.created', taskId: id, taskRef: 'SCM-1', actor: { id: 'admin' } });
    expect(small.inboxOf('staff')).toEqual(['taskAssigned']);
    expect(small.inboxOf('admin')).toEqual([]);
    expect(small.announced).toEqual([
      { userIds: ['staff'], hint: { type: 'entity', entityType: 'task', entityId: id } },
      { userIds: ['staff'], hint: { type: 'inbox' } },
    ]);
    expect(small.ask('staff', 'GET /inbox').body.items[0]).toMatchObject({
      kind: 'taskAssigned',
      title: 'SCM-1 Fix the login',
      body: null,
      url: '/tasks?task=SCM-1',
      actorId: 'admin',
      entityType: 'task',
      entityId: id,
      readAt: null,
    });
  });
});

describe('listing tasks', () => {
  it('keeps the order under edits', () => {
    const first = makeTask();
    small.pass(1000);
    makeTask();
    small.pass(1000);
    small.ask('manager', `PATCH /tasks/${first}`, { title: 'Edited' });
    const ids = small.ask('admin', 'GET /tasks?scope=all').body.tasks.map((task: { id: string }) => task.id);
    expect(ids).toEqual(['SCM-2', 'SCM-1']);
  });

  it('means mine by default, and all with any other scope', () => {
    makeTask({ assigneeIds: ['staff'] });
    expect(small.ask('admin', 'GET /tasks').body.tasks).toEqual([]);
    expect(small.ask('staff', 'GET /tasks').body.tasks).toHaveLength(1);
    expect(small.ask('manager', 'GET /tasks?scope=mine').body.tasks).toHaveLength(1);
    expect(small.ask('admin', 'GET /tasks?scope=everything').body.tasks).toHaveLength(1);
  });

  it('shows only visible projects, and no deleted, archived or archived project’s tasks', () => {
    const task = makeTask();
    makeTask({ projectKey: 'OPS' }, 'admin');
    const count = (person: Parameters<SmallWorld['ask']>[0]) =>
      small.ask(person, 'GET /tasks?scope=all').body.tasks.length;
    expect([count('staff'), count('viewer'), count('client'), count('stranger')]).toEqual([2, 1, 0, 0]);
    small.world.db.run('UPDATE tasks SET archived_at = created_at WHERE id = ?', task);
    expect(count('staff')).toBe(1);
    small.world.db.run("UPDATE projects SET status = 'archived' WHERE id = 'ops'");
    expect(count('staff')).toBe(0);
  });

  it('carries in the usual shape what docs/api.md names and what public servers add', async () => {
    const named = ['id', 'uuid', 'title', 'status', 'priority', 'type', 'estimate', 'due', 'project', 'assignees'];
    for (const shape of ['spec', 'usual', 'wire'] as const) {
      small = await openSmallWorld(shape);
      const [id, first] = [makeTask({ tags: ['Late'], description: 'text' }), makeTask({ title: 'First' })];
      small.pass(60_000);
      small.ask('manager', `PATCH /tasks/${id}`, { plannedFor: '2026-03-05', dependsOnIds: [first] });
      small.ask('worker', `POST /tasks/${id}/time`, { minutes: 5, date: '2026-03-02' });
      small.ask('worker', `POST /tasks/${id}/time`, { minutes: 7, date: '2026-03-02' });
      const rows = small.ask('manager', 'GET /tasks?scope=all').body.tasks;
      const row = rows.find((one: { uuid: string }) => one.uuid === id);
      const { task } = small.ask('manager', `GET /tasks/${id}`).body;
      if (shape === 'spec') {
        expect(Object.keys(row)).toEqual(named);
        continue;
      }
      // A row says nothing else than the detail.
      expect(task).toMatchObject(row);
      if (shape === 'wire') continue;
      expect(Object.keys(row).slice(0, named.length)).toEqual(named);
      expect(row).toMatchObject({
        project: 'scm',
        estimate: null,
        description: 'text',
        tags: ['late'],
        createdBy: 'manager',
        createdAt: '2026-03-02T09:00:00.000Z',
        updated: '2026-03-02T09:01:00.000Z',
        plannedFor: '2026-03-05',
        loggedMinutes: 12,
        blocked: true,
      });
      const others = small.ask('admin', 'GET /tasks?scope=all').body.tasks;
      expect(others.find((one: { uuid: string }) => one.uuid === id)).toMatchObject({ plannedFor: null });
    }
  });
});

describe('reading a task', () => {
  it('says who may do what', () => {
    const id = makeTask({}, 'worker');
    const rights = (person: Parameters<SmallWorld['ask']>[0]) => {
      const { canEdit, canComment, assignableUsers } = small.ask(person, `GET /tasks/${id}`).body;
      return [canEdit, canComment, assignableUsers.length];
    };
    expect(rights('worker')).toEqual([true, true, 3]);
    expect(rights('manager')).toEqual([true, true, 3]);
    expect(rights('staff')).toEqual([false, true, 0]);
    expect(rights('viewer')).toEqual([false, false, 0]);
  });

  it('returns 404 for a reference, and for a deleted one', () => {
    const id = makeTask();
    expect(small.ask('admin', 'GET /tasks/SCM-1').status).toBe(404);
    small.ask('manager', `DELETE /tasks/${id}`);
    expect(small.ask('admin', `GET /tasks/${id}`).status).toBe(404);
  });

  it('names everybody who appears in it', () => {
    const id = makeTask({ assigneeIds: ['staff'] });
    small.ask('worker', `POST /tasks/${id}/comments`, { body: 'hello' });
    small.ask('viewer', `POST /tasks/${id}/time`, { minutes: 5, date: '2026-03-02' });
    const { authors } = small.ask('admin', `GET /tasks/${id}`).body;
    expect(Object.keys(authors).sort()).toEqual(['manager', 'staff', 'viewer', 'worker']);
  });
});

describe('deleting a task', () => {
  it('cannot be repeated, and notifies nobody', () => {
    const id = makeTask();
    expect(small.ask('manager', `DELETE /tasks/${id}`)).toEqual({ status: 200, body: { ok: true } });
    expect(small.ask('manager', `DELETE /tasks/${id}`).status).toBe(404);
    expect(small.announced.filter(({ hint }) => hint.type === 'entity' && hint.entityId === id)).toEqual([]);
  });
});

describe('comments and time', () => {
  it('adds a comment, marks the task updated, and checks in the documented order', () => {
    const id = makeTask();
    small.pass(86_400_000);
    expect(small.ask('worker', `POST /tasks/${id}/comments`, { body: ' hello ' })).toMatchObject({ status: 201 });
    expect(taskOf(id)).toMatchObject({
      updated: '2026-03-03',
      comments: [{ user: 'worker', text: 'hello', files: [] }],
    });
    expect(small.ask('client', 'POST /tasks/unknown/comments', { body: ' ' }).status).toBe(400);
    expect(small.ask('client', 'POST /tasks/unknown/comments', { body: 'x' }).status).toBe(404);
    expect(small.ask('client', `POST /tasks/${id}/comments`, { body: 'x' }).status).toBe(404);
    expect(small.ask('viewer', `POST /tasks/${id}/comments`, { body: 'x' }).status).toBe(403);
    expect(small.ask('worker', `POST /tasks/${id}/comments`, { body: ['x'] }).status).toBe(400);
  });

  it('notifies everyone involved, and people mentioned only of the mention', () => {
    const id = makeTask({ assigneeIds: ['staff', 'admin'] });
    small.ask('worker', `POST /tasks/${id}/comments`, { body: 'first' });
    small.ask('manager', `POST /tasks/${id}/comments`, {
      body: 'see @[Admin Person](admin), @[Client Person](client) and ~[SCM-1](task:x)',
    });
    expect(small.inboxOf('staff')).toEqual(['taskAssigned', 'taskCommented', 'taskCommented']);
    expect(small.inboxOf('admin')).toEqual(['taskAssigned', 'taskCommented', 'taskMentioned']);
    expect(small.inboxOf('worker')).toEqual(['taskCommented']);
    expect(small.inboxOf('manager')).toEqual(['taskCommented']);
    expect(small.inboxOf('client')).toEqual([]);
    expect(small.ask('admin', 'GET /inbox').body.items[0].body).toBe('see @Admin Person, @Client Person and SCM-1');
  });

  it('logs time for anyone who can read, in whole minutes on a real day', () => {
    const id = makeTask();
    const log = (person: 'viewer' | 'client', body: Readonly<Record<string, unknown>>) =>
      small.ask(person, `POST /tasks/${id}/time`, body);
    expect(log('viewer', { minutes: '29.6', date: '2026-03-01', note: ' read ' })).toEqual({
      status: 201,
      body: { id: expect.any(String) },
    });
    expect(taskOf(id)).toMatchObject({
      loggedMinutes: 30,
      timeLogs: [{ user: 'viewer', date: '2026-03-01', minutes: 30, note: 'read' }],
    });
    expect(log('client', { minutes: 5, date: '2026-03-01' }).status).toBe(404);
    for (const body of [
      { date: '2026-03-01' },
      { minutes: 0, date: '2026-03-01' },
      { minutes: 0.4, date: '2026-03-01' },
      { minutes: 'x', date: '2026-03-01' },
      { minutes: ' ', date: '2026-03-01' },
      { minutes: [5], date: '2026-03-01' },
      { minutes: true, date: '2026-03-01' },
      { minutes: 1e300, date: '2026-03-01' },
      { minutes: 5 },
      { minutes: 5, date: '2026-02-30' },
      { minutes: 5, date: 20260301 },
      { minutes: 5, date: '2026-03-01', note: 5 },
    ]) {
      expect(log('viewer', body).status, JSON.stringify(body)).toBe(400);
    }
    expect(small.ask('admin', 'GET /projects/scm/activity').body.items[0]).toMatchObject({
      type: 'time.logged',
      text: 'logged 30m',
    });
  });

  it('returns a time log without an id in the wire shape', async () => {
    small = await openSmallWorld('wire');
    const id = makeTask();
    expect(small.ask('viewer', `POST /tasks/${id}/time`, { minutes: 90, date: '2026-03-01' })).toEqual({
      status: 201,
      body: { ok: true },
    });
  });
});
