import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/set-up.js';
import { openSmallWorld, type PersonName } from './support/world.js';

const small = eachTest(openSmallWorld);

const open = (person: PersonName, fields: Record<string, unknown> = {}) =>
  small.ask(person, 'POST /chat/threads', { orgId: 'casa', title: 'Lunch', body: 'hello', ...fields });
const feed = (person: PersonName) => small.ask(person, 'GET /chat/threads?orgId=casa').body;

describe('chat threads', () => {
  it('are read when viewed, until the next message, even in the same millisecond', () => {
    const { id } = open('client').body;
    small.ask('agent', `GET /chat/threads/${id}`);
    expect(feed('agent').unreadThreadIds).toEqual([]);
    expect(small.ask('client', `POST /chat/threads/${id}/messages`, { body: 'more' }).status).toBe(201);
    expect(feed('agent').unreadThreadIds).toEqual([id]);
    expect(feed('client').unreadThreadIds).toEqual([]);
    const { thread, messages, authors } = small.ask('agent', `GET /chat/threads/${id}`).body;
    expect(thread).toEqual({ id, uuid: id, title: 'Lunch', orgId: 'casa' });
    expect(messages.map((message: { body: string }) => message.body)).toEqual(['hello', 'more']);
    expect(Object.keys(authors)).toEqual(['client']);
  });

  it('check in the documented order', () => {
    const { id } = open('client').body;
    expect(small.ask('client', 'GET /chat/threads').status).toBe(400);
    expect(small.ask('client', 'GET /chat/threads?orgId=berg').status).toBe(403);
    expect(small.ask('member', 'GET /chat/threads?orgId=casa').status).toBe(403);
    expect(small.ask('staff', 'GET /chat/threads?orgId=nowhere').status).toBe(404);
    for (const fields of [{ orgId: '' }, { title: ' ' }, { body: undefined }, { body: 5 }, { title: {} }]) {
      expect(open('member', fields).status, JSON.stringify(fields)).toBe(400);
    }
    expect(open('member').status).toBe(403);
    expect(open('staff', { orgId: 'nowhere' }).status).toBe(400);
    expect(small.ask('stranger', 'GET /chat/threads/unknown').status).toBe(404);
    expect(small.ask('stranger', `GET /chat/threads/${id}`).status).toBe(404);
    expect(small.ask('stranger', 'POST /chat/threads/unknown/messages', { body: '' }).status).toBe(400);
    expect(small.ask('stranger', 'POST /chat/threads/unknown/messages', { body: 'x' }).status).toBe(404);
    expect(small.ask('stranger', `POST /chat/threads/${id}/messages`, { body: 'x' }).status).toBe(404);
  });

  it('notify chat readers and staff, and people mentioned of the mention', () => {
    const { id } = open('client', { body: 'hi @[A](agent) @[M](member)' }).body;
    expect(small.inboxOf('agent')).toEqual(['chatMentioned']);
    expect(small.inboxOf('staff')).toEqual(['chatMessage']);
    for (const person of ['client', 'member', 'stranger', 'manager'] as const) {
      expect(small.inboxOf(person), person).toEqual([]);
    }
    expect(small.ask('agent', 'GET /inbox').body.items[0]).toMatchObject({
      title: 'Lunch',
      body: 'hi @A @M',
      url: `/chat?org=casa&thread=${id}`,
      entityType: 'thread',
    });
    expect(small.announced[0]).toEqual({
      userIds: ['admin', 'agent', 'staff', 'superadmin'],
      hint: { type: 'entity', entityType: 'thread', entityId: id },
    });
  });
});
