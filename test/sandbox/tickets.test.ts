import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, type PersonName, type SmallWorld } from './support/world.js';

let small: SmallWorld;
beforeEach(async () => {
  small = await openSmallWorld();
});

function makeTicket(person: PersonName = 'client', fields: Record<string, unknown> = {}): string {
  const { status, body } = small.ask(person, 'POST /tickets', { orgId: 'casa', subject: 'Printer broken', ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const list = (person: PersonName, query = '?segment=all') => small.ask(person, `GET /tickets${query}`).body.tickets;
const detail = (person: PersonName, id: string) => small.ask(person, `GET /tickets/${id}`).body;

describe('creating a ticket', () => {
  it('returns 201 with uuid and reference; a creator who is not an agent is the customer', () => {
    expect(small.ask('client', 'POST /tickets', { orgId: 'casa', subject: ' Hi ', description: ' d ' })).toEqual({
      status: 201,
      body: { id: expect.any(String), displayId: 'CAS-1' },
    });
    const [ticket] = list('client');
    expect(ticket).toMatchObject({
      id: 'CAS-1',
      subject: 'Hi',
      description: 'd',
      status: 'open',
      priority: 'medium',
      category: 'general',
      channel: 'api',
      number: 1,
      orgId: 'casa',
      orgSlug: 'casa',
      orgName: 'casa org',
      customerId: 'client',
      createdBy: 'client',
      assignees: [],
      assignedAgentId: null,
      messageCount: 0,
      lastMessageAt: null,
      tags: [],
      checklist: [],
    });
    expect(ticket).not.toHaveProperty('displayId');
    expect(detail('client', ticket.uuid).ticket).toEqual(ticket);
  });

  it('lets agents alone set priority, category and assignees', () => {
    const fields = { priority: 'urgent', category: 'billing', assigneeIds: ['staff', 'nobody', 'agent'] };
    const byAgent = makeTicket('agent', fields);
    expect(detail('agent', byAgent).ticket).toMatchObject({
      priority: 'urgent',
      category: 'billing',
      assignees: ['staff', 'agent'],
      assignedAgentId: 'staff',
      customerId: null,
    });
    expect(detail('client', makeTicket('client', fields)).ticket).toMatchObject({
      priority: 'medium',
      category: 'general',
      assignees: [],
    });
  });

  it('assigns only the team and people of the organisation, so that nobody learns the names of others', async () => {
    const assigneeIds = ['stranger', 'member', 'staff', 'member'];
    const { ticket, authors } = detail('agent', makeTicket('agent', { assigneeIds }));
    expect(ticket.assignees).toEqual(['member', 'staff']);
    expect(authors).not.toHaveProperty('stranger');
    small = await openSmallWorld('wire');
    expect(detail('agent', makeTicket('agent', { assigneeIds })).ticket.assignees).toEqual([
      'member',
      'staff',
      'stranger',
    ]);
  });

  it('honours priority and category of customers in the wire shape, where id is the uuid', async () => {
    small = await openSmallWorld('wire');
    const id = makeTicket('client', { priority: 'urgent', category: 'billing', assigneeIds: ['staff'] });
    const ticket = { id, displayId: 'CAS-1', priority: 'urgent', category: 'billing', assignees: [] };
    expect(list('client')[0]).toMatchObject(ticket);
    expect(list('client')[0]).not.toHaveProperty('uuid');
    const bad = { orgId: 'berg', subject: 'x', priority: 'none' };
    expect(small.ask('client', 'POST /tickets', bad).status).toBe(400);
  });

  it.each([
    ['client', { orgId: undefined }, 400],
    ['client', { subject: ' ' }, 400],
    ['client', { subject: 5 }, 400],
    ['agent', { priority: 'none' }, 400],
    ['agent', { category: 7 }, 400],
    ['client', { priority: 'none', category: 7, assigneeIds: [5] }, 201],
    ['client', { description: [] }, 400],
    ['client', { orgId: 'berg', priority: 'none' }, 403],
    ['client', { orgId: 'nowhere' }, 403],
    ['admin', { orgId: 'nowhere' }, 400],
    ['admin', { assigneeIds: [5] }, 400],
  ] as const)('as %s with %j returns %i', (person, fields, status) => {
    expect(small.ask(person, 'POST /tickets', { orgId: 'casa', subject: 'x', ...fields }).status).toBe(status);
  });

  it('notifies the readers of the organisation and the staff, and the assignees of their assignment', () => {
    const id = makeTicket('agent', {
      assigneeIds: ['staff', 'stranger'],
      description: `@[Cee](client) ${'x'.repeat(300)}`,
    });
    expect(small.inboxOf('client')).toEqual(['ticketCreated']);
    expect(small.inboxOf('admin')).toEqual(['ticketCreated']);
    expect(small.inboxOf('staff')).toEqual(['ticketAssigned']);
    for (const person of ['agent', 'member', 'stranger', 'manager'] as const) expect(small.inboxOf(person)).toEqual([]);
    const [item] = small.ask('client', 'GET /inbox').body.items;
    expect(item).toMatchObject({ title: 'CAS-1 Printer broken', url: `/tickets/${id}`, entityType: 'ticket' });
    expect(item.body).toHaveLength(280);
    expect(item.body).toMatch(/^@Cee x/);
  });

  it('respects what people switched off, hints notwithstanding', () => {
    const prefer = (person: PersonName, preferences: unknown) =>
      small.world.db.run('UPDATE users SET preferences = ? WHERE id = ?', JSON.stringify(preferences), person);
    prefer('admin', { notifications: { ticketCreated: { email: 'off', inApp: false } } });
    prefer('superadmin', { notificationScope: { tickets: 'mentions', chat: 'all' } });
    prefer('staff', { notificationScope: { tickets: 'participating', chat: 'all' } });
    const id = makeTicket('member');
    expect(small.inboxOf('admin')).toEqual([]);
    expect(small.inboxOf('superadmin')).toEqual([]);
    expect(small.inboxOf('staff')).toEqual([]);
    expect(small.announced[0]).toEqual({
      userIds: ['admin', 'agent', 'client', 'staff', 'superadmin'],
      hint: { type: 'entity', entityType: 'ticket', entityId: id },
    });
    small.ask('staff', `POST /tickets/${id}/messages`, { body: 'on it' });
    small.ask('member', `POST /tickets/${id}/messages`, { body: 'thanks @[S](superadmin)' });
    expect(small.inboxOf('staff')).toEqual(['ticketMessage']);
    expect(small.inboxOf('superadmin')).toEqual(['ticketMentioned']);
  });
});

describe('listing tickets', () => {
  it('shows each role what it may see', () => {
    makeTicket('client');
    makeTicket('member');
    small.ask('stranger', 'POST /tickets', { orgId: 'berg', subject: 'x' });
    const counts = (['admin', 'staff', 'agent', 'client', 'member', 'stranger', 'manager'] as const).map(
      (person) => list(person).length,
    );
    expect(counts).toEqual([3, 3, 2, 2, 1, 1, 0]);
  });

  it('knows mine, watched and all, and refuses other segments', () => {
    const id = makeTicket('client');
    expect(list('client', '')).toHaveLength(1);
    expect(list('agent', '')).toHaveLength(0);
    expect(list('agent', '?segment=watched')).toHaveLength(0);
    small.world.db.run('INSERT INTO ticket_watchers VALUES (?, ?)', id, 'agent');
    expect(list('agent', '?segment=watched')).toHaveLength(1);
    expect(small.ask('agent', 'GET /tickets?segment=ours').status).toBe(400);
  });

  it('filters by a status and ignores one that does not exist', () => {
    makeTicket('client');
    small.ask('agent', `PATCH /tickets/${makeTicket('client')}`, { status: 'closed' });
    expect(list('client', '?segment=mine&status=open')).toHaveLength(1);
    expect(list('client', '?segment=mine&status=closed')).toHaveLength(1);
    expect(list('client', "?status=' OR 1=1--")).toHaveLength(2);
  });

  it('orders by last activity', () => {
    const first = makeTicket('client');
    small.pass(1000);
    makeTicket('client');
    expect(list('client').map((ticket: { number: number }) => ticket.number)).toEqual([2, 1]);
    small.pass(1000);
    small.ask('client', `POST /tickets/${first}/messages`, { body: 'hello?' });
    expect(list('client').map((ticket: { number: number }) => ticket.number)).toEqual([1, 2]);
  });
});

describe('reading a ticket', () => {
  it('returns 404 for a reference, and for a deleted one', () => {
    const id = makeTicket('client');
    expect(small.ask('client', 'GET /tickets/CAS-1').status).toBe(404);
    expect(small.ask('admin', `DELETE /tickets/${id}`)).toEqual({ status: 200, body: { ok: true } });
    expect(small.ask('client', `GET /tickets/${id}`).status).toBe(404);
    expect(small.ask('admin', `DELETE /tickets/${id}`).status).toBe(404);
    expect(list('admin')).toEqual([]);
  });

  it('shows the timeline oldest first, internal notes to the team alone', () => {
    const id = makeTicket('client');
    small.ask('client', `POST /tickets/${id}/messages`, { body: 'hello?' });
    small.pass(1);
    small.ask('staff', `POST /tickets/${id}/messages`, { body: 'psst', internal: true });
    small.pass(1);
    small.ask('agent', `POST /tickets/${id}/messages`, { body: 'hi', internal: 'true' });
    const bodies = (person: PersonName) => detail(person, id).messages.map((message: { body: string }) => message.body);
    expect(bodies('client')).toEqual(['hello?', 'hi']);
    expect(bodies('staff')).toEqual(['hello?', 'psst', 'hi']);
    expect(detail('client', id).ticket.messageCount).toBe(2);
    expect(detail('staff', id).ticket.messageCount).toBe(3);
    expect(Object.keys(detail('client', id).authors).sort()).toEqual(['agent', 'client']);
    expect(detail('staff', id).messages[1]).toMatchObject({
      ticketId: id,
      authorId: 'staff',
      kind: 'comment',
      meta: null,
      isInternalNote: true,
      attachments: [],
    });
  });

  it('says who may do what', () => {
    const id = makeTicket('client');
    const rights = (person: PersonName) => {
      const { canEdit, canComment, canInternalNote, assignableUsers } = detail(person, id);
      return [canEdit, canComment, canInternalNote, assignableUsers.length];
    };
    expect(rights('client')).toEqual([false, true, false, 0]);
    expect(rights('agent')).toEqual([true, true, false, 6]);
    expect(rights('staff')).toEqual([false, true, true, 0]);
    expect(rights('admin')).toEqual([true, true, true, 6]);
  });
});

describe('replying', () => {
  it('checks in the documented order', () => {
    const id = makeTicket('client');
    expect(small.ask('stranger', 'POST /tickets/unknown/messages', { body: ' ' }).status).toBe(400);
    expect(small.ask('stranger', 'POST /tickets/unknown/messages', { body: 'x' }).status).toBe(404);
    expect(small.ask('stranger', `POST /tickets/${id}/messages`, { body: 'x' }).status).toBe(404);
    expect(small.ask('client', `POST /tickets/${id}/messages`, { body: 'x', internal: true }).status).toBe(403);
    expect(small.ask('client', `POST /tickets/${id}/messages`, { body: 5 }).status).toBe(400);
  });

  it('stamps the first public reply of an agent', () => {
    const id = makeTicket('client');
    small.ask('agent', `POST /tickets/${id}/messages`, { body: 'a' });
    const first = detail('client', id).ticket.firstResponseAt;
    expect(first).toBe('2026-03-02T09:00:00.000Z');
    small.pass(5000);
    small.ask('agent', `POST /tickets/${id}/messages`, { body: 'b' });
    expect(detail('client', id).ticket).toMatchObject({
      firstResponseAt: first,
      lastMessageAt: '2026-03-02T09:00:05.000Z',
      status: 'open',
    });
  });

  it('hides an internal note from customers in times and in the order of the list, too', () => {
    const [noted, other] = [makeTicket('client'), makeTicket('client')];
    small.ask('client', `POST /tickets/${noted}/messages`, { body: 'first' });
    small.pass(1000);
    small.ask('client', `POST /tickets/${other}/messages`, { body: 'second' });
    const before = [list('client'), list('agent'), detail('client', noted).ticket];
    small.pass(1000);
    small.ask('staff', `POST /tickets/${noted}/messages`, { body: 'secret', internal: true });
    expect([list('client'), list('agent'), detail('client', noted).ticket]).toEqual(before);
    const [first] = small.ask('staff', 'GET /tickets?segment=all').body.tickets;
    expect(first).toMatchObject({ uuid: noted, lastMessageAt: '2026-03-02T09:00:02.000Z' });
  });

  it('notifies the audience, and only the team of an internal note', () => {
    const id = makeTicket('member');
    small.announced.length = 0;
    small.ask('staff', `POST /tickets/${id}/messages`, { body: 'psst @[A](agent)', internal: true });
    expect(small.announced.map((one) => one.userIds)).toEqual([
      ['admin', 'superadmin'],
      ['admin', 'superadmin'],
    ]);
    small.ask('staff', `POST /tickets/${id}/messages`, { body: 'hi @[A](agent)' });
    expect(small.inboxOf('agent')).toEqual(['ticketCreated', 'ticketMentioned']);
    expect(small.inboxOf('member')).toEqual(['ticketMessage']);
    expect(small.inboxOf('client')).toEqual(['ticketCreated', 'ticketMessage']);
  });
});

describe('editing a ticket', () => {
  it('is for agents, after 404 and before 400', () => {
    const id = makeTicket('client');
    expect(small.ask('client', 'PATCH /tickets/unknown', { status: 'x' }).status).toBe(404);
    expect(small.ask('client', `PATCH /tickets/${id}`, { status: 'x' }).status).toBe(403);
    expect(small.ask('member', `PATCH /tickets/${id}`, { status: 'x' }).status).toBe(404);
    for (const body of [
      { status: 'x' },
      { priority: 'none' },
      { category: 5 },
      { tags: 'a' },
      { tags: [1] },
      { assigneeIds: 'staff' },
      { assigneeIds: ['stranger'] },
      { assigneeIds: ['nobody'] },
    ]) {
      expect(small.ask('agent', `PATCH /tickets/${id}`, body).status, JSON.stringify(body)).toBe(400);
    }
  });

  it('returns the changed ticket, or unchanged', () => {
    const id = makeTicket('client');
    const body = {
      status: 'in_progress',
      priority: 'low',
      category: 'billing',
      tags: [' A ', 'A', 'b'],
      assigneeIds: ['agent'],
    };
    const { body: answer } = small.ask('agent', `PATCH /tickets/${id}`, { ...body, subject: 'no', orgId: 'berg' });
    expect(answer).toMatchObject({
      ok: true,
      ticket: {
        status: 'in_progress',
        tags: ['A', 'b'],
        assignees: ['agent'],
        subject: 'Printer broken',
        orgId: 'casa',
      },
    });
    expect(small.ask('agent', `PATCH /tickets/${id}`, body).body).toEqual({ ok: true, unchanged: true });
    expect(small.ask('agent', `PATCH /tickets/${id}`, {}).body).toEqual({ ok: true, unchanged: true });
  });

  it('leaves system entries in the timeline, that of the tags for the team only', () => {
    const id = makeTicket('client');
    small.ask('agent', `PATCH /tickets/${id}`, {
      status: 'closed',
      priority: 'low',
      category: 'billing',
      tags: ['a'],
      assigneeIds: ['agent'],
    });
    const metas = (person: PersonName) => detail(person, id).messages.map((message: { meta: unknown }) => message.meta);
    expect(metas('client')).toEqual([
      { event: 'assigned', added: ['agent'], removed: [] },
      { event: 'status_changed', from: 'open', to: 'closed' },
      { event: 'priority_changed', from: 'medium', to: 'low' },
      { event: 'category_changed', from: 'general', to: 'billing' },
    ]);
    expect(metas('staff')[4]).toEqual({ event: 'edited', tags: { from: [], to: ['a'] } });
    expect(detail('staff', id).messages[0].kind).toBe('system');
    expect(detail('staff', id).ticket.messageCount).toBe(0);
  });

  it('stamps resolving and closing, and takes both away on reopening', () => {
    const id = makeTicket('client');
    const set = (status: string) => small.ask('agent', `PATCH /tickets/${id}`, { status }).body.ticket;
    const now = '2026-03-02T09:00:00.000Z';
    expect(set('resolved')).toMatchObject({ resolvedAt: now, closedAt: null });
    expect(set('closed')).toMatchObject({ resolvedAt: now, closedAt: now });
    expect(set('paused')).toMatchObject({ resolvedAt: now, closedAt: now });
    expect(set('open')).toMatchObject({ resolvedAt: null, closedAt: null });
  });

  it('notifies of status and assignment, but not of priority', () => {
    const id = makeTicket('member');
    small.announced.length = 0;
    small.ask('agent', `PATCH /tickets/${id}`, { priority: 'urgent' });
    expect(small.announced).toEqual([]);
    small.ask('agent', `PATCH /tickets/${id}`, { status: 'resolved', assigneeIds: ['staff', 'client'] });
    expect(small.inboxOf('member')).toEqual(['ticketStatusChanged']);
    expect(small.inboxOf('staff').slice(1)).toEqual(['ticketAssigned', 'ticketStatusChanged']);
    expect(small.inboxOf('agent')).toEqual(['ticketCreated']);
  });
});

describe('the checklist of a ticket', () => {
  it('is replaced whole by everyone who sees the ticket', () => {
    const id = makeTicket('client');
    const put = (person: PersonName, body: Readonly<Record<string, unknown>>) =>
      small.ask(person, `PUT /tickets/${id}/checklist`, body);
    expect(put('client', { checklist: [{ id: 'a', text: ' one ', done: true }, { text: '' }] })).toEqual({
      status: 200,
      body: { ok: true },
    });
    expect(detail('client', id).ticket.checklist).toEqual([{ id: 'a', text: 'one', done: true }]);
    expect(small.ask('client', 'PUT /tickets/unknown/checklist', {}).status).toBe(404);
    expect(put('stranger', {}).status).toBe(404);
    for (const body of [{}, { checklist: null }, { checklist: {} }, { checklist: [5] }]) {
      expect(put('client', body).status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('turning a ticket into a task', () => {
  const convert = (person: PersonName, id: string, body: Readonly<Record<string, unknown>>) =>
    small.ask(person, `POST /tickets/${id}/tasks`, body);

  it('checks in the documented order', () => {
    const id = makeTicket('client');
    expect(convert('client', 'unknown', { due: '2026-02-30' }).status).toBe(400);
    expect(convert('client', 'unknown', {}).status).toBe(403);
    expect(convert('agent', id, { title: 'x', projectKey: 'SCM' }).status).toBe(403);
    expect(convert('staff', 'unknown', {}).status).toBe(404);
    for (const body of [
      { projectKey: 'SCM' },
      { title: 'x' },
      { title: 'x', projectKey: 'NO' },
      { title: 1, projectKey: 'SCM' },
    ]) {
      expect(convert('staff', id, body).status, JSON.stringify(body)).toBe(400);
    }
  });

  it('links both, takes the open items along, and copies ticks back', () => {
    const id = makeTicket('client');
    const checklist = [
      { id: 'a', text: 'one', done: true },
      { id: 'b', text: 'two', done: false },
    ];
    small.ask('client', `PUT /tickets/${id}/checklist`, { checklist });
    const body = {
      title: 'Do it',
      projectKey: 'scm',
      type: 'epic',
      status: 'x',
      priority: 'y',
      assigneeIds: ['admin'],
    };
    const { status, body: answer } = convert('staff', id, body);
    expect([status, answer.displayId]).toEqual([201, 'SCM-1']);
    const { task } = small.ask('staff', `GET /tasks/${answer.id}`).body;
    expect(task).toMatchObject({
      type: 'task',
      status: 'todo',
      priority: 'medium',
      assignees: ['admin'],
      checklist: [{ id: 'b', text: 'two', done: false }],
      sourceTicket: { id, displayId: 'CAS-1' },
    });
    expect(small.inboxOf('admin')).toEqual(['ticketCreated', 'taskAssigned']);
    const { linkedTasks, messages, ticket } = detail('staff', id);
    expect(linkedTasks).toEqual([{ id: answer.id, displayId: 'SCM-1', title: 'Do it', status: 'todo' }]);
    expect(messages).toMatchObject([{ isInternalNote: true, authorId: 'staff' }]);
    expect(ticket.status).toBe('open');
    expect(detail('client', id).linkedTasks).toEqual([]);
    small.ask('staff', `PATCH /tasks/${answer.id}`, { checklist: [{ id: 'b', text: 'changed', done: true }] });
    expect(detail('client', id).ticket.checklist).toEqual([checklist[0], { id: 'b', text: 'two', done: true }]);
  });

  it('returns 200 in the wire shape, and 400 for a key in lower case', async () => {
    small = await openSmallWorld('wire');
    expect(convert('staff', makeTicket('client'), { title: 'x', projectKey: 'SCM' }).status).toBe(200);
    expect(convert('staff', makeTicket('client'), { title: 'x', projectKey: 'scm' }).status).toBe(400);
  });
});

describe('tickets in the wire shape', () => {
  beforeEach(async () => {
    small = await openSmallWorld('wire');
  });

  it('give somebody two hints of each kind for an assignment and a status in one PATCH', () => {
    const id = makeTicket('client');
    small.announced.length = 0;
    small.ask('admin', `PATCH /tickets/${id}`, { assigneeIds: ['staff'], status: 'in_progress' });
    const told = small.announced.filter(({ userIds }) => userIds.includes('staff')).map(({ hint }) => hint.type);
    expect(told.sort()).toEqual(['entity', 'entity', 'inbox', 'inbox']);
  });

  it('keep assignees in the order of the database', () => {
    const id = makeTicket('client');
    small.ask('admin', `PATCH /tickets/${id}`, { assigneeIds: ['staff', 'admin'] });
    expect(detail('admin', id).ticket.assignees).toEqual(['admin', 'staff']);
    const again = small.ask('admin', `PATCH /tickets/${id}`, { assigneeIds: ['staff', 'admin'] });
    expect(again.body).toEqual({ ok: true, unchanged: true });
  });

  it('count internal notes in the detail for customers too, not in the row', () => {
    const id = makeTicket('client');
    small.pass(60_000);
    small.ask('staff', `POST /tickets/${id}/messages`, { body: 'for us', internal: true });
    const shown = detail('client', id);
    expect(shown.messages).toEqual([]);
    expect(shown.ticket).toMatchObject({ lastMessageAt: '2026-03-02T09:01:00.000Z', messageCount: 1 });
    const [row] = small.ask('client', 'GET /tickets').body.tickets;
    expect(row).toMatchObject({ lastMessageAt: null, messageCount: 0, updatedAt: shown.ticket.updatedAt });
  });
});
