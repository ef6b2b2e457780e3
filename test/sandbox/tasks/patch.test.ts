import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, type PersonName, type SmallWorld } from '../support/world.js';

let small: SmallWorld;
let id: string;
beforeEach(async () => {
  small = await openSmallWorld();
  id = makeTask();
});

function makeTask(fields: Record<string, unknown> = {}): string {
  return small.ask('manager', 'POST /tasks', { title: 'Fix the login', projectKey: 'SCM', ...fields }).body.id;
}

function patch(body: Readonly<Record<string, unknown>>, person: PersonName = 'manager') {
  return small.ask(person, `PATCH /tasks/${id}`, body);
}

function task(person: PersonName = 'manager') {
  return small.ask(person, `GET /tasks/${id}`).body.task;
}

describe('editing a task', () => {
  it('changes any field and clears with null', () => {
    small.pass(86_400_000);
    const values = {
      title: ' New ',
      description: 'd',
      status: 'done',
      priority: 'low',
      type: 'chore',
      due: '2026-04-01',
    };
    expect(patch({ ...values, estimate: 45.4, tags: ['B', 'a'] })).toEqual({ status: 200, body: { ok: true } });
    expect(task()).toMatchObject({ ...values, title: 'New', estimate: 45, tags: ['b', 'a'], updated: '2026-03-03' });
    patch({ description: '', due: null, estimate: null, tags: [], assigneeIds: [] });
    expect(task()).toMatchObject({ due: null, tags: [], assignees: [], assignee: '', estimate: null });
    expect(task()).not.toHaveProperty('description');
  });

  it('returns unchanged if nothing differs, and leaves no trace', () => {
    for (const body of [
      {},
      { title: 'Fix the login', status: 'todo', tags: [] },
      { uuid: 'x', orgId: 'y', role: 'z' },
    ]) {
      expect(patch(body)).toEqual({ status: 200, body: { ok: true, unchanged: true } });
    }
    expect(small.ask('admin', 'GET /projects/scm/activity').body.items).toHaveLength(1);
  });

  it('ignores keys that are not editable', () => {
    patch({ title: 'New', id: 'OPS-9', uuid: 'x', createdBy: 'client', projectKey: 'OPS', channel: 'web' });
    expect(task()).toMatchObject({ id: 'SCM-1', uuid: id, title: 'New', createdBy: 'manager', channel: 'api' });
  });

  it.each([
    { title: ' ' },
    { title: null },
    { title: 4 },
    { description: 4 },
    { status: 'doing' },
    { priority: null },
    { type: ['bug'] },
    { due: '2026-02-30' },
    { due: 'soon' },
    { due: false },
    { estimate: '30' },
    { estimate: {} },
    { tags: 'red' },
    { tags: [1] },
    { assigneeIds: 'staff' },
    { assigneeIds: [{}] },
    { dependsOnIds: 'x' },
    { dependsOnIds: ['x'] },
    { plannedFor: '2026-02-30' },
    { plannedFor: 5 },
    { checklist: 'x' },
    { checklist: [null] },
    { checklist: ['x'] },
    { checklist: [{ text: 5 }] },
    { checklist: [{ text: 'x', done: 'yes' }] },
    { checklist: [{ id: 7, text: 'x' }] },
  ])('refuses %j with 400, before it asks for the right to edit and after the one to read', (body) => {
    expect(patch(body).status).toBe(400);
    expect(patch(body, 'viewer').status).toBe(400);
    expect(patch(body, 'stranger').status).toBe(404);
    expect(task()).toMatchObject({ title: 'Fix the login', checklist: [] });
  });

  it('looks at the fields first in the wire shape, and refuses those who cannot see the task', async () => {
    small = await openSmallWorld('wire');
    id = makeTask();
    expect(patch({ status: 'doing' }, 'stranger').status).toBe(400);
    expect(patch({ status: 'done' }, 'stranger').status).toBe(403);
    expect(patch({ plannedFor: '2026-03-05' }, 'stranger').status).toBe(404);
    expect(patch({}, 'stranger').status).toBe(404);
  });

  it('takes values that are as they were, in the wire shape, and moves the date', async () => {
    small = await openSmallWorld('wire');
    id = makeTask();
    const updated = () => small.world.db.get<{ at: string }>('SELECT updated_at AS at FROM tasks WHERE id = ?', id)?.at;
    const before = updated();
    small.pass(60_000);
    expect(patch({}).body).toEqual({ ok: true, unchanged: true });
    expect(updated()).toBe(before);
    expect(patch({ status: task().status, tags: task().tags }).body).toEqual({ ok: true });
    expect(updated()).not.toBe(before);
    expect(patch({ assigneeIds: ['staff', 'admin'] }).body).toEqual({ ok: true });
    expect(task().assignees).toEqual(['admin', 'staff']);
  });

  it('lets project members edit their own tasks', () => {
    id = small.ask('worker', 'POST /tasks', { title: 'mine', projectKey: 'SCM' }).body.id;
    expect(patch({ title: 'still mine' }, 'worker').status).toBe(200);
  });

  it('plans for oneself with the right to read', () => {
    expect(patch({ plannedFor: '2026-03-05' }, 'viewer').body).toEqual({ ok: true });
    expect(patch({ plannedFor: '2026-03-05' }, 'viewer').body).toEqual({ ok: true, unchanged: true });
    expect(task('viewer')).toMatchObject({ plannedFor: '2026-03-05', inMyPlan: true });
    expect(task('manager')).toMatchObject({ plannedFor: null, inMyPlan: false });
    expect(patch({ plannedFor: '' }, 'viewer').body).toEqual({ ok: true });
    expect(task('viewer')).toMatchObject({ plannedFor: null, inMyPlan: false });
    expect(patch({ plannedFor: '2026-03-05' }, 'client').status).toBe(404);
    expect(patch({ plannedFor: '2026-03-05', title: 'x' }, 'viewer').status).toBe(403);
  });

  it('replaces assignees by the team members among those named', () => {
    patch({ assigneeIds: ['staff', 'client', 'admin'] });
    expect(task().assignees).toEqual(['staff', 'admin']);
    patch({ assigneeIds: ['superadmin', 'admin'] });
    expect(task().assignees).toEqual(['superadmin', 'admin']);
    expect(small.inboxOf('admin')).toEqual(['taskAssigned']);
    expect(small.inboxOf('superadmin')).toEqual(['taskAssigned']);
    const [entry] = small.ask('admin', 'GET /projects/scm/activity').body.items;
    expect(entry).toMatchObject({
      type: 'task.assignee',
      text: 'assigned Superadmin Person and unassigned Staff Person',
    });
  });

  it('notifies assignees and creator of a new status, but not the person who set it', () => {
    patch({ assigneeIds: ['staff', 'admin'] });
    small.announced.length = 0;
    patch({ status: 'in_review' }, 'admin');
    expect(small.inboxOf('staff')).toEqual(['taskAssigned', 'taskStatusChanged']);
    expect(small.inboxOf('manager')).toEqual(['taskStatusChanged']);
    expect(small.inboxOf('admin')).toEqual(['taskAssigned']);
    expect(small.ask('staff', 'GET /inbox').body.items[0].title).toBe('SCM-1 → In review Fix the login');
    expect(small.announced).toEqual([
      { userIds: ['manager', 'staff'], hint: { type: 'entity', entityType: 'task', entityId: id } },
      { userIds: ['manager', 'staff'], hint: { type: 'inbox' } },
    ]);
  });

  it('announces no edit of title, due date, tags or checklist', () => {
    patch({ assigneeIds: ['staff'] });
    small.announced.length = 0;
    patch({ title: 'x', due: '2026-04-01', tags: ['a'], checklist: [{ text: 'a' }] }, 'admin');
    expect(small.announced).toEqual([]);
  });
});

describe('what a task depends on', () => {
  it('links both ways, blocks until done, and records the change', () => {
    const other = makeTask({ title: 'First this' });
    patch({ dependsOnIds: [other, other] });
    const link = { uuid: other, id: 'SCM-2', title: 'First this', status: 'todo' };
    expect(task()).toMatchObject({ dependsOn: [link], dependsOnIds: [other], blocked: true });
    expect(small.ask('manager', `GET /tasks/${other}`).body.task.dependents).toMatchObject([{ uuid: id, id: 'SCM-1' }]);
    expect(small.ask('admin', 'GET /projects/scm/activity').body.items[0].text).toBe('added the dependency on SCM-2');
    small.ask('manager', `PATCH /tasks/${other}`, { status: 'done' });
    expect(task().blocked).toBe(false);
    patch({ dependsOnIds: [] });
    expect(task()).not.toHaveProperty('dependsOn');
    expect(task().dependsOnIds).toEqual([]);
  });

  it('sees no circle through a task that was deleted', () => {
    const second = makeTask({ dependsOnIds: [id] });
    const third = makeTask({ dependsOnIds: [second] });
    small.ask('manager', `DELETE /tasks/${second}`);
    expect(patch({ dependsOnIds: [third] }).body).toEqual({ ok: true });
  });

  it('refuses the task itself, a circle (naming the task), and tasks of other projects', () => {
    const second = makeTask({ dependsOnIds: [id] });
    const third = makeTask({ dependsOnIds: [second] });
    expect(patch({ dependsOnIds: [id] }).status).toBe(400);
    const { status, body } = patch({ dependsOnIds: [third] });
    expect([status, body.message]).toEqual([400, 'SCM-3 already depends on this task.']);
    const foreign = small.ask('admin', 'POST /tasks', { title: 'x', projectKey: 'OPS' }).body.id;
    expect(patch({ dependsOnIds: [foreign] }).status).toBe(400);
  });
});

describe('the checklist of a task', () => {
  it('is replaced whole and cleaned', () => {
    const long = 'x'.repeat(600);
    const items = [
      { id: 'a', text: ' one ', done: true, extra: 1 },
      { id: 'a', text: 'two' },
      { text: '  ' },
      { text: long, done: false },
    ];
    patch({ checklist: items });
    const { checklist, checklistDone, checklistTotal } = task();
    expect(checklist).toEqual([
      { id: 'a', text: 'one', done: true },
      { id: expect.stringMatching(/^0000/), text: 'two', done: false },
      { id: expect.stringMatching(/^0000/), text: 'x'.repeat(500), done: false },
    ]);
    expect([checklistDone, checklistTotal]).toEqual([1, 3]);
    patch({ checklist: Array.from({ length: 130 }, (_, index) => ({ text: `item ${index}` })) });
    expect(task().checklistTotal).toBe(100);
  });
});

describe('history', () => {
  it('has one entry for each change of status, priority and type', () => {
    patch({ status: 'in_progress', priority: 'urgent', type: 'bug', title: 'x' });
    const texts = small
      .ask('admin', 'GET /projects/scm/activity')
      .body.items.map((item: { text: string }) => item.text);
    expect(texts).toEqual([
      'changed the type from Task to Bug',
      'changed the priority from None to Urgent',
      'changed the status from Todo to In progress',
      'created the task Fix the login',
    ]);
  });
});
